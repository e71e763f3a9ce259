/** Lists the secret values of a call, which its output must not repeat. */
import type { CallFacts } from "./call-context.ts";

/** Returns the texts of the secret arguments and of the secret parts of the command line. */
export function listSecretTexts({ tool, values, line }: Pick<CallFacts, "tool" | "values" | "line">): readonly string[] {
  const given = tool.args.filter(({ secret }) => secret === true).flatMap(({ name }) => listTexts(values?.get(name)));
  const placed = (line?.words ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part !== "string" && part.arg.secret === true ? [part.text] : [])),
  );
  return [...new Set([...given, ...placed])];
}

/** Returns a scalar, or the items of a list or the values of a map, as texts. */
function listTexts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "object") return Object.values(value).flatMap(listTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
