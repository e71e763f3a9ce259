/** Matches words with templates: the reverse of filling a template with values. */
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Template, TemplatePart } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";

/** The texts of the placeholders of a template, by name. */
export type Texts = ReadonlyMap<string, string>;

/** Returns the values of a placeholder, if they are listed. */
export type MembersOf = (name: string) => readonly (string | number)[] | undefined;

/** Returns the end of the longest listed value at a place. */
function memberEnd(members: ReturnType<MembersOf>, word: string, place: number): number | undefined {
  const lengths = (members ?? []).map(String).flatMap((member) => (word.startsWith(member, place) ? [member.length] : []));
  return lengths.length === 0 ? undefined : place + Math.max(...lengths);
}

/** Returns the texts of the placeholders with which a template gives the word. Undefined if it gives another word. */
export function matchTemplate({ parts }: Pick<Template, "parts">, word: string, membersOf?: MembersOf): Texts | undefined {
  const texts = new Map<string, string>();
  let place = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      if (!word.startsWith(part.text, place)) return undefined;
      place += part.text.length;
      continue;
    }
    const end = memberEnd(membersOf?.(part.name), word, place) ?? endOf(parts, index, word, place);
    if (end === undefined) return undefined;
    const text = word.slice(place, end);
    const earlier = texts.get(part.name);
    if (earlier !== undefined && earlier !== text) return undefined;
    texts.set(part.name, text);
    place = end;
  }
  return place === word.length ? texts : undefined;
}

/** Returns the end of a placeholder's text: the last place of the text after it if that text ends the word, otherwise the first. */
function endOf(parts: readonly TemplatePart[], index: number, word: string, place: number): number | undefined {
  const next = parts[index + 1];
  if (next === undefined) return word.length;
  if (next.kind === "placeholder") return place;
  const end = index + 2 === parts.length ? word.length - next.text.length : word.indexOf(next.text, place);
  return end < place ? undefined : end;
}

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/**
 * Returns the value whose text is in a word, or undefined if the argument has no such value. Numbers must be decimal, because programs read
 * other notations differently.
 */
export function readScalar({ type, enum: members }: Pick<ToolArg, "type" | "enum">, text: string): ScalarValue | undefined {
  const value = readTyped(type, text);
  if (value === undefined || members === undefined || members.length === 0) return value;
  return members.some((member) => String(member) === text) ? value : undefined;
}

function readTyped(type: ToolArg["type"], text: string): ScalarValue | undefined {
  switch (type) {
    case "string":
    case "map":
      return text;
    case "integer": {
      const value = INTEGER.test(text) ? Number(text) : Number.NaN;
      return Number.isSafeInteger(value) ? value : undefined;
    }
    case "number": {
      const value = NUMBER.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) ? value : undefined;
    }
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
  }
}

/** Returns the items of a list or map that were joined to one word. Undefined if one of them does not match the template. */
export function readJoined(arg: ToolArg, template: Template, word: string): ArgValue | undefined {
  const texts = word.split(arg.join ?? ",").map((item) => matchTemplate(template, item));
  const items = texts.map((found) => found && readItem(arg, found));
  const complete = items.filter((item) => item !== undefined);
  if (complete.length < items.length) return undefined;
  return collectItems(arg, complete);
}

/** One value of an argument: a scalar, or an entry of a map. */
export type Item = ScalarValue | readonly [key: string, text: string];

/** Returns the item of an argument in the texts of its template. */
export function readItem(arg: ToolArg, texts: Texts): Item | undefined {
  if (arg.type === "map") {
    const [key, value] = [texts.get("key"), texts.get("value")];
    return key === undefined || value === undefined ? undefined : [key, value];
  }
  const text = texts.get("") ?? texts.get(arg.name);
  return text === undefined ? undefined : readScalar(arg, text);
}

/** Returns the items as the value of a list or map. Undefined if a map has a key twice. */
export function collectItems({ type }: Pick<ToolArg, "type">, items: readonly Item[]): ArgValue | undefined {
  if (type !== "map") return items.filter((item) => typeof item !== "object");
  const entries = items.filter((item) => typeof item === "object");
  return new Set(entries.map(([key]) => key)).size < entries.length ? undefined : Object.fromEntries(entries);
}
