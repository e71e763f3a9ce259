/** Reads one text of a program: its options, usage, subcommands and exit codes. Pure. */
import type { ExitCode, Fact, OptionFacts, OptionKind, Page, PositionalFacts, Source } from "../description.ts";
import { countMentions } from "./mentions.ts";
import { findClosedValues } from "./closed-values.ts";
import { findCommands, type ListedCommand } from "./command-lists.ts";
import { findExitCodes } from "./exit-codes.ts";
import { type AssignedBoolean, findOptionEntries, type OptionEntry } from "./option-entries.ts";
import type { OptionSpec } from "./option-spec.ts";
import { findProseOptions } from "./prose-options.ts";
import { MARK_END, MARK_START, toPlainLines } from "./plain-lines.ts";
import { isInheritedSection, listsCommands } from "./sections.ts";
import { findSummary } from "./summary.ts";
import { findUsageLines, readPositionals } from "./usage-lines.ts";
import { findUsageCommands } from "./usage-commands.ts";
import { readUsageOptions, type UsageLine } from "./usage-options.ts";

/** Facts of one page. */
export interface PageFacts {
  readonly page: Page;
  readonly summary?: Fact<string>;
  readonly usage: readonly Fact<string>[];
  readonly options: readonly OptionFacts[];
  /** Options that only a sentence or a usage line shows. */
  readonly usageOptions: readonly OptionFacts[];
  readonly positionals: readonly PositionalFacts[];
  readonly commands: readonly ListedCommand[];
  /** Subcommands that only usage lines show. Their options have no descriptions. */
  readonly usageCommands: readonly UsageCommandFacts[];
  readonly exits: readonly Fact<ExitCode>[];
  readonly hasEndOfOptions: boolean;
  /** Names of options that the page only refers to: "available to all commands: --account, …". */
  readonly globalNames: readonly string[];
}

/** A subcommand, as a usage line shows it. */
export interface UsageCommandFacts extends Pick<PageFacts, "usage" | "usageOptions" | "positionals" | "hasEndOfOptions"> {
  readonly name: string;
}

/** Reads a page. `program` and the page's path are the words at the start of its usage lines. */
export function readPage(program: string, page: Page): PageFacts {
  const lines = toPlainLines(page.text);
  const where: Source = { from: page.from, page: page.label, line: 1 };
  const at = (line: number): Source => ({ ...where, line });
  const words = [program, [program, ...page.path].join("-"), ...page.path];
  const usage = findUsageLines(lines, words);
  const summary = findSummary(lines, where);
  const [first] = usage;
  const mentions = countMentions(lines);
  const entries = findOptionEntries(lines);
  const defined = new Set(entries.flatMap(({ spec }) => spec.names));
  // The commands of gpg and dpkg are options.
  const isOption = (name: string): boolean => name === "command" && entries.some(({ section }) => listsCommands(section));
  const inUsage = readUsageOptions([...usage, ...findBracketLines(lines)]).filter(
    ({ spec, isBracketed }) => isBracketed || !spec.names.some((name) => defined.has(name)),
  );
  const toUsageOptions = (found: readonly UsageLine[]): readonly OptionFacts[] =>
    readUsageOptions(found).map(({ spec, line }) => ({ ...toBareOption(spec, at(line)), ...mentions.of(spec.names) }));
  return {
    page,
    ...(summary && { summary }),
    usage: usage.map(({ text, line }) => ({ ...at(line), value: unmark(text) })),
    options: entries.map((entry) => ({ ...toOption(entry, at), ...mentions.of(entry.spec.names) })),
    usageOptions: [
      ...inUsage.map(({ spec, line }) => toBareOption(spec, at(line))),
      ...findProseOptions(lines).map(({ spec, line, sentence }) => toProseOption(spec, sentence, at(line))),
    ].map((option) => ({ ...option, ...mentions.of(option.names) })),
    positionals: first === undefined ? [] : readPositionals(first.text, words, at(first.line)).filter(({ name }) => !isOption(name)),
    commands: findCommands(lines, where),
    usageCommands: findUsageCommands(
      usage.map(({ text, line }) => ({ text: unmark(text), line })),
      [program, ...page.path],
    ).map(({ name, usage: own }) => ({
      name,
      usage: [{ ...at(own.line), value: own.text }],
      usageOptions: toUsageOptions([own]),
      positionals: readPositionals(own.text, [...words, name], at(own.line)),
      hasEndOfOptions: hasEndOfOptions([], [own], [...words, name]),
    })),
    exits: findExitCodes(lines, where),
    hasEndOfOptions: hasEndOfOptions(lines, usage, words),
    globalNames: findGlobalNames(lines),
  };
}

/** Returns lines with only options in brackets, as npm prints them below "Options:". */
function findBracketLines(lines: readonly string[]): readonly UsageLine[] {
  return lines.flatMap((text, index) => (/^\s*\[-{1,2}\w[^\]]*.*\]$/.test(text) ? [{ text, line: index + 1 }] : []));
}

/** Reports whether `--` is documented: by an entry, or in the usage before all positionals. */
function hasEndOfOptions(lines: readonly string[], usage: readonly UsageLine[], words: readonly string[]): boolean {
  if (lines.some((line) => /^\s+--(?:\s{2,}.*\b(?:options?|flags?|positional|switch(?:es)?)\b|$)/i.test(line))) return true;
  const before = /^(.*?)[\s[]--(?=[\s\]]|$)/.exec(usage[0]?.text ?? "")?.[1];
  return before !== undefined && readPositionals(before, words, { from: "help", page: "", line: 1 }).length === 0;
}

/** Reads a paragraph of names that defines nothing, as gcloud prints it below the options. */
function findGlobalNames(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /\bavailable to all (?:sub)?commands\b/i.test(line));
  if (start === -1) return [];
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  const paragraph = lines.slice(start, end === -1 ? undefined : end).join(" ");
  return Array.from(paragraph.matchAll(/(?<![\w-])--[a-z][\w-]*/g), ([name]) => name);
}

function unmark(text: string): string {
  return text.replaceAll(MARK_START, "").replaceAll(MARK_END, "");
}

function toBareOption(spec: OptionSpec, source: Source): Omit<OptionFacts, "mentions"> {
  const { value } = spec;
  const values = value === undefined ? undefined : findClosedValues(value.text, []);
  return {
    names: spec.names,
    source,
    kind: kindOf(spec, ""),
    ...(spec.negation !== undefined && { negation: spec.negation }),
    ...(value && { placeholder: unmark(value.text) }),
    ...(value && { valueForm: value.form }),
    ...(values && { values: { ...source, value: values } }),
    ...(value?.repeats && { repeat: true }),
    section: "",
  };
}

/** A sentence shows a value only after `=`. */
function toProseOption(spec: OptionSpec, sentence: string, source: Source): Omit<OptionFacts, "mentions"> {
  const bare = toBareOption(spec, source);
  return { ...bare, kind: spec.value === undefined ? "unknown" : bare.kind, description: { ...source, value: sentence } };
}

function toOption(
  { spec, line, section, description, assigned, isPair }: OptionEntry,
  at: (line: number) => Source,
): Omit<OptionFacts, "mentions"> {
  const source = at(line);
  const paragraphs = description.join("\n").trim();
  const whole = paragraphs.replace(/\s+/g, " ");
  const kind = isPair === true ? "value" : kindOf(spec, whole);
  const negation = spec.negation ?? /\bUse `?(--no-[\w-]+)`? to (?:disable|turn)/.exec(whole)?.[1];
  const isValue = kind !== "switch";
  const values = isValue && isPair !== true ? findClosedValues(spec.value?.text, description) : undefined;
  const said = toDescription(paragraphs);
  // The description is about this value, which is not the default.
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
    ...(values && { values: { ...source, value: values } }),
    ...(!isValue && isAssignable(assigned, whole) && { isAssignable: true }),
    ...(repeat !== undefined && { repeat }),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(text !== "" && { description: { ...source, value: text } }),
    section,
    ...(isInheritedSection(section) && { isInherited: true }),
    ...(/^\W*(?:deprecated|obsolete)\b|\bis deprecated\b|\(deprecated|\[deprecated|DEPRECATED/i.test(whole) && { isDeprecated: true }),
  };
}

/**
 * Reports whether `=true` and `=false` turn a switch on and off, and whether it takes them: a switch that is on by default needs `=false`.
 */
function isAssignable(assigned: AssignedBoolean | undefined, description: string): boolean {
  if (assigned !== undefined) return assigned.value || !assigned.isDefault;
  // The remark of Go programs. Others print `(default: true)`.
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

/** Returns the first paragraph, without the parts that other keys express. Long paragraphs end after a sentence. */
function toDescription(paragraphs: string): string {
  const [first = "", ...rest] = paragraphs.split(/\n\s*\n/).map((text) =>
    unmark(text)
      .replace(/\s+/g, " ")
      .replace(/ ?\[possible values: [^\]]*\]/, "")
      .trim(),
  );
  const text = first.length > 3 ? first : ([first, ...rest].find((one) => one.length > 3) ?? first);
  if (text.length <= MAX_DESCRIPTION) return text;
  const end = text.lastIndexOf(". ", MAX_DESCRIPTION);
  return end > 80 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_DESCRIPTION))} \u2026`;
}
