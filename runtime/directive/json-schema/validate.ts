/** Holds the arguments of a call against a tool's input schema. Loaded with the first call that needs it. */
import { evaluate } from "./evaluate.ts";
import type { SchemaProblem } from "./problem.ts";
import { describeProblem } from "./problem.ts";
import { indexReferences } from "./references.ts";
import type { JsonSchema } from "./schema.ts";
import { readDialect } from "./schema.ts";

/** More than these would not help the caller to write a better call. */
const MOST_MESSAGES = 5;

/**
 * What is wrong with a value, one sentence each, at most five and then how many more; none where it is valid. Draft 2020-12 and
 * draft-07, as `$schema` says; nothing is converted, and nothing is fetched. Never throws.
 */
export function findSchemaProblems(schema: JsonSchema, value: unknown): readonly string[] {
  const messages = [...new Set(evaluateDocument(schema, value).map(describeProblem))];
  const left = messages.length - MOST_MESSAGES;
  return left > 0 ? [...messages.slice(0, MOST_MESSAGES), `and ${left} more`] : messages;
}

function evaluateDocument(schema: JsonSchema, value: unknown): readonly SchemaProblem[] {
  // The compiler refuses other dialects; the newest one is the strictest reading of what it never saw.
  const dialect = readDialect(schema) ?? "2020-12";
  const references = indexReferences(schema, dialect);
  try {
    return evaluate(schema, value, { references, dialect, path: [], scope: [references.document] }).problems;
  } catch (error) {
    // The stack ran out: on a value without end, or a schema that only ever refers to itself.
    if (error instanceof RangeError) return [{ path: [], keyword: "depth", must: "not be nested so deeply" }];
    throw error;
  }
}
