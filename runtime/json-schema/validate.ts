/** Validates values against JSON Schemas: the arguments of a call, or structured output. Loaded on first use. */
import type { Validation } from "./assertions.ts";
import { evaluate } from "./evaluate.ts";
import type { Noun, SchemaProblem } from "./problem.ts";
import { describeProblem } from "./problem.ts";
import { indexReferences } from "./references.ts";
import { createPatternMatcher } from "./schema-pattern.ts";
import type { Dialect, JsonSchema } from "./schema.ts";
import { isSchemaObject, listSubschemas, readDialect } from "./schema.ts";

/** Maximum number of problems in a reply. */
const MAX_MESSAGES = 5;

/**
 * Validates a value; returns one message per problem, at most five, and then the number of further problems. Supports draft 2020-12 and
 * draft-07, depending on `$schema`. Does not coerce values or fetch schemas. `noun` is the word for a part of the value. Never rejects.
 */
export async function findSchemaProblems(schema: JsonSchema, value: unknown, noun: Noun = "argument"): Promise<readonly string[]> {
  // The generator rejects other dialects. For schemas that it has not checked, the newest dialect is the strictest choice.
  const dialect = readDialect(schema) ?? "2020-12";
  const matches = await createPatternMatcher(collectPatterns(schema, dialect));
  const messages = [...new Set(evaluateDocument(schema, value, { dialect, matches, noun }).map((one) => describeProblem(one, noun)))];
  const left = messages.length - MAX_MESSAGES;
  return left > 0 ? [...messages.slice(0, MAX_MESSAGES), `and ${left} more`] : messages;
}

/** Returns the patterns of a schema and all its subschemas. */
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

function evaluateDocument(schema: JsonSchema, value: unknown, validation: Validation): readonly SchemaProblem[] {
  const references = indexReferences(schema, validation.dialect);
  try {
    return evaluate(schema, value, { ...validation, references, path: [], resource: references.document }).problems;
  } catch (error) {
    // The stack has overflowed: the value is cyclic or nested too deeply, or the schema refers only to itself.
    if (error instanceof RangeError) return [{ path: [], keyword: "depth", must: "not be nested so deeply" }];
    throw error;
  }
}
