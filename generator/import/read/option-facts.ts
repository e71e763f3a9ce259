/** Converts parsed options and their descriptions to facts: kind, values, default, repetition. */
import type { OptionFacts, OptionKind, Source } from "../description.ts";
import { findClosedValues } from "./values/closed-values.ts";
import type { AssignedBoolean, OptionEntry } from "./option-entry.ts";
import type { OptionSpec } from "./option-spec.ts";
import { MARK_END, MARK_START } from "./plain-lines.ts";
import { isInheritedSection } from "./sections.ts";

/** Removes the marks of placeholders. */
export function unmark(text: string): string {
  return text.replaceAll(MARK_START, "").replaceAll(MARK_END, "");
}

/** Returns the facts of an option that only a usage line shows. */
export function toBareOption(spec: OptionSpec, source: Source): Omit<OptionFacts, "mentions"> {
  const { value } = spec;
  const values = value === undefined ? undefined : findClosedValues(value.text, []);
  return {
    names: spec.names,
    source,
    kind: kindOf(spec, ""),
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

/** Returns the facts of an option with a description. `at` returns the source of a line. */
export function toOption(
  { spec, line, section, description, assigned, isPair, literals }: OptionEntry,
  at: (line: number) => Source,
): Omit<OptionFacts, "mentions"> {
  const source = at(line);
  const paragraphs = description.join("\n").trim();
  const whole = paragraphs.replace(/\s+/g, " ");
  const kind = isPair === true ? "value" : kindOf(spec, whole);
  const negation = spec.negation ?? /\bUse `?(--no-[\w-]+)`? to (?:disable|turn)/.exec(whole)?.[1];
  const isValue = kind !== "switch";
  const isOneValue = isPair !== true && spec.value?.following !== "fixed";
  const listed = isValue && isOneValue ? findClosedValues(spec.value?.text, description) : undefined;
  const values = literals === undefined ? listed : ({ words: literals, strength: "closed" } as const);
  const said = toDescription(paragraphs);
  // The description applies to this value, which is not the default.
  const text = assigned === undefined || assigned.isDefault ? said : `\`${spec.names[0] ?? ""}=${assigned.value}\`: ${said}`;
  const repeat = isValue ? readRepeat(spec, whole) : undefined;
  const byDefault = isValue ? readDefault(whole) : undefined;
  return {
    names: spec.names,
    source,
    kind,
    ...(negation !== undefined && { negation }),
    ...(isPair && { isPair }),
    ...(spec.value && { placeholder: unmark(spec.value.text) }),
    ...(spec.value && { valueForm: spec.value.form }),
    ...(spec.value?.following && { following: spec.value.following }),
    ...(values && { values: { ...source, value: values } }),
    ...(!isValue && isAssignable(assigned, whole) && { isAssignable: true }),
    ...(repeat !== undefined && { repeat }),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(text !== "" && { description: { ...source, value: text } }),
    section,
    ...(isInheritedSection(section) && { isInherited: true }),
    ...(isDeprecated(whole) && { isDeprecated: true }),
  };
}

/**
 * Reports whether a description says that the option is deprecated. Ignores deprecated values: `markdown_github (deprecated GitHub
 * Markdown)`.
 */
function isDeprecated(description: string): boolean {
  return (
    /^\W*(?:deprecated|obsolete)\b|\b(?:option|flag|switch|this) (?:is|was|has been) (?:now )?(?:deprecated|obsolete)\b/i.test(
      description,
    ) ||
    /^[^.]*\bis deprecated\b|[[(]deprecated(?:[:,;)\]]| (?:in|since|use|by|as|-))/i.test(description) ||
    /\bDEPRECATED\b|[.!] Deprecated\b/.test(description)
  );
}

/**
 * Reports whether calls must write `=true` or `=false` after a switch. A switch that is on by default needs `=false`; a switch that is off
 * by default needs neither.
 */
function isAssignable(assigned: AssignedBoolean | undefined, description: string): boolean {
  if (assigned !== undefined) return assigned.value || !assigned.isDefault;
  // Go programs print this remark. Others print `(default: true)`.
  return description.endsWith("(default true)");
}

/** Type remarks of yargs and click in a description. */
const TYPE_REMARK = /\[(string|number|array|count|boolean)\]/;

function kindOf({ value }: OptionSpec, description: string): OptionKind {
  if (value !== undefined) return value.isOptional ? "optional" : "value";
  const remark = TYPE_REMARK.exec(description)?.[1];
  if (remark !== undefined) return remark === "boolean" || remark === "count" ? "switch" : "value";
  return /\[choices: |(?:^|[a-z.] )(?:type: (?!boolean|list\b)\w+ (?:one of|default):|one of: )/.test(description) ? "value" : "switch";
}

const REPEATS =
  /\b(?:can|may|could) be (?:used|specified|given|repeated|set|passed|provided|supplied)(?: (?:more than once|multiple times|several times|repeatedly|many times))|\bmultiple times\b|\bmore than once\b|\brepeatable\b|\bcan be repeated\b|\bmay be repeated\b|\[array\]|\bseveral times\b|\bmultiple (?:-\w+ )?(?:flags|options) (?:can|may|are allowed)\b/i;
const LAST_WINS = /\b(?:last|final) (?:one|value|option|occurrence|setting)?\s*(?:wins|takes|is used|counts|overrides)|\bonly the last\b/i;

function readRepeat({ value }: OptionSpec, description: string): boolean | undefined {
  if (value?.repeats || /^(?:strings|stringarray|stringslice|list)$/i.test(value?.text ?? "")) return true;
  return REPEATS.test(description) && !LAST_WINS.test(description) ? true : undefined;
}

function readDefault(description: string): string | undefined {
  const quoted = /[[(](?:the )?default(?:s to| is|:|=)? ?["'`]([^"'`]{1,60})["'`][\])]/i.exec(description)?.[1];
  return quoted ?? /[[(](?:the )?default(?:s to| is|:|=) ?([^\s\])]{1,60})[\])]/i.exec(description)?.[1];
}

const MAX_DESCRIPTION = 400;

/** The period at the end of a sentence. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs))\. /g;

/** Returns the first paragraph, without the parts that other keys express. Long paragraphs end after a sentence. */
export function toDescription(paragraphs: string): string {
  const [first = "", ...rest] = paragraphs.split(/\n\s*\n/).map((text) =>
    unmark(text)
      .replace(/\s+/g, " ")
      .replace(/ ?\[possible values: [^\]]*\]/, "")
      .replace(/^ ?(?:-{1,2}|=|\((?:boolean|string|integer|blob|map|list)\)) (?=\S)/, "")
      // Removes the rest of a value that could not be parsed, or a single sign: `]`, `| NAME`, `-`.
      .replace(/^[\])}|,]+ |^[^\p{L}\p{N}]+$/u, "")
      .trim(),
  );
  const text = first.length > 3 ? first : ([first, ...rest].find((one) => one.length > 3) ?? first);
  if (text.length <= MAX_DESCRIPTION) return text;
  const end = Math.max(...Array.from(text.slice(0, MAX_DESCRIPTION + 2).matchAll(SENTENCE_END), ({ index }) => index));
  return end > 80 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_DESCRIPTION))} \u2026`;
}
