/** Writes values as YAML on one line, for the help of diagnostics. */
import type { YamlValue } from "./values.ts";
import { isList } from "./values.ts";

/** Text that parsers of YAML 1.1 and 1.2 both read as a string without quotes. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)(?:[A-Za-z_/$]|\.{1,2}\/)(?:(?:[\w ./$@%+=-]|:(?=[\w/]))*[\w./$@%+=-])?$/i;

/** Returns the value as a flow collection or scalar: `[a, "1"]`, `{ min: 5 }`. */
export function toFlow(value: YamlValue): string {
  if (typeof value === "string") return PLAIN.test(value) ? value : JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  if (isList(value)) return `[${value.map(toFlow).join(", ")}]`;
  const entries = Object.entries(value).map(([key, entry]) => `${toFlow(key)}: ${toFlow(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
