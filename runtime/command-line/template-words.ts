/** Builds words from templates that the values of several arguments fill: the constant words between arguments. */
import type { ArgValue } from "../tool/tool-spec.ts";
import { placeholdersOf, readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";
import { makeWord } from "./command-word.ts";
import { firstPart, isDashAllowed } from "./dash-guard.ts";

/** The values that templates can contain. */
export interface TemplateInputs {
  readonly args: readonly ToolArg[];
  /** Validated values with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The temporary files whose paths replace the values of their arguments. */
  readonly files: readonly { readonly arg: ToolArg; readonly path: string }[];
}

/**
 * Returns the words of an item of `order`, or no words if the call lacks a value that they contain. `item` is its position. The dash guard
 * applies to a word that starts with a value.
 */
export function constantWords(templates: readonly string[], item: number, inputs: TemplateInputs): readonly CommandWord[] {
  const placed = placeValues(templates, inputs);
  if (placed === undefined) return [];
  return templates.map((template, word) => {
    const made = makeWord({ kind: "words", item, word }, fillTemplate(template, placed));
    const first = firstPart(made.parts);
    const isGuarded = first !== undefined && typeof first !== "string" && !isDashAllowed(first.arg, first.value);
    return { ...made, ...(isGuarded && { isGuarded }) };
  });
}

/** Returns the values of the placeholders. Undefined if the call lacks one of them, or if one is a list or a map. */
function placeValues(templates: readonly string[], { args, values, files }: TemplateInputs): ReadonlyMap<string, PlacedValue> | undefined {
  const placed = new Map<string, PlacedValue>();
  for (const name of templates.flatMap(placeholdersOf)) {
    const arg = args.find((candidate) => candidate.name === name);
    const value = values.get(name);
    if (arg === undefined || value === undefined || typeof value === "object") return undefined;
    const file = files.find((candidate) => candidate.arg === arg);
    placed.set(name, { arg, value, text: file?.path ?? String(value) });
  }
  return placed;
}

/** Fills a template. Values are not expanded again. The generator has checked the names of placeholders. */
export function fillTemplate(template: string, values: ReadonlyMap<string, PlacedValue>): readonly WordPart[] {
  return readTemplate(template).parts.flatMap((part): readonly WordPart[] => {
    if (part.kind === "text") return [part.text];
    const placed = values.get(part.name);
    return placed === undefined ? [] : [placed];
  });
}
