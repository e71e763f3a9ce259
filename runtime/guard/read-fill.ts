/** Reads what the words of an option or operand pass. */
import { templatesOf } from "../argument/form.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Template } from "../tool/template.ts";
import { readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import type { OptionFill } from "./line-entry.ts";
import type { Item, MembersOf, Texts } from "./word-shape.ts";
import { matchTemplate, readItem, readJoined, readScalar } from "./word-shape.ts";

/** What words pass: constant words, items of an argument, or the whole values of arguments. */
export type Passed =
  | { readonly kind: "constant"; readonly fill: Extract<OptionFill, { kind: "constant" }> }
  | { readonly kind: "items"; readonly arg: ToolArg; readonly items: readonly Item[] }
  | { readonly kind: "values"; readonly values: readonly (readonly [ToolArg, ArgValue])[] };

/** Returns what words pass, or undefined if they are other words. */
export function readFill(fill: OptionFill, templates: readonly Template[], words: readonly string[]): Passed | undefined {
  if (fill.kind === "joined") {
    const [template = { parts: [] }] = templates;
    const value = readJoined(fill.arg, template, words[0] ?? "");
    return value === undefined ? undefined : { kind: "values", values: [[fill.arg, value]] };
  }
  const args = fill.kind === "args" ? fill.args : [];
  const texts = matchAll(templates, words, (name) => args.find((arg) => arg.name === name)?.enum);
  if (texts === undefined) return undefined;
  switch (fill.kind) {
    case "constant":
      return { kind: "constant", fill };
    case "fixed":
      return { kind: "items", arg: fill.arg, items: [fill.value] };
    case "item":
    case "together": {
      const item = readItem(fill.arg, texts);
      return item === undefined ? undefined : { kind: "items", arg: fill.arg, items: [item] };
    }
    case "args":
      return readArgs(fill.args, texts);
  }
}

function readArgs(args: readonly ToolArg[], texts: Texts): Passed | undefined {
  const values = args.map((arg) => {
    const text = texts.get(arg.name) ?? "";
    // The word is that of a value, not the value. Two such arguments in one item are not read.
    if (arg.enum_words !== undefined) return [arg, undefined] as const;
    if (arg.join === undefined) return [arg, readScalar(arg, text)] as const;
    return [arg, readJoined(arg, readTemplate(templatesOf(arg)[0] ?? "{}"), text)] as const;
  });
  const known = values.flatMap(([arg, value]) => (value === undefined ? [] : [[arg, value] as const]));
  return known.length < args.length ? undefined : { kind: "values", values: known };
}

/** Returns the texts of all placeholders. Undefined if a word differs, or if a placeholder has two texts. */
function matchAll(templates: readonly Template[], words: readonly string[], membersOf: MembersOf): Texts | undefined {
  const all = new Map<string, string>();
  for (const [index, template] of templates.entries()) {
    const texts = matchTemplate(template, words[index] ?? "", membersOf);
    if (texts === undefined) return undefined;
    for (const [name, text] of texts) {
      if ((all.get(name) ?? text) !== text) return undefined;
      all.set(name, text);
    }
  }
  return all;
}
