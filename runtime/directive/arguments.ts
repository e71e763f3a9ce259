/** Validates the arguments of a call to a Directive tool. */
import type { DirectiveToolSpec } from "../tool/directive-spec.ts";

/** Maximum number of values in the arguments of one call, including members of objects and items of lists. */
export const MAX_VALUES = 10_000;

/** Maximum nesting depth of lists and objects in arguments. */
export const MAX_DEPTH = 100;

/**
 * Validates the arguments against the limits, the tool's input schema and the requirements of its handler, in this order. Returns one
 * message per problem. Values are not coerced, because a JSON Schema defines their types. The schema validator is loaded on first use.
 */
export async function findArgumentProblems(
  { inputSchema, handler }: Pick<DirectiveToolSpec, "inputSchema" | "handler">,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const excess = findExcess(given);
  if (excess !== undefined) return [excess];
  const { findSchemaProblems } = await import("../json-schema/validate.ts");
  const problems = await findSchemaProblems(inputSchema, given);
  if (problems.length > 0 || handler !== "file.get") return problems;
  if (!Object.hasOwn(given, "path")) return ["Missing required argument 'path'"];
  return typeof given["path"] === "string" ? [] : ["Argument 'path' must be a string"];
}

/** Checks the limits. Stops reading the arguments at the first limit that they exceed. */
function findExcess(given: Readonly<Record<string, unknown>>): string | undefined {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: given, depth: 0 }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members: readonly unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
    count += members.length;
    if (count > MAX_VALUES) return `The arguments may have at most ${MAX_VALUES} values, items of lists included`;
    if (next.depth > MAX_DEPTH) return `The arguments may be nested at most ${MAX_DEPTH} levels deep`;
    for (const value of members) if (typeof value === "object" && value !== null) open.push({ value, depth: next.depth + 1 });
  }
  return undefined;
}
