/** Distinguishes words that are values from words that name a kind of value, such as `file`. */
import type { ListedValues } from "../../description.ts";

/** Words that name a kind of value. A list with one of them is a list of kinds, such as `file|uri`. */
const TYPE_WORDS = new Set([
  "file",
  "files",
  "filename",
  "path",
  "dir",
  "directory",
  "uri",
  "url",
  "string",
  "str",
  "int",
  "integer",
  "number",
  "num",
  "n",
  "float",
  "boolean",
  "bool",
  "date",
  "time",
  "dur",
  "duration",
  "name",
  "id",
  "host",
  "pid",
  "class",
  "device",
  "mask",
  "hostname",
  "port",
  "ip",
  "regex",
  "pattern",
  "glob",
  "command",
  "cmd",
  "expr",
  "size",
  "bytes",
  "value",
  "key",
  "user",
  "group",
  "list",
  "spec",
  "format-string",
  "seconds",
  "count",
  "text",
  "json-string",
  "template",
  "address",
  "addr",
  "percent",
  "commit",
  "branch",
  "ref",
  "color",
  "mode",
  "x",
  "y",
  "width",
  "height",
  "tag",
  "package",
  "version",
  "digest",
  "image",
  "container",
  "label",
  "prefix",
  "level",
]);

/** Reports whether a word names a kind of value: `file`, `cpu-list`. */
export function namesKind(word: string): boolean {
  return TYPE_WORDS.has(word.split("-").at(-1) ?? word);
}

/** Returns the words as a complete list if they can be values. `isExplicit`: a phrase announces the list, so it may contain capitals and single letters. */
export function closeList(words: readonly string[], isExplicit: boolean): ListedValues | undefined {
  const values = [...new Set(words)];
  if (
    values.length < 2 ||
    values.length > 80 ||
    values.some((word) => word === "" || /[\s<>[\]{}()=\\\u2039\u203A]|^[-_]|-$|\.\.\./.test(word))
  )
    return undefined;
  if (!isExplicit) {
    if (values.some((word) => TYPE_WORDS.has(word.toLowerCase()) || /[/:]|-[nN]$/.test(word))) return undefined;
    if (values.every((word) => /^[A-Z][A-Z0-9_-]*$/.test(word)) || values.every((word) => word.length === 1 && !/\d/.test(word)))
      return undefined;
    if (values.some((word) => /^(?:and|or|the|an?|it|this|that|more|zero|both|etc|others?|i\.e|e\.g)$/i.test(word))) return undefined;
  }
  return { words: values, strength: "closed" };
}
