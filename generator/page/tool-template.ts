/** Builds the command line template of a tool. */
import type { CommandWord, WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";
import type { FilledPart } from "@climax-gen/runtime/internal/command-line/pattern";
import type { CommandHandler, Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isInFile, isRepeatable, toForm, writtenNegationOf } from "@climax-gen/runtime/internal/argument/form";
import { wordPattern } from "@climax-gen/runtime/internal/command-line/pattern";
import { MASK } from "@climax-gen/runtime/internal/text/mask";
import type { TemplateGroup, TemplateWord } from "./page-data.ts";

/** A group of words without positions, which the caller adds. */
export type UnlocatedGroup = Omit<TemplateGroup, "words"> & { readonly words: readonly Omit<TemplateWord, "position">[] };

/** Returns the words of a tool in the order of a call's command line, before variables of the config are expanded. */
export function toTemplate(tool: Pick<Tool, "args">, handler: CommandHandler): readonly UnlocatedGroup[] {
  return wordPattern(tool, handler).map(toGroup);
}

function toGroup({ part, words }: FilledPart): UnlocatedGroup {
  const owner = part.kind === "arg" ? part.arg : undefined;
  const owners = owner === undefined ? words.flatMap(ownersOf) : [owner];
  // The default of a global argument is omitted if a variable of the server is not set.
  const hasVariable = part.kind === "global_arg" && words.some(({ text }) => text.includes("$"));
  const isOptional = part.kind === "dash_dash" || hasVariable || !owners.every(isAlwaysWritten);
  const alternatives = owner === undefined ? [] : listAlternatives(owner);
  return {
    ...(isOptional && { optional: true }),
    ...(owner !== undefined && isRepeatable(owner) && { repeated: true }),
    words: words.map((word, index) => ({
      parts: word.parts.map((piece) => toPart(piece, word.origin)),
      ...(owner?.join !== undefined && ownersOf(word).length > 0 && { joined: owner.join }),
      ...(index === 0 && alternatives.length > 0 && { alternatives }),
      origin: word.origin,
    })),
  };
}

/**
 * Converts a part of a word. Global arguments and forbidden arguments have the value from the config. All other values become the name of
 * the argument.
 */
function toPart(part: CommandWord["parts"][number], { kind }: WordOrigin): TemplateWord["parts"][number] {
  if (typeof part === "string") return part;
  const { arg, isKey } = part;
  if (kind === "global_arg" || (isForbidden(arg) && !isInFile(arg))) return arg.secret === true ? MASK : part.text;
  return { arg: arg.name, ...(arg.type === "map" && { entry: isKey === true ? "key" : "value" }) };
}

function isForbidden({ limits }: ToolArg): boolean {
  return limits?.forbidden === true;
}

function ownersOf({ parts }: CommandWord): readonly ToolArg[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.arg]));
}

/** Reports whether every call has the words. A switch writes none for `false`. */
function isAlwaysWritten(arg: ToolArg): boolean {
  const form = toForm(arg);
  const isSwitch = form.place === "option" && form.words.kind === "switch";
  return !isSwitch && (arg.required === true || arg.limits?.required === true || arg.default !== undefined);
}

/** Returns the words of the argument's other values, joined for each value: values of an `enum`, and `--no-x` for `false`. */
function listAlternatives(arg: ToolArg): readonly string[] {
  if (isForbidden(arg)) return [];
  // The template has the words of the first value.
  const [, ...others] = Object.values(arg.enum_words ?? {}).filter((texts) => texts.length > 0);
  return [...others.map((texts) => texts.join(" ")), writtenNegationOf(arg) ?? []].flat();
}
