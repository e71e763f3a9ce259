/** Prints an option or a positional as the lines of an argument. */
import type { OptionFacts, PositionalFacts, Source } from "../description.ts";
import { oncePer } from "../once-per.ts";
import { argumentName, takeName } from "./argument-name.ts";
import { attachedWord, chooseFlag, type DraftFlag, negatedName } from "./choose-flag.ts";
import { MAX_ARGUMENT_TEXT, shortenText } from "./short-text.ts";
import { guessType, isCommaList, isMap } from "./value-type.ts";
import { commentText, flowText, yamlList } from "./yaml-text.ts";

/** An item of `args`. */
export interface DraftArgument {
  readonly name: string;
  /** Keys with their values: `flag: --max-count=`. */
  readonly keys: readonly string[];
  /** Spellings, the rest of the description, and the sources. */
  readonly comment: string;
  /** Spellings of the option. Empty for positionals. */
  readonly names: readonly string[];
  /** How words of a command line become its value. Omitted if examples cannot use the argument. */
  readonly form?: ArgumentForm;
}

/** How words of a command line become the value of an argument. */
export interface ArgumentForm {
  readonly kind: "switch" | "value" | "list" | "operand" | "operands";
  readonly type: string;
  readonly values?: readonly string[];
  /** Sign between the values of a list in one word. */
  readonly separator?: string;
  readonly isRequired?: boolean;
  /** True if the value can be omitted, so that it is never the next word. */
  readonly isOptional?: boolean;
}

/** Prints an argument in one line: `- { name: all, type: boolean, flag: --all } # help:4`. Without a comment, `#` is omitted. */
export function printArgument({ keys, comment }: DraftArgument, indent: string): string {
  const [first = ""] = keys;
  // An item without a name is a list of words.
  const item = first.startsWith("words:") ? keys.join(", ") : flowItem({ keys });
  return comment === "" ? `${indent}- ${item}` : `${indent}- ${item} # ${comment}`;
}

/** Prints an argument for a list in brackets: `{ name: all, type: boolean, flag: --all }`. */
export function flowItem({ keys }: Pick<DraftArgument, "keys">): string {
  return `{ ${keys.join(", ")} }`;
}

/** Prints the source of a fact: `help:12`. */
export function cite({ from, line }: Source): string {
  return `${from}:${line}`;
}

/** Returns the argument of an option. Adds a second one for a spelling that turns the option off, unless it is `--no-x` of a switch. */
export function draftOption(option: OptionFacts, taken: Set<string>): readonly DraftArgument[] {
  const { names, negation } = option;
  const flag = draftFlag(option, names, taken);
  return negation === undefined || negatedName(option) !== undefined ? [flag] : [flag, draftFlag(negated(option), [negation], taken)];
}

/** Removes negations that the text defines as separate options. */
export const dropKnownNegations = oncePer((options: readonly OptionFacts[]): readonly OptionFacts[] => {
  const names = new Set(options.flatMap((option) => option.names));
  const seen = new Set<string>();
  return options.map((option) => {
    const { negation, ...rest } = option;
    if (negation === undefined) return option;
    const isKnown = names.has(negation) || seen.has(negation);
    seen.add(negation);
    return isKnown ? rest : option;
  });
});

function negated(option: OptionFacts): OptionFacts {
  const { values: _values, repeat: _repeat, negation: _negation, description, ...rest } = option;
  const name = option.names.find((one) => one.startsWith("--")) ?? option.names[0] ?? "";
  const said = description ?? { ...option.source, value: "" };
  return { ...rest, kind: "switch", description: { ...said, value: `Turns ${name} off${said.value === "" ? "" : `. ${said.value}`}` } };
}

function draftFlag(option: OptionFacts, names: readonly string[], taken: Set<string>): DraftArgument {
  const { description, values, source } = option;
  const name = takeName(argumentName(names), taken);
  const form = chooseFlag(option, names);
  const { text, rest } = describe({ ...option, description: description?.value ?? explainPlaceholder(option, name) });
  const sources = new Set([cite(source), ...(description ? [cite(description)] : []), ...(values ? [cite(values)] : [])]);
  const spellings = names.length > 1 ? names.join(", ") : "";
  const comment = [spellings, rest, [...sources].join(", ")].filter((part) => part !== "").join("; ");
  const said = text === "" ? [] : [`description: ${flowText(text)}`];
  const keys = [`name: ${flowText(name)}`, ...formKeys(option, names, form), ...said];
  return { name, keys, comment, names, ...readForm(option, names, form) };
}

/** Returns the form of an option's value. Omits that of maps, and of values in the word of the option. */
function readForm(option: OptionFacts, names: readonly string[], form: DraftFlag): Pick<DraftArgument, "form"> {
  if (option.isPair === true || isRepeatedPair(option) || form.isAssigned || option.following !== undefined) return {};
  if (option.kind === "value" && attachedWord(option, names) !== undefined) return {};
  const required = option.required === true ? { isRequired: true } : {};
  if (form.isSwitch) return { form: { kind: "switch", type: "boolean" } };
  const { values } = option;
  const listed = values?.value.strength === "closed" ? { values: values.value.words } : {};
  if (form.isOptional) return { form: { kind: "value", type: guessType(option), isOptional: true, ...listed } };
  const type = guessListType(option);
  if (type === "map") return {};
  if (isCommaList(option)) return type === "string" ? { form: { kind: "list", type, separator: ",", ...listed, ...required } } : {};
  if (option.repeat === true) return type === "string" ? { form: { kind: "list", type, ...listed, ...required } } : {};
  return { form: { kind: "value", type, ...listed, ...required } };
}

/** Returns the keys of an option's argument that describe its value and its words. */
function formKeys(option: OptionFacts, names: readonly string[], form: DraftFlag): readonly string[] {
  const { values, booleanWords: [on, off] = ["true", "false"] } = option;
  if (option.isPair === true || isRepeatedPair(option)) return ["type: map", `value: [${flowText(form.flag)}, "{key}", "{value}"]`];
  const word = option.kind === "value" ? attachedWord(option, names) : undefined;
  if (word !== undefined) return attachedKeys(option, word);
  const hasEnum = !form.isSwitch && values?.value.strength === "closed";
  return [
    ...typeKeys(form.isSwitch ? "boolean" : form.isOptional ? guessType(option) : guessListType(option)),
    `flag: ${flowText(form.flag)}`,
    ...(option.required === true && !form.isSwitch ? ["required: true"] : []),
    ...(form.isNegatable ? ["negatable: true"] : []),
    ...(form.isOptional ? ["optional_value: true"] : []),
    ...(hasEnum ? [`enum: ${yamlList(values.value.words)}`] : []),
    ...(form.isAssigned ? [`enum: { true: "${on}", false: "${off}" }`] : []),
    ...(form.isSwitch || form.isOptional ? [] : listKeys(option)),
  ];
}

/** Reports whether an option takes two words, and can be repeated. */
function isRepeatedPair({ following, placeholder = "", repeat }: OptionFacts): boolean {
  return following === "fixed" && repeat === true && placeholder.split(" ").length === 2;
}

/** Placeholders that say nothing about the value. */
const PLAIN = /^(?:args?|arguments?|values?|val|str|strings?|text|int|integer|num|number|n|names?|files?|paths?|options?)$/i;

/** Returns the placeholder of an option without a description, if it says more than its name: `target session`. */
function explainPlaceholder({ kind, placeholder = "", following }: OptionFacts, name: string): string | undefined {
  const words = placeholder.replace(/[-_]/g, " ");
  const isWord = /^[A-Za-z][a-z]{2,}(?: [a-z]+)*$/.test(words) && !PLAIN.test(words);
  return kind === "switch" || following !== undefined || !isWord || words.replaceAll(" ", "_") === name ? undefined : words;
}

/**
 * Returns the description, with the placeholders of an option that takes several words and the default of the program: callers must know
 * them.
 */
function describe({ description, following, placeholder = "", default: byDefault = "" }: DescribedFacts): ReturnType<typeof shortenText> {
  const { text, rest } = shortenText(description ?? "", MAX_ARGUMENT_TEXT);
  const words = following === "fixed" ? placeholder : "";
  const remark = byDefault === "" ? "" : `default: ${shortenText(byDefault, MAX_DEFAULT).text}`;
  const remarks = [words, remark].filter((part) => part !== "");
  if (text === "" && remark === "") return { text: words, rest: "" };
  return { text: [text, ...remarks.map((part) => `(${part})`)].filter((part) => part !== "").join(" "), rest: limitComment(rest) };
}

/** The facts of an option or a positional value that its description contains. */
interface DescribedFacts extends Pick<OptionFacts, "following" | "placeholder" | "default"> {
  readonly description?: string | undefined;
}

/** Maximum length of a default in a description. */
const MAX_DEFAULT = 40;

/** Maximum length of the rest of a description in a comment. */
const MAX_REST = 120;

/** Shortens a comment. */
function limitComment(rest: string): string {
  const text = commentText(rest);
  return text.length > MAX_REST ? `${text.slice(0, text.lastIndexOf(" ", MAX_REST))} \u2026` : text;
}

function attachedKeys(option: OptionFacts, word: string): readonly string[] {
  const { values } = option;
  const type = option.placeholder === "#" ? "integer" : guessType(option);
  return [
    ...typeKeys(type),
    ...(values === undefined ? emptyLimit(type) : [`enum: ${yamlList(values.value.words)}`]),
    ...(option.repeat === true ? ["repeat: true"] : []),
    `value: ${flowText(`${word}{}`)}`,
  ];
}

/** Returns a pattern that rejects the empty text, after which a program would read the next word as the value. */
function emptyLimit(type: string): readonly string[] {
  return type === "string" ? ['pattern: ".+"'] : [];
}

function typeKeys(type: string): readonly string[] {
  return type === "string" ? [] : [`type: ${type}`];
}

function guessListType(option: OptionFacts): string {
  return isMap(option) && option.following === undefined ? "map" : guessType(option);
}

/** Returns the key of a list: `join` for a list in one word, otherwise `repeat`. A repeated map needs no key. */
function listKeys(option: OptionFacts): readonly string[] {
  if (option.following !== undefined) return ["repeat: once"];
  if (isCommaList(option)) return ['join: ","'];
  return option.repeat === true && !isMap(option) ? ["repeat: true"] : [];
}

/** Returns the argument of a positional. `flagNames`: names of the tool's options. */
export function draftPositional(positional: PositionalFacts, taken: Set<string>, flagNames: ReadonlySet<string>): DraftArgument {
  const name = takeName(positionalName(positional, flagNames), taken);
  const { description, default: byDefault = "" } = positional;
  const { text, rest } = describe({ description, default: byDefault });
  const keys = [
    `name: ${flowText(name)}`,
    "positional: true",
    ...(positional.prefix === undefined ? [] : [`value: ${flowText(`${positional.prefix}{}`)}`]),
    ...(positional.isRequired ? ["required: true"] : []),
    ...(positional.repeat ? ["repeat: true"] : []),
    ...(positional.values ? [`enum: ${yamlList(positional.values)}`] : []),
    ...(text === "" ? [] : [`description: ${flowText(text)}`]),
  ];
  const comment = [rest, cite(positional.source)].filter((part) => part !== "").join("; ");
  const form: ArgumentForm = {
    kind: positional.repeat ? "operands" : "operand",
    type: "string",
    ...(positional.values && { values: positional.values }),
    isRequired: positional.isRequired,
  };
  return { name, keys, comment, names: [], ...(positional.prefix === undefined && { form }) };
}

/** Returns the item of `args` that writes `--` before a positional. */
export function draftEndOfOptions({ source }: PositionalFacts): DraftArgument {
  return { name: "", keys: ['words: ["--"]'], comment: cite(source), names: [] };
}

/** Returns the name of a positional. If an option has the same name, a list gets the plural, and a single value becomes `NAME_value`. */
function positionalName({ name, repeat }: PositionalFacts, flagNames: ReadonlySet<string>): string {
  if (!flagNames.has(name)) return name;
  if (!repeat) return `${name}_value`;
  return name.endsWith("s") ? `${name}_values` : `${name}s`;
}
