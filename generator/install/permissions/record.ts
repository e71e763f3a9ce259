/** The record of the rules that servers have added to shared settings: a JSON file beside them. Pure. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";
import type { SharedRule } from "./shared-rules.ts";

/** The rules of each server, by the server's name. */
export type RecordedRules = ReadonlyMap<string, readonly SharedRule[]>;

/** Result of reading a record. */
export type ReadRecord = { readonly kind: "read"; readonly rules: RecordedRules } | { readonly kind: "invalid" };

/** Reads a record. An empty text has no rules. */
export function readRecord(text: string): ReadRecord {
  if (text.trim() === "") return { kind: "read", rules: new Map() };
  const data = parse(text);
  const servers = isJsonObject(data) ? data["servers"] : undefined;
  if (!isJsonObject(servers)) return { kind: "invalid" };
  const entries = Object.entries(servers).map(([name, rules]) => [name, readRules(rules)] as const);
  const read = entries.flatMap(([name, rules]) => (rules === undefined ? [] : [[name, rules] as const]));
  return read.length < entries.length ? { kind: "invalid" } : { kind: "read", rules: new Map(read) };
}

function parse(text: string): unknown {
  return valueOr(undefined, () => JSON.parse(text.replace(/^\uFEFF/, "")));
}

/** Reads a list of rules, each a list of the keys of its list and its text. */
function readRules(rules: unknown): readonly SharedRule[] | undefined {
  if (!Array.isArray(rules)) return undefined;
  const read = rules.flatMap((rule: unknown): SharedRule[] => {
    if (!Array.isArray(rule) || !rule.every((word): word is string => typeof word === "string")) return [];
    const [first, ...others] = rule.slice(0, -1);
    return first === undefined ? [] : [{ place: [first, ...others], text: rule.at(-1) ?? "" }];
  });
  return read.length < rules.length ? undefined : read;
}

/** Formats a record, sorted by name. Returns an empty text if no server has a rule. */
export function formatRecord(rules: RecordedRules): string {
  const used = [...rules].filter(([, own]) => own.length > 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (used.length === 0) return "";
  const lines = used.map(
    ([name, own]) =>
      `    ${JSON.stringify(name)}: [\n${own.map((rule) => `      ${JSON.stringify([...rule.place, rule.text])}`).join(",\n")}\n    ]`,
  );
  const note = "Rules that climax-gen install --permissions has added to settings.json";
  return `{\n  "note": ${JSON.stringify(note)},\n  "servers": {\n${lines.join(",\n")}\n  }\n}\n`;
}
