/** Holds the arguments of a call against a tool's input schema. Loaded with the first call that needs it. */
import type { Reading } from "./assertions.ts";
import { evaluate } from "./evaluate.ts";
import type { SchemaProblem } from "./problem.ts";
import { describeProblem } from "./problem.ts";
import { indexReferences } from "./references.ts";
import { createPatternMatcher } from "./schema-pattern.ts";
import type { Dialect, JsonSchema } from "./schema.ts";
import { isSchemaObject, listSubschemas, readDialect } from "./schema.ts";

/** More than these would not help the caller to write a better call. */
const MOST_MESSAGES = 5;

/**
 * What is wrong with a value, one sentence each, at most five and then how many more; none where it is valid. Draft 2020-12 and
 * draft-07, as `$schema` says; nothing is converted, and nothing is fetched. Never rejects.
 */
export async function findSchemaProblems(schema: JsonSchema, value: unknown): Promise<readonly string[]> {
  // The compiler refuses other dialects; the newest one is the strictest reading of what it never saw.
  const dialect = readDialect(schema) ?? "2020-12";
  const matches = await createPatternMatcher(collectPatterns(schema, dialect));
  const messages = [...new Set(evaluateDocument(schema, value, { dialect, matches }).map(describeProblem))];
  const left = messages.length - MOST_MESSAGES;
  return left > 0 ? [...messages.slice(0, MOST_MESSAGES), `and ${left} more`] : messages;
}

/** The patterns of a schema and of all schemas in it. */
function collectPatterns(schema: JsonSchema, dialect: Dialect): ReadonlySet<string> {
  const patterns = new Set<string>();
  const collect = (one: JsonSchema): void => {
    if (!isSchemaObject(one)) return;
    if (typeof one["pattern"] === "string") patterns.add(one["pattern"]);
    if (isSchemaObject(one["patternProperties"])) for (const pattern of Object.keys(one["patternProperties"])) patterns.add(pattern);
    for (const { schema: sub } of listSubschemas(one, dialect)) collect(sub);
  };
  collect(schema);
  return patterns;
}

function evaluateDocument(schema: JsonSchema, value: unknown, reading: Reading): readonly SchemaProblem[] {
  const references = indexReferences(schema, reading.dialect);
  try {
    return evaluate(schema, value, { ...reading, references, path: [], resource: references.document }).problems;
  } catch (error) {
    // The stack ran out: on a value without end, or a schema that only ever refers to itself.
    if (error instanceof RangeError) return [{ path: [], keyword: "depth", must: "not be nested so deeply" }];
    throw error;
  }
}
