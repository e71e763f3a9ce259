/** Finds arguments whose values are at the start of a word, where the server checks for a leading dash. */
import type { FormKeys } from "@climax-gen/runtime/compiler";
import { readTemplate, templatesOf, toForm } from "@climax-gen/runtime/compiler";

/**
 * Reports whether a value begins a word that the server checks. Ignores constant words of the tool. Returns false for a value that is not
 * on the command line, or that is always in the word of its flag.
 * @param takesDashes whether the program takes the word after a flag as its value, so that this word is not checked
 */
export function beginsCheckedWord(arg: FormKeys, takesDashes = false): boolean {
  const form = toForm(arg);
  if (!("words" in form) || form.words.kind === "optional") return false;
  const templates = templatesOf(arg);
  const isFirstFree = form.place === "option" && (form.isGlued || (takesDashes && form.times !== "together"));
  const checked = isFirstFree ? templates.slice(1) : templates;
  return checked.some(beginsWithPlaceholder);
}

/** Reports whether a template begins with a value. */
export function beginsWithPlaceholder(template: string): boolean {
  return readTemplate(template).parts[0]?.kind === "placeholder";
}
