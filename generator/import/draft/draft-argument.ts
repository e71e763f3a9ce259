/** Turns an option or a positional into the lines of an argument. */
import type { OptionFacts, PositionalFacts, Source } from "../description.ts";
import { argumentName, takeName } from "./argument-name.ts";
import { guessType } from "./value-type.ts";
import { yamlList, yamlText } from "./yaml-text.ts";

/** An item of `args`: the lines below the dash, without indentation. */
export interface DraftArgument {
  readonly name: string;
  readonly lines: readonly string[];
  /** Spellings of the option. Empty for positionals. */
  readonly names: readonly string[];
}

/** Prints where a fact was read: `help:12`. */
export function cite({ from, line }: Source): string {
  return `${from}:${line}`;
}

/** Returns the arguments of an option: one, and another for the spelling that turns it off. */
export function draftOption(option: OptionFacts, taken: Set<string>): readonly DraftArgument[] {
  const flags = option.negation === undefined ? [option.names] : [option.names, [option.negation]];
  return flags.map((names, index) => draftFlag(index === 0 ? option : negated(option), names, taken));
}

/** Removes negations that the text defines as options of their own. */
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
  const { values: _values, repeat: _repeat, description, ...rest } = option;
  const [name = ""] = option.names;
  const said = description ?? { ...option.source, value: "" };
  return { ...rest, kind: "switch", description: { ...said, value: `Turns ${name} off${said.value === "" ? "" : `. ${said.value}`}` } };
}

function draftFlag(option: OptionFacts, names: readonly string[], taken: Set<string>): DraftArgument {
  const { description, values, source } = option;
  const name = takeName(argumentName(names), taken);
  const form = flagForm(option, names);
  const sources = new Set([cite(source), ...(description ? [cite(description)] : []), ...(values ? [cite(values)] : [])]);
  const type = form.isSwitch ? "boolean" : guessType(option);
  const lines = [
    `name: ${yamlText(name)} # ${[...sources].join(", ")}`,
    ...(description ? [`description: ${yamlText(description.value)}`] : []),
    ...(type === "string" ? [] : [`type: ${type}`]),
    `flag: ${yamlText(form.flag)}`,
    ...(!form.isSwitch && values?.value.strength === "closed" ? [`enum: ${yamlList(values.value.words)}`] : []),
    ...(!form.isSwitch && option.repeat ? ["repeat: true"] : []),
    ...(names.length > 1 ? [`x-flags: ${yamlList(names)}`] : []),
  ];
  return { name, lines, names };
}

interface FlagForm {
  readonly flag: string;
  readonly isSwitch: boolean;
}

/**
 * An optional value must be glued to a long name; with only a short name the option stays a switch. Other values are glued to long names as
 * well, so that they can start with a dash, unless the text shows a style in which parsers exist that do not accept it: `--indent n`.
 */
function flagForm({ kind, valueForm }: OptionFacts, names: readonly string[]): FlagForm {
  const long = names.find((name) => name.startsWith("--"));
  const best = long ?? names.find((name) => name.length > 2) ?? names[0] ?? "";
  if (kind === "switch" || kind === "unknown") return { flag: best, isSwitch: true };
  if (kind === "optional") return long === undefined ? { flag: best, isSwitch: true } : { flag: `${long}=`, isSwitch: false };
  const isGluable = valueForm === "glued" ? best.length > 2 : long !== undefined && valueForm === "bracketed";
  return { flag: isGluable ? `${best}=` : best, isSwitch: false };
}

/** Returns the argument of a positional. */
export function draftPositional(positional: PositionalFacts, taken: Set<string>): DraftArgument {
  const name = takeName(positional.name, taken);
  const lines = [
    `name: ${yamlText(name)} # ${cite(positional.source)}`,
    ...(positional.description === undefined ? [] : [`description: ${yamlText(positional.description)}`]),
    "positional: true",
    ...(positional.isRequired ? ["required: true"] : []),
    ...(positional.repeat ? ["repeat: true"] : []),
    ...(positional.values ? [`enum: ${yamlList(positional.values)}`] : []),
  ];
  return { name, lines, names: [] };
}
