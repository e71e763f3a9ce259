/** Builds the command line template of a tool: calls the runtime's function with the name of each argument as its value. */
import type { ArgValue, CommandHandler, CommandLine, CommandWord, Tool, ToolArg, WordOrigin } from "@climax-gen/runtime/compiler";
import { buildCommandLine, changeProgram, isListArg, MASK, toForm } from "@climax-gen/runtime/compiler";
import type { TemplateGroup, TemplateWord } from "./page-data.ts";

/** Replaces `$` in the config while the command line is built. Otherwise, variables without a value would remove words. */
const DOLLAR = "\uE000";

/** A group of words without positions, which the caller adds. */
export type UnlocatedGroup = Omit<TemplateGroup, "words"> & { readonly words: readonly Omit<TemplateWord, "position">[] };

/** Returns the words of a tool in the order of a call's command line, before variables of the config are expanded. */
export function toTemplate(tool: Pick<Tool, "args">, handler: CommandHandler): readonly UnlocatedGroup[] {
  const values = new Map(tool.args.flatMap((arg) => sampleOf(arg).map((value) => [arg.name, value] as const)));
  const program = changeProgram(handler.program, { command: handler.program.command.map(hideVariables) });
  const global_args = program.global_args.map((arg): ToolArg =>
    arg.default === undefined ? arg : { ...arg, default: hideAll(arg.default) },
  );
  const line = buildCommandLine(tool, { ...handler, program: { ...program, global_args } }, { values, env: {} });
  const args = new Map(tool.args.map((arg) => [arg.name, arg]));
  return groupWords(line.words, args);
}

/** Returns a value of an argument that writes all of its words. Empty if no value writes a word, or no call can have a value. */
function sampleOf(arg: ToolArg): readonly ArgValue[] {
  if (arg.limits?.forbidden === true) return arg.default === undefined ? [] : [arg.default];
  const { enum_words: mapped } = arg;
  if (mapped !== undefined) {
    const first = Object.keys(mapped).find((key) => (mapped[key] ?? []).length > 0);
    return first === undefined ? [] : [isListArg(arg) ? [first] : first];
  }
  if (arg.type === "map") return [{ [arg.name]: arg.name }];
  if (isSwitch(arg)) return [isListArg(arg) ? [true] : true];
  return [isListArg(arg) ? [arg.name] : arg.name];
}

function groupWords(words: CommandLine["words"], args: ReadonlyMap<string, ToolArg>): readonly UnlocatedGroup[] {
  const groups: { readonly key: string; readonly words: CommandWord[] }[] = [];
  for (const word of words) {
    const key = groupKey(word.origin);
    const last = groups.at(-1);
    if (last?.key === key) last.words.push(word);
    else groups.push({ key, words: [word] });
  }
  return groups.map((group) => toGroup(group.words, args));
}

/** Returns the key of a word. Consecutive words with the same key form a group. */
function groupKey(origin: WordOrigin): string {
  switch (origin.kind) {
    case "arg":
    case "global_arg":
      return `${origin.kind} ${origin.name}`;
    case "words":
      return `words ${origin.item}`;
    case "cli_command":
    case "tool_command":
    case "end_of_options":
      return origin.kind;
  }
}

function toGroup(words: readonly CommandWord[], args: ReadonlyMap<string, ToolArg>): UnlocatedGroup {
  const [first] = words;
  const owners = first?.origin.kind === "arg" ? [args.get(first.origin.name)] : words.flatMap(ownersOf);
  const isOptional =
    first?.origin.kind === "end_of_options" ||
    words.some(dependsOnVariable) ||
    owners.some((arg) => arg !== undefined && !isAlwaysWritten(arg));
  const owner = first?.origin.kind === "arg" ? owners[0] : undefined;
  const isRepeated = owner !== undefined && isRepeatable(owner);
  const alternatives = owner && listAlternatives(owner, words);
  return {
    ...(isOptional && { optional: true }),
    ...(isRepeated && { repeated: true }),
    words: words.map((word, index) => ({
      parts: word.parts.map((part) => toPart(part, word.origin)),
      ...(owner?.join !== undefined && ownersOf(word).length > 0 && { joined: owner.join }),
      ...(index === 0 && alternatives !== undefined && alternatives.length > 0 && { alternatives }),
      origin: word.origin,
    })),
  };
}

/**
 * Converts a part of a word. Global arguments and forbidden arguments have the value from the config. All other values become the name of
 * the argument.
 */
function toPart(part: CommandWord["parts"][number], { kind }: WordOrigin): TemplateWord["parts"][number] {
  if (typeof part === "string") return showVariables(part);
  const { arg, isKey } = part;
  if (kind === "global_arg" || arg.limits?.forbidden === true) return arg.secret === true ? MASK : showVariables(part.text);
  return { arg: arg.name, ...(arg.type === "map" && { entry: isKey === true ? "key" : "value" }) };
}

function ownersOf({ parts }: CommandWord): readonly ToolArg[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.arg]));
}

/** Reports whether a word is omitted if a variable of the server is not set. This is possible only for defaults of global arguments. */
function dependsOnVariable({ origin, text }: CommandWord): boolean {
  return origin.kind === "global_arg" && text.includes(DOLLAR);
}

function isAlwaysWritten(arg: ToolArg): boolean {
  return !isSwitch(arg) && hasValue(arg);
}

/** Reports whether the argument writes its flag for `true`. */
function isSwitch(arg: ToolArg): boolean {
  const form = toForm(arg);
  return form.place === "option" && form.words.kind === "switch";
}

function hasValue(arg: ToolArg): boolean {
  return arg.required === true || arg.limits?.required === true || arg.default !== undefined;
}

function isRepeatable(arg: ToolArg): boolean {
  const form = toForm(arg);
  return "times" in form && (form.times === "each" || form.times === "together");
}

/** Returns the words of the argument's other values, joined for each value: values of an `enum`, and `--no-x` for `false`. */
function listAlternatives(arg: ToolArg, words: readonly CommandWord[]): readonly string[] {
  const form = toForm(arg);
  if (!("words" in form)) return [];
  if (form.words.kind === "mapped") {
    const written = words.find(({ origin }) => origin.kind === "arg" && origin.part === "enum");
    const used = written?.origin.kind === "arg" && written.origin.part === "enum" ? written.origin.value : undefined;
    return Object.entries(form.words.table).flatMap(([value, texts]) => (value === used || texts.length === 0 ? [] : [texts.join(" ")]));
  }
  return form.words.kind === "switch" && form.words.negation !== undefined ? [form.words.negation] : [];
}

function hideAll(value: ArgValue): ArgValue {
  if (typeof value === "string") return hideVariables(value);
  if (typeof value !== "object") return value;
  if (Array.isArray(value))
    return (value as readonly (string | number | boolean)[]).map((item) => (typeof item === "string" ? hideVariables(item) : item));
  return Object.fromEntries(Object.entries(value as Readonly<Record<string, string>>).map(([key, item]) => [key, hideVariables(item)]));
}

function hideVariables(text: string): string {
  return text.replaceAll("$", DOLLAR);
}

function showVariables(text: string): string {
  return text.replaceAll(DOLLAR, "$");
}
