/** Finds arguments whose values are at the start of a word, where the server checks for a leading dash. */
import { readTemplate } from "@climax-gen/runtime/compiler";

/** The keys of an argument that determine whether its values are at the start of a word. */
export interface FirstWordKeys {
  readonly type?: string | undefined;
  readonly flag?: string | null | undefined;
  readonly positional?: boolean | undefined;
  readonly repeat?: boolean | "once" | undefined;
  readonly value?: string | readonly string[] | undefined;
}

/**
 * Reports whether a value begins a word that the server checks. Ignores constant words of the tool.
 * @param takesDashes whether the program takes the word after a flag as its value, so that this word is not checked
 */
export function beginsCheckedWord({ type, flag, positional, repeat, value }: FirstWordKeys, takesDashes = false): boolean {
  const written = value ?? (type === "map" ? "{key}={value}" : "{}");
  const templates = typeof written === "string" ? [written] : written;
  const hasFlag = positional !== true && (Boolean(flag) || value === undefined);
  const isFirstFree = hasFlag && (flag?.endsWith("=") === true || (takesDashes && repeat !== "once"));
  const checked = isFirstFree ? templates.slice(1) : templates;
  return checked.some(beginsWithPlaceholder);
}

/** Reports whether a template begins with a value. */
export function beginsWithPlaceholder(template: string): boolean {
  return readTemplate(template).parts[0]?.kind === "placeholder";
}
