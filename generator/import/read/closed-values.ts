/** Finds lists of values that a text closes. A wrong list rejects good values, so all other lists stay in the description. */
import type { ListedValues } from "../description.ts";

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
  "date",
  "time",
  "dur",
  "duration",
  "name",
  "id",
  "host",
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
]);

const WORD = String.raw`(?:"[^"\s]{1,40}"|'[^'\s]{1,40}'|\u2018[^\u2019\s]{1,40}\u2019|\`[^\`\s]{1,40}\`|\u2039[^\u203A\s]{1,40}\u203A|[A-Za-z0-9][\w.+@:-]*)`;
const QUOTED = String.raw`(?:"[^"\s]{1,40}"|'[^'\s]{1,40}'|\u2018[^\u2019\s]{1,40}\u2019|\`[^\`\s]{1,40}\`|\u2039[^\u203A\s]{1,40}\u203A)`;
const NOTE = String.raw`(?: \((?:the )?default[^()]{0,40}\))?`;
const JOIN = String.raw`(?:, (?:or |and )?|,| or | and | ?\| ?|, ?and/or )`;

const listOf = (word: string): string => `${word}${NOTE}(?:${JOIN}${word}${NOTE})+`;

/** Phrases after which a list is complete; the values need no quotes. */
const CLOSED = [
  new RegExp(String.raw`\[possible values: ([^\]]+)\]`, "i"),
  new RegExp(String.raw`[[(]choices: ?([^\])]+)[\])]`, "i"),
  new RegExp(
    String.raw`\b(?:one of|any of|either|choose from|choose between|possible values(?: are)?|valid (?:values|choices|options|arguments|types|formats|modes)(?: for [\w-]+)?(?: are)?|allowed(?: values)?(?: are)?|accepted values(?: are)?|available (?:values|options|choices|formats)(?: are)?|supported (?:values|formats|options)(?: are)?|permitted values(?: are)?|legal values(?: are)?|options(?: are)?):? ?[[({<]?(${listOf(WORD)})`,
    "i",
  ),
];

/** Lists of quoted words after a verb. */
const QUOTED_LISTS = [
  new RegExp(
    String.raw`\b(?:is|are|be|must be|can be|may be|should be|values?|to|as|of|:)(?: either| one of| any of)?:? ?[[(]?(${listOf(QUOTED)})`,
    "i",
  ),
];

/** Lists of words that bars or slashes separate: `(a|b|c)`, `(a/b/c)`, `a | b | c`. */
const BARS = [
  /[([<{]([a-z0-9][\w.+-]*(?: ?\| ?[a-z0-9][\w.+-]*)+)(?:[)\]>}]|, (?:no )?default)/,
  /\(([a-z0-9][\w+-]*(?:\/[a-z0-9][\w+-]*)+)\)/,
  /(?:^|: ?|\. )([a-z0-9][\w.+-]*(?: \| [a-z0-9][\w.+-]*){2,})/,
];

/** Lists in brackets with commas only, such as `(amd, cjs, es)`. */
const COMMAS = /\(([a-z][\w+-]*(?:, [a-z][\w+-]*){2,})\)/;

/** Returns the list of values of an option. Text-only lists without a closing phrase are left out. */
export function findClosedValues(placeholder: string | undefined, lines: readonly string[]): ListedValues | undefined {
  const fromPlaceholder = placeholder === undefined ? undefined : readPlaceholder(placeholder);
  if (fromPlaceholder !== undefined) return fromPlaceholder;
  // A list explains a part of `[KIND=]PATH`.
  if (placeholder !== undefined && /[^=]=/.test(placeholder)) return undefined;
  const items = readItems(lines);
  if (items !== undefined) return close(items, true);
  const text = lines.join(" ").replace(/\s+/g, " ");
  for (const [index, pattern] of CLOSED.entries()) {
    const list = pattern.exec(text);
    if (list?.[1] !== undefined && !continuesOpen(text, list)) {
      const found = close(splitList(list[1]), index < 2);
      if (found !== undefined) return found;
    }
  }
  for (const pattern of QUOTED_LISTS) {
    const list = pattern.exec(text);
    if (list?.[1] !== undefined && !continuesOpen(text, list)) {
      const found = close(splitList(list[1]), false);
      if (found !== undefined) return found;
    }
  }
  for (const pattern of BARS) {
    const bars = pattern.exec(text)?.[1];
    const found =
      bars === undefined
        ? undefined
        : close(
            bars.split(/[|/]/).map((word) => word.trim()),
            false,
          );
    if (found !== undefined) return found;
  }
  const commas = COMMAS.exec(text)?.[1];
  return commas === undefined ? undefined : close(splitList(commas), false);
}

/** Reads `{a,b}` and `a|b|c`. */
function readPlaceholder(placeholder: string): ListedValues | undefined {
  const braces = /^=?\{([^{}]+)\}$/.exec(placeholder)?.[1];
  if (braces !== undefined)
    return close(
      braces.split(/[,|]/).map((word) => word.trim()),
      false,
    );
  const isBars = /^[\w.+@-]+(?: ?\| ?[\w.+@-]+)+$/.test(placeholder);
  return isBars
    ? close(
        placeholder.split("|").map((word) => word.trim()),
        false,
      )
    : undefined;
}

/** Reads a list of items below a phrase: `Possible values:` and `- name: description`. */
function readItems(lines: readonly string[]): readonly string[] | undefined {
  const at = lines.findIndex((line) =>
    /^(?:possible|allowed|valid|supported|accepted|available) (?:values|choices|options)(?: are)?:$/i.test(line),
  );
  if (at === -1) return undefined;
  const words: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const word = /^[-\u2022*o] ["']?([\w.+@:/-]+?)["']?(?::? .*|:)?$/.exec(line)?.[1];
    if (word !== undefined) words.push(word);
    else if (words.length > 0 && /^\S/.test(line) && /^(?:default|\[default)/i.test(line)) break;
  }
  return words.length > 1 ? words : undefined;
}

/** Reports whether the text after a list continues it. */
function continuesOpen(text: string, list: RegExpExecArray): boolean {
  const after = text.slice(list.index + list[0].length);
  const before = text.slice(Math.max(0, list.index - 40), list.index + 12);
  return (
    /^(?:,? ?(?:etc|\.\.\.|\u2026|and so on|and others))|^[=/]|^, ?\S+[,.]?$|^ ?\.\.\./.test(after) ||
    // An open bracket before the list, and further words after it.
    (/[[(<{](?:[^\])>}]*)$/.test(list[0].slice(0, -(list[1] ?? "").length)) && /^ [a-z]/.test(after)) ||
    /\b(?:such as|e\.g\.|for example|for instance|like)\b/i.test(before)
  );
}

function splitList(list: string): readonly string[] {
  return list
    .replace(/\((?:the )?default[^()]*\)/g, "")
    .split(/, (?:or |and )?|,| or | and | ?\| ?|, ?and\/or /)
    .map((word) =>
      word
        .trim()
        .replace(/^["'\u2018`\u2039]|["'\u2019`\u203A]$/g, "")
        .replace(/[.:;]$/, ""),
    )
    .filter((word) => word !== "");
}

/** Returns the list if its words are values. An explicit list may contain capitals and single letters. */
function close(words: readonly string[], isExplicit: boolean): ListedValues | undefined {
  const values = [...new Set(words)];
  if (values.length < 2 || values.length > 80 || values.some((word) => word === "" || /[\s<>[\]{}=]|^-|\.\.\./.test(word)))
    return undefined;
  if (!isExplicit) {
    if (values.some((word) => TYPE_WORDS.has(word.toLowerCase()) || /[/:]/.test(word))) return undefined;
    if (values.every((word) => /^[A-Z][A-Z0-9_-]*$/.test(word)) || values.every((word) => word.length === 1 && !/\d/.test(word)))
      return undefined;
    if (values.some((word) => /^(?:the|an?|it|this|that|more|zero|both|etc|others?)$/i.test(word))) return undefined;
  }
  return { words: values, strength: "closed" };
}
