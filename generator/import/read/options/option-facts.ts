/** Converts parsed options and their descriptions to facts: kind, values, default, repetition. */
import { OWN_RULES } from "../layouts/own-rules.ts";
import type { ListedValues, OptionFacts, OptionKind, Source } from "../../description.ts";
import { findClosedValues, isComposite } from "../values/closed-values.ts";
import type { AssignedBoolean, OptionEntry } from "./option-entry.ts";
import type { OptionSpec } from "./option-spec.ts";
import { unmark } from "../lines/plain-lines.ts";
import { isInheritedSection } from "../lines/sections.ts";
import type { RemarkFacts } from "../layouts/remark-layouts.ts";
import { readDescription } from "./description.ts";

/** Returns the facts of an option that only a usage line shows. */
export function toBareOption(spec: OptionSpec, source: Source): Omit<OptionFacts, "mentions"> {
  const { value } = spec;
  const values = value === undefined ? undefined : findClosedValues(value.text, []);
  return {
    names: spec.names,
    source,
    kind: kindOf(spec, {}),
    ...(spec.negation !== undefined && { negation: spec.negation }),
    ...(value && { placeholder: unmark(value.text) }),
    ...(value && { valueForm: value.form }),
    ...(value?.following && { following: value.following }),
    ...(values && { values: { ...source, value: values } }),
    ...(value?.repeats && { repeat: true }),
    section: "",
  };
}

/** Returns the facts of an option that a sentence defines. A sentence shows a value only after `=`. */
export function toProseOption(spec: OptionSpec, sentence: string, source: Source): Omit<OptionFacts, "mentions"> {
  const bare = toBareOption(spec, source);
  return { ...bare, kind: spec.value === undefined ? "unknown" : bare.kind, description: { ...source, value: sentence } };
}

/** The page of an option. */
export interface OptionPage {
  /** Returns the source of a line. */
  readonly at: (line: number) => Source;
  /** True if the page shows the values of options next to their names. Then an option without one is a switch. */
  readonly showsValues: boolean;
  /** True if a star before the names means that the option is required: other options have none. */
  readonly marksRequired: boolean;
  /** True if the page shows no values, and a line with the default below every switch. Then an option without one takes a value. */
  readonly marksSwitches: boolean;
}

/** The line of a switch on such a page. */
const SWITCH_DEFAULT = /^Default: (?:true|false)$/;

/** Minimum number of such lines. */
const MIN_SWITCHES = 2;

/** Reads the habits of a page from all its options. `at` returns the source of a line. */
export function readHabits(entries: readonly OptionEntry[], at: OptionPage["at"]): OptionPage {
  const showsValues = entries.some(({ spec }) => spec.value !== undefined && !spec.value.isOptional);
  const switches = entries.filter(({ description }) => description.some((line) => SWITCH_DEFAULT.test(line)));
  return {
    at,
    showsValues,
    marksSwitches: !showsValues && switches.length >= MIN_SWITCHES,
    marksRequired: entries.some(({ isStarred = false }) => !isStarred),
  };
}

/** Returns the facts of an option with a description. */
export function toOption(entry: OptionEntry, { at, showsValues, marksRequired, marksSwitches }: OptionPage): Omit<OptionFacts, "mentions"> {
  const { spec, line, section, isPair } = entry;
  const source = at(line);
  const { text, facts } = readDescription(isTcl(spec) ? entry.description.map(toTclDefault) : entry.description);
  const whole = entry.description.join(" ").replace(/\s+/g, " ").trim();
  const proves =
    facts.values !== undefined ||
    // A switch that must be passed decides nothing.
    (facts.required === true && spec.negation === undefined) ||
    (facts.hasValueDefault === true && !showsValues) ||
    (marksSwitches && !isMarkedSwitch(entry)) ||
    NAMES_VALUE.some((phrase) => phrase.test(whole)) ||
    LIST_TEXT.test(text) ||
    (!showsValues && (VALUE_TEXT.test(text) || showsOwnValue(spec.names, whole)));
  const said = sayFor(entry, text);
  const kind = isPair === true ? "value" : kindOf(spec, proves ? { kind: "value" } : facts);
  const isValue = kind !== "switch";
  const negation = spec.negation ?? TURNS_OFF.exec(whole)?.[1];
  const values = isValue ? listValues(entry, facts) : undefined;
  const { required, hidden, env, type, default: byDefault, excludes } = facts;
  const usedWith = findUsers(whole);
  return {
    names: spec.names,
    source,
    kind,
    ...(negation !== undefined && { negation }),
    ...(isPair && { isPair }),
    ...(spec.value && { placeholder: unmark(spec.value.text), valueForm: spec.value.form }),
    ...(spec.value?.following && { following: spec.value.following }),
    ...(values && { values: { ...source, value: values } }),
    ...(!isValue && isAssignable(entry.assigned, whole) && { isAssignable: true }),
    ...((facts.repeat === true || (isValue && repeats(spec, whole))) && { repeat: true }),
    ...(byDefault !== undefined && (isValue || byDefault === "true") && { default: byDefault }),
    ...(isValue && type && { type }),
    ...((required === true || (marksRequired && entry.isStarred === true)) && { required: true }),
    ...(hidden && { hidden }),
    ...(env !== undefined && { env }),
    ...(excludes && { excludes }),
    ...(usedWith.length > 0 && { usedWith }),
    ...(said !== "" && { description: { ...source, value: said } }),
    section,
    ...(isInheritedSection(section) && { isInherited: true }),
    ...(isDeprecated(whole) && { isDeprecated: true }),
  };
}

const NAME = String.raw`[a-z][\w-]*`;

/** A list of names after a word for use, up to the end of the phrase: `with list-units, show, or status, …`, `passed to the list-jobs command`. */
const USED_WITH = new RegExp(
  String.raw`\b(?:with|passed to|in the output of) (?:the )?(${NAME}(?:(?:, (?:and |or )?| (?:and|or) )${NAME})*)(?= commands?\b|[,.:;)]|$)`,
  "gi",
);

/** Words before such a list that exclude the names: `cannot be used`, `conflicts`, `is ignored when used`. */
const NOT_USED = new RegExp(
  [
    String.raw`\b(?:(?:not|cannot|\w+n't|never) (?:be )?(?:\w+ )?(?:used|combined|mixed|passed|given|specified|allowed|valid|supported|compatible|work)`,
    String.raw`(?: together)?|conflicts?|incompatible|exclusive|no effect|ignored|except|unlike|contrast)(?: (?:when|if))?(?: used)? $`,
  ].join(""),
  "i",
);

/** Returns the names after such words in a description, in lower case. Most descriptions without commands have other words there. */
function findUsers(description: string): readonly string[] {
  const text = description.replace(/(?<!n)'|["`]/g, "");
  const lists = Array.from(text.matchAll(USED_WITH), ({ 1: names = "", index }) =>
    NOT_USED.test(text.slice(0, index)) ? "" : names.toLowerCase(),
  ).filter((names) => names !== "");
  return [...new Set(lists.flatMap((names) => names.split(/,? (?:and |or )?/)))];
}

/** Reports whether an option has the default of a switch, or prints something and ends. */
function isMarkedSwitch({ spec, description }: OptionEntry): boolean {
  return (
    description.some((line) => SWITCH_DEFAULT.test(line)) || spec.names.some((name) => /^--?(?:h|\?|help|usage|v|V|version)$/.test(name))
  );
}

/** The placeholder of all values in the help of Tcl's package cmdline. */
function isTcl({ value, names }: OptionSpec): boolean {
  return value?.text === "value" && value.form === "bare" && names.length === 1;
}

/** Writes a default at the end in brackets: `Share <0.5>`. */
function toTclDefault(line: string): string {
  return line.replace(OWN_RULES.tclDefault.pattern, " [default: $1]");
}

/** Returns a description that applies to one value only with this value, if it is not the default. */
function sayFor({ spec, assigned }: OptionEntry, text: string): string {
  return assigned === undefined || assigned.isDefault ? text : `\`${spec.names[0] ?? ""}=${assigned.value}\`: ${text}`;
}

/** Types of values in a description, as tsc prints them (`one of: commonjs, umd`, `type: string default: x`), and in brackets. */
const NAMES_VALUE = [
  /(?:^|[a-z.] )type: (?!boolean|list\b)\w+ (?:one of|default):/,
  /(?:^|[a-z.] )one of: /,
  /\[(?:string|number|array)\]/,
];

/** Words before the noun for a value. */
const ADJECTIVES =
  "absolute|relative|full|optional|custom|config|configuration|file|input|output|base|root|maximum|minimum|max|min|total|default";

/** Nouns for values. */
const VALUE_NOUNS = [
  "path|file ?name|file|director(?:y|ie)|folder|extension|url|uri|address(?:e)?|host ?name|port|user ?name|password|token",
  "number|name|list|glob|pattern|regexp?|regular expression",
].join("|");

/** Texts of options whose value is a list: `Comma separated package list to ignore`. */
const LIST_TEXT = new RegExp(
  [
    String.raw`^(?:an? |the )?(?:comma|space|semicolon|colon|newline)[- ](?:separated|delimited) `,
    String.raw`(?:(?:[\w/:-]+ ){0,3}(?:list|set)s?\b|(?!values?\b|lines?\b|outputs?\b|rows?\b)\w+s (?:to|of|for|that|which|describing|with)\b)`,
  ].join(""),
  "i",
);

/** Texts of options that name their value, in a help that shows no values: `Path to my file`, `Retry this many times`, `Timeout in seconds`. */
const VALUE_TEXT = new RegExp(
  [
    String.raw`^(?:an? |the )?(?:(?:${ADJECTIVES}) ){0,2}(?:${VALUE_NOUNS})(?:s|\(s\))? (?:to|of|for|with|from|where|that|which|in)\b`,
    String.raw`^specif(?:y|ies) (?!whether\b|if\b|that\b)`,
    String.raw`\bthis (?:many|string|number|pattern|regexp?)\b`,
    // The unit of what a program prints is no value: `Show duration in seconds`.
    String.raw`^(?!(?:shows?|displays?|prints?|outputs?|reports?|lists?) ).*(?:\bin (?:milli)?seconds\b|\((?:in )?(?:ms|(?:milli)?seconds|bytes)\))`,
  ].join("|"),
  "i",
);

/** Reports whether the text of an option shows it with a value, as in `e.g. --ignores=eslint,babel-*`. */
function showsOwnValue(names: readonly string[], text: string): boolean {
  return names.some((name) => {
    const at = name.startsWith("--") ? text.indexOf(`${name}=`) : -1;
    return at !== -1 && !/^(?:true|false)\b/.test(text.slice(at + name.length + 1));
  });
}

/** A sentence that names the spelling to turn an option off. */
const TURNS_OFF = /\bUse `?(--no-[\w-]+)`? to (?:disable|turn)/;

/**
 * Reports whether a description says that the option is deprecated. Ignores deprecated values: `markdown_github (deprecated GitHub
 * Markdown)`.
 */
function isDeprecated(description: string): boolean {
  return DEPRECATED.some((phrase) => phrase.test(description));
}

const DEPRECATED = [
  /^\W*(?:deprecated|obsolete)\b/i,
  /\b(?:option|flag|switch|this) (?:is|was|has been) (?:now )?(?:deprecated|obsolete)\b/i,
  /[[(]deprecated(?:[:,;)\]]| (?:in|since|use|by|as|-))/i,
  /\bDEPRECATED\b|[.!] Deprecated\b/,
];

/**
 * Reports whether calls must write `=true` or `=false` after a switch. A switch that is on by default needs `=false`; a switch that is off
 * by default needs neither.
 */
function isAssignable(assigned: AssignedBoolean | undefined, description: string): boolean {
  if (assigned !== undefined) return assigned.value || !assigned.isDefault;
  // Go programs print this remark. Others print `(default: true)`.
  return description.endsWith("(default true)");
}

function kindOf({ value }: OptionSpec, { kind }: RemarkFacts): OptionKind {
  if (value !== undefined) return value.isOptional ? "optional" : "value";
  return kind ?? "switch";
}

function listValues({ spec, isPair, description, literals }: OptionEntry, { values }: RemarkFacts): ListedValues | undefined {
  const words = literals ?? (isComposite(spec.value?.text) ? undefined : values);
  if (words !== undefined) return { words, strength: "closed" };
  return isPair === true || spec.value?.following === "fixed" ? undefined : findClosedValues(spec.value?.text, description);
}

/** Phrases for an option that can occur several times. */
const REPEATS = [
  /\b(?:more than once|multiple times|several times|repeatable)\b/i,
  /\b(?:can|may|could) be (?:repeated|\w+ repeatedly)\b/i,
  /\bmultiple (?:-\w+ )?(?:flags|options) (?:can|may|are allowed)\b/i,
  /\brepeat this (?:option|flag)\b/i,
];

/** A phrase for an option of which the last occurrence counts. */
const LAST_WINS = /\b(?:last|final) (?:one|value|option|occurrence|setting)?\s*(?:wins|takes|is used|counts)/i;

function repeats({ value }: OptionSpec, description: string): boolean {
  if (value?.repeats || /^(?:strings|stringarray|stringslice|string-array|list|list\[\w+\]|\w+\[\])$/i.test(value?.text ?? "")) return true;
  return REPEATS.some((phrase) => phrase.test(description)) && !LAST_WINS.test(description);
}
