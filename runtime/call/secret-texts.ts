/** Lists the secret values of a call, which its output must not repeat. */
import { isInFile } from "../argument/form.ts";
import { cleanText } from "../output/clean-text.ts";
import type { CallFacts } from "./call-context.ts";

/** The parts of a call that can hold secrets. */
type SecretFacts = Pick<CallFacts, "tool" | "values" | "line" | "secretVariables">;

/**
 * Returns the secret strings of a call: the values of secret variables and of secret arguments, and the text that the call builds from each value. Also returns the
 * cleaned and trimmed form of each string, because a program can print a key with other line endings, or without the last one. The keys of
 * a map are not secret.
 */
export function listSecretTexts({ tool, values, line, secretVariables = {} }: SecretFacts): readonly string[] {
  const given = tool.args.filter(({ secret }) => secret === true).flatMap(({ name }) => listTexts(values?.get(name)));
  const words = (line?.words ?? []).flatMap(({ parts }) => parts.flatMap((part) => (typeof part === "string" ? [] : [part])));
  const placed = [
    // The word of a temporary file is its path.
    ...words.filter(({ arg, isKey }) => isKey !== true && !isInFile(arg)),
    ...(line?.variables ?? []),
    ...(line?.files ?? []),
    ...(line?.stdin ? [line.stdin] : []),
  ];
  const secrets = [...Object.values(secretVariables), ...given, ...placed.filter(({ arg }) => arg.secret === true).map(({ text }) => text)];
  return [...new Set(secrets.flatMap((secret) => [secret, cleanText(secret).trim()]))];
}

/** Returns a scalar, or the items of a list or the values of a map, as strings. */
function listTexts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "object") return Object.values(value).flatMap(listTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
