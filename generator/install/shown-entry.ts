/** Hides the secrets of an entry before it is printed, because output is often stored, such as in the log of a pipeline. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import type { EntryValue, ServerEntry } from "./entry-value.ts";

/** Keys whose values the command writes, and that identify another server. Their values are not secret. */
const SHOWN = ["name", "type", "command", "env.PATH", "environment.PATH"];

/** Keys whose values the command writes, and that can be secret in the entry of another server. */
const SHOWN_IF_OWN = ["args", "required", "tools", "trust", "default_tools_approval_mode"];

/** Text instead of a hidden value. */
const HIDDEN = "…";

/**
 * Returns the entry with all of its keys. Shows only the values that the command writes, because all others can be secrets: variables,
 * headers, addresses, and the arguments of another server. `isOwn`: the entry starts the server that is installed.
 */
export function toShownEntry(entry: unknown, isOwn: boolean): ServerEntry {
  const shown = new Set(isOwn ? [...SHOWN, ...SHOWN_IF_OWN] : SHOWN);
  const show = (value: unknown, path: string): EntryValue => {
    const showText = (text: unknown): string => (typeof text === "string" && shown.has(path) ? text : HIDDEN);
    // The first word of a command is the program. The others are arguments.
    if (Array.isArray(value)) return value.map((word, index) => (path === "command" && index > 0 && !isOwn ? HIDDEN : showText(word)));
    if (typeof value === "boolean" && shown.has(path)) return value;
    if (!isJsonObject(value)) return showText(value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, show(inner, `${path}.${key}`)]));
  };
  return isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, show(value, key)])) : {};
}
