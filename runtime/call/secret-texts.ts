/** Lists the secret values of a call, which its output must not repeat. */
import { isInFile } from "../argument/form.ts";
import { cleanText } from "../output/clean-text.ts";
import type { CallFacts } from "./call-context.ts";

/** The parts of a call that can hold secrets. */
type SecretFacts = Pick<CallFacts, "tool" | "values" | "line" | "secretVariables">;

/**
 * Returns the secret strings of a call: the values of secret variables in several notations, those of secret arguments, and the text that the
 * call builds from each value. Also returns the cleaned and trimmed form of each string, because a program can print a key with other line
 * endings, or without the last one. The keys of a map are not secret.
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
  const secrets = [
    ...Object.values(secretVariables).flatMap(listNotations),
    ...given,
    ...placed.filter(({ arg }) => arg.secret === true).map(({ text }) => text),
  ];
  return [...new Set(secrets.flatMap((secret) => [secret, cleanText(secret).trim()]))];
}

/** Minimum length of a line of a secret that is masked without the other lines, in UTF-16 units: a line of a key has 64. */
const MIN_LINE_LENGTH = 32;

/**
 * Returns a value in the notations in which programs print their variables: unchanged, in JSON, in a URL, in base64, and its long lines. Only
 * for secret variables: callers know the values of secret arguments, which can have megabytes.
 */
function listNotations(value: string): readonly string[] {
  const lines = value.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_LENGTH && !/\s/.test(line));
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(Buffer.from(value).toString()), ...listBase64(value), ...lines];
}

/** Returns the characters of a value in base64 that do not depend on the text around it, for each position of the value in that text. */
function listBase64(value: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const own = bytes.toString("base64").slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Returns a scalar, or the items of a list or the values of a map, as strings. */
function listTexts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "object") return Object.values(value).flatMap(listTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
