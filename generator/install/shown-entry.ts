/** Hides the secrets of an entry before it is printed, because output is often stored, such as in the log of a pipeline. */
import { isJsonObject } from "@climax-gen/runtime/compiler";
import type { EntryValue, ServerEntry } from "./server-entry.ts";

/** Keys whose values the command writes, and that identify another server. Their values are not secret. */
const SHOWN = ["type", "command", "env.PATH"];

/** Text instead of a hidden value. */
const HIDDEN = "…";

/**
 * Returns the entry with all of its keys. Shows only the values that the command writes, because all others can be secrets: variables,
 * headers, addresses, and the arguments of another server. `isOwn`: the entry starts the server that is installed.
 */
export function toShownEntry(entry: unknown, isOwn: boolean): ServerEntry {
  const shown = new Set(isOwn ? [...SHOWN, "args"] : SHOWN);
  const show = (value: unknown, path: string): EntryValue => {
    const showText = (text: unknown): string => (typeof text === "string" && shown.has(path) ? text : HIDDEN);
    if (Array.isArray(value)) return value.map(showText);
    if (!isJsonObject(value)) return showText(value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, show(inner, `${path}.${key}`)]));
  };
  return isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, show(value, key)])) : {};
}
