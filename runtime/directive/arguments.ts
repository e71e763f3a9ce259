/** Whether the arguments of a call are what a Directive tool takes. */
import type { DirectiveToolSpec } from "../tool/directive-spec.ts";

/** Most values that the arguments of one call may have, members of objects and items of lists included. */
export const MAX_VALUES = 10_000;

/** Most levels that lists and objects in arguments may nest. */
export const MAX_DEPTH = 100;

/**
 * What is wrong with the arguments, one sentence each; none where they are valid. The tool's input schema decides, and then what its
 * handler cannot do without. Nothing is converted: a JSON Schema says what a value is. Arguments that are too
 * large are rejected before the schema is used. The validator is loaded here.
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

/** Reads no more of the arguments than the limits allow. */
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
