/** Whether the arguments of a call are what a Directive tool takes. */
import type { DirectiveToolSpec } from "./directive-spec.ts";

/**
 * What is wrong with the arguments, one sentence each; none where they are valid. The tool's input schema decides, and then what its
 * handler cannot do without. Nothing is converted: a JSON Schema says what a value is. The validator is loaded here.
 */
export async function findArgumentProblems(
  { inputSchema, handler }: Pick<DirectiveToolSpec, "inputSchema" | "handler">,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { findSchemaProblems } = await import("./json-schema/validate.ts");
  const problems = findSchemaProblems(inputSchema, given);
  if (problems.length > 0 || handler !== "file.get") return problems;
  if (!Object.hasOwn(given, "path")) return ["Missing required argument 'path'"];
  return typeof given["path"] === "string" ? [] : ["Argument 'path' must be a string"];
}
