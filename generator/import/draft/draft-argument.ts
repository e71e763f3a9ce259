/** Prints an option or a positional as the lines of an argument. */
import type { OptionFacts, PositionalFacts, Source } from "../description.ts";
import { argumentName, takeName } from "./argument-name.ts";
import { guessType, isCommaList, isMap } from "./value-type.ts";
import { yamlList, yamlText } from "./yaml-text.ts";

/** An item of `args`: the lines below the dash, without indentation. */
export interface DraftArgument {
  readonly name: string;
  readonly lines: readonly string[];
  /** Spellings of the option. Empty for positionals. */
  readonly names: readonly string[];
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
export function dropKnownNegations(options: readonly OptionFacts[]): readonly OptionFacts[] {
  const names = new Set(options.flatMap((option) => option.names));
  const seen = new Set<string>();
  return options.map((option) => {
    const { negation, ...rest } = option;
    if (negation === undefined) return option;
    const isKnown = names.has(negation) || seen.has(negation);
    seen.add(negation);
    return isKnown ? rest : option;
  });
}

function negated(option: OptionFacts): OptionFacts {
  const { values: _values, repeat: _repeat, negation: _negation, description, ...rest } = option;
  const name = option.names.find((one) => one.startsWith("--")) ?? option.names[0] ?? "";
  const said = description ?? { ...option.source, value: "" };
  return { ...rest, kind: "switch", description: { ...said, value: `Turns ${name} off${said.value === "" ? "" : `. ${said.value}`}` } };
}

/** Returns the name `--x` of a switch that `--no-x` turns off. */
function negatedName({ kind, names, negation }: OptionFacts): string | undefined {
  return kind === "switch" || kind === "unknown"
    ? names.find((name) => name.startsWith("--") && `--no-${name.slice(2)}` === negation)
    : undefined;
}

function draftFlag(option: OptionFacts, names: readonly string[], taken: Set<string>): DraftArgument {
  const { description, values, source } = option;
  const name = takeName(argumentName(names), taken);
  const form = chooseFlag(option, names);
  const sources = new Set([cite(source), ...(description ? [cite(description)] : []), ...(values ? [cite(values)] : [])]);
  const head = [`name: ${yamlText(name)} # ${[...sources].join(", ")}`, ...describe(option)];
  if (option.isPair === true || isRepeatedPair(option)) {
    const value = `value: [${yamlText(form.flag)}, "{key}", "{value}"]`;
    return { name, lines: [...head, "type: map", value, `x-flags: ${yamlList(names)}`], names };
  }
  const word = option.kind === "value" ? attachedWord(option, names) : undefined;
  if (word !== undefined) return { name, lines: [...head, ...attachedLines(option, word)], names };
  const hasEnum = !form.isSwitch && values?.value.strength === "closed";
  const lines = [
    ...head,
    ...typeLines(form.isSwitch ? "boolean" : form.isOptional ? guessType(option) : guessListType(option)),
    `flag: ${yamlText(form.flag)}`,
    ...(form.isNegatable ? ["negatable: true"] : []),
    ...(form.isOptional ? ["optional_value: true"] : []),
    ...(hasEnum ? [`enum: ${yamlList(values.value.words)}`] : []),
    ...(form.isAssigned ? ['enum: { true: "true", false: "false" }'] : []),
    ...(form.isSwitch || form.isOptional ? [] : listLines(option)),
    ...(names.length > 1 ? [`x-flags: ${yamlList(names)}`] : []),
  ];
  return { name, lines, names };
}

/** Reports whether an option takes two words, and can be repeated. */
function isRepeatedPair({ following, placeholder = "", repeat }: OptionFacts): boolean {
  return following === "fixed" && repeat === true && placeholder.split(" ").length === 2;
}

/**
 * Returns the description, with the placeholders of an option that takes several words and the default of the program: callers must know
 * them.
 */
function describe({ description, following, placeholder = "", default: byDefault }: OptionFacts): readonly string[] {
  const words = following === "fixed" ? [placeholder] : [];
  const text = description === undefined ? words.join("") : [description.value, ...words.map((one) => `(${one})`)].join(" ");
  return describeText(text, byDefault);
}

function describeText(text = "", byDefault?: string): readonly string[] {
  const all = [text, ...(byDefault === undefined || byDefault === "" ? [] : [`(default: ${byDefault})`])].filter((part) => part !== "");
  return all.length === 0 ? [] : [`description: ${yamlText(all.join(" "))}`];
}

/**
 * Returns the text before a value in the same word: `-T` for `-T4`, `-splash:` for `-splash:image`, `-` for a number such as `-9`. Returns
 * undefined if another spelling can take the value in a separate word.
 */
function attachedWord({ valueForm }: OptionFacts, names: readonly string[]): string | undefined {
  if (valueForm === "colon") return `${names.toSorted((one, other) => other.length - one.length)[0] ?? ""}:`;
  if (valueForm !== "attached") return undefined;
  if (names.some((one) => /^-[\d#]$/.test(one))) return "-";
  return names.length === 1 ? names[0] : undefined;
}

function attachedLines(option: OptionFacts, word: string): readonly string[] {
  const { names, values } = option;
  const type = option.placeholder === "#" ? "integer" : guessType(option);
  return [
    ...typeLines(type),
    ...(values === undefined ? emptyLimit(type) : [`enum: ${yamlList(values.value.words)}`]),
    ...(option.repeat === true ? ["repeat: true"] : []),
    `value: ${yamlText(`${word}{}`)}`,
    `x-flags: ${yamlList(names)}`,
  ];
}

/** Returns a pattern that rejects the empty text, after which a program would read the next word as the value. */
function emptyLimit(type: string): readonly string[] {
  return type === "string" ? ['pattern: ".+"'] : [];
}

function typeLines(type: string): readonly string[] {
  return type === "string" ? [] : [`type: ${type}`];
}

function guessListType(option: OptionFacts): string {
  return isMap(option) && option.following === undefined ? "map" : guessType(option);
}

/** Returns the key of a list: `join` for a list in one word, otherwise `repeat`. A repeated map needs no key. */
function listLines(option: OptionFacts): readonly string[] {
  if (option.following !== undefined) return ["repeat: once"];
  if (isCommaList(option)) return ['join: ","'];
  return option.repeat === true && !isMap(option) ? ["repeat: true"] : [];
}

interface DraftFlag {
  readonly flag: string;
  readonly isSwitch?: boolean;
  readonly isNegatable?: boolean;
  /** True if both values are written: `--x=true` and `--x=false`. */
  readonly isAssigned?: boolean;
  readonly isOptional?: boolean;
}

/**
 * Returns the flag of an option. An optional value needs `=`, so an option with names like `-color` becomes a switch. Other values get `=`
 * after long names, so that they can start with a dash, but not in a notation such as `--indent n`, whose parsers may not accept `=`.
 */
function chooseFlag(option: OptionFacts, names: readonly string[]): DraftFlag {
  const { kind, valueForm } = option;
  // `--x` after `-x` can be its negation.
  const usable = names.filter((name, index) => !names.slice(0, index).includes(name.slice(1)));
  const long = usable.find((name) => name.startsWith("--"));
  const best = long ?? usable.find((name) => name.length > 2) ?? names[0] ?? "";
  if (kind === "switch" || kind === "unknown") {
    const negatable = negatedName(option);
    if (negatable === undefined && option.isAssignable && best.length > 2) return { flag: `${best}=`, isSwitch: true, isAssigned: true };
    return negatable === undefined ? { flag: best, isSwitch: true } : { flag: negatable, isSwitch: true, isNegatable: true };
  }
  if (kind === "optional") {
    const glued = long ?? usable.find((name) => /^-[A-Za-z0-9]$/.test(name));
    return glued === undefined ? { flag: best, isSwitch: true } : { flag: glued, isOptional: true };
  }
  if (option.following !== undefined) return { flag: best };
  const isGluable = valueForm === "glued" ? best.length > 2 : long !== undefined && (valueForm === "bracketed" || valueForm === "attached");
  return { flag: isGluable ? `${best}=` : best };
}

/** Returns the argument of a positional. `flagNames`: names of the tool's options. */
export function draftPositional(positional: PositionalFacts, taken: Set<string>, flagNames: ReadonlySet<string>): DraftArgument {
  const name = takeName(positionalName(positional, flagNames), taken);
  const lines = [
    `name: ${yamlText(name)} # ${cite(positional.source)}`,
    ...describeText(positional.description, positional.default),
    "positional: true",
    ...(positional.prefix === undefined ? [] : [`value: ${yamlText(`${positional.prefix}{}`)}`]),
    ...(positional.isRequired ? ["required: true"] : []),
    ...(positional.repeat ? ["repeat: true"] : []),
    ...(positional.values ? [`enum: ${yamlList(positional.values)}`] : []),
  ];
  return { name, lines, names: [] };
}

/** Returns the item of `args` that writes `--` before a positional. */
export function draftEndOfOptions({ source }: PositionalFacts): DraftArgument {
  return { name: "", lines: [`words: ["--"] # ${cite(source)}`], names: [] };
}

/** Returns the name of a positional. If an option has the same name, a list gets the plural, and a single value becomes `NAME_value`. */
function positionalName({ name, repeat }: PositionalFacts, flagNames: ReadonlySet<string>): string {
  if (!flagNames.has(name)) return name;
  if (!repeat) return `${name}_value`;
  return name.endsWith("s") ? `${name}_values` : `${name}s`;
}
