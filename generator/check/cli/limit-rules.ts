/** Checks the limits of arguments: their patterns, and the values that the config itself contains, such as defaults. */
import type { DashFacts } from "@climax-gen/runtime/internal/command-line/dash-guard";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import { findLimitProblems, LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { allowsDash, isDashGuarded } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { findPatternProblem } from "@climax-gen/runtime/internal/text/linear-pattern";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { CliFile, CommandTool } from "../files/checked-file.ts";
import { dashFactsIn } from "../files/tool-program.ts";
import { addressOf, locateClosest } from "../files/locations.ts";
import { compileLanguage, escapePattern, findInIntersection } from "../../patterns/language.ts";
import { quote } from "../../text/wording.ts";

/** An argument and its location. */
interface PlacedArg {
  readonly file: CliFile;
  readonly tool: CommandTool;
  readonly arg: ToolArg;
}

/** Compiles the patterns of a config, and returns the errors. The engine is loaded with the first pattern. Never rejects. */
export async function checkLimits(file: CliFile): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const tool of file.tools) {
    for (const arg of tool.args) found.push(...(await checkArg({ file, tool, arg })));
  }
  return found;
}

async function checkArg(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const patterns = [
    await checkPattern(placed, ["pattern"], arg.pattern),
    await checkPattern(placed, ["keys", "pattern"], arg.keys?.pattern),
  ];
  const invalid = patterns.filter((diagnostic) => diagnostic !== undefined);
  if (invalid.length > 0) return invalid;
  const contradiction = checkContradiction(placed);
  return contradiction === undefined ? [...(await checkDefault(placed)), ...(await checkEnum(placed))] : [contradiction];
}

function checkContradiction(placed: PlacedArg): Diagnostic | undefined {
  const { arg, file, tool } = placed;
  const found = findContradiction(arg, dashFactsIn(file, tool));
  return found && diagnose("unmatched-pattern", locateIn(placed, found.key.split(".")), found);
}

async function checkPattern(placed: PlacedArg, keys: YamlPath, source: string | undefined): Promise<Diagnostic | undefined> {
  const problem = source === undefined ? undefined : await findPatternProblem(source, "allow");
  return problem === undefined
    ? undefined
    : diagnose("bad-pattern", locateIn(placed, keys), { key: keys.join("."), problem, isOf: "limit" });
}

async function checkDefault(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const key = arg.default === undefined ? undefined : await findLimit(arg, arg.default);
  if (key === undefined) return [];
  return [diagnose("default-outside-limits", locateIn(placed, ["default"]), { key })];
}

/** Reports the members that no call can pass. */
async function checkEnum(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const found: Diagnostic[] = [];
  for (const [index, member] of (arg.enum ?? []).entries()) {
    const key = await findLimit(arg, member);
    const at = arg.enum_words === undefined ? index : String(member);
    if (key === undefined) continue;
    found.push(diagnose("enum-outside-limits", locateIn(placed, ["enum", at], "key"), { value: String(member), key }));
  }
  return found;
}

/** Returns the first limit that rejects a value. Uses the runtime's check of a call. */
async function findLimit(arg: ToolArg, value: ArgValue): Promise<string | undefined> {
  if (hasJoiner(arg, value)) return "join";
  for (const key of LIMIT_KEYS) {
    if (arg[key] === undefined) continue;
    const limited = { name: arg.name, type: arg.type, [key]: arg[key] };
    const problems = await findLimitProblems([limited], new Map([[arg.name, value]]));
    if (problems.length > 0) return key;
  }
  return undefined;
}

/** Reports whether an item contains the text that separates the items, so that the program would read it as several. */
function hasJoiner({ join }: ToolArg, value: ArgValue): boolean {
  if (join === undefined || join === "") return false;
  const items = typeof value === "object" ? Object.values(value) : [value];
  return items.some((item) => String(item).includes(join));
}

function locateIn({ file, tool, arg }: PlacedArg, keys: YamlPath, side: "key" | "value" = "value"): SourceLocation {
  return locateClosest(file, addressOf(tool.name, arg.name), keys, side);
}

/** A pattern that no accepted value matches. */
export interface Contradiction {
  readonly key: "pattern" | "keys.pattern";
  /** Completes "the pattern matches …". */
  readonly matched: string;
  readonly fix: string;
}

interface PatternRule {
  /** Pattern of the values that the server accepts. */
  readonly accepted: string;
  /** Reports whether a pattern may match none of these values. Reads only its source, because the analysis can take a tenth of a second. */
  readonly concerns: (pattern: string) => boolean;
  /** Completes "the pattern matches …", if it matches none of these values. */
  readonly matched: string;
  readonly fix: string;
}

const ANY_TEXT: PatternRule = {
  accepted: "(?s:.*)",
  // An anchor that is not at an end of the pattern.
  concerns: (pattern) => /.(?<!\[)\^|\$.|\\[AZz]/s.test(pattern),
  matched: "no text",
  fix: "write a pattern of the whole text",
};
const NO_OPTION: PatternRule = {
  accepted: "(?s:-?|[^-].*)",
  concerns: (pattern) => /^[\^(?:|[\\]*-/.test(pattern),
  matched: "only texts that start with `-`, which the server rejects",
  fix: "change the pattern, or add `allow_leading_dash: true`",
};

/** Returns the first pattern of an argument that no accepted value matches. Ignores patterns that cannot be analyzed. */
function findContradiction(arg: ToolArg, facts: DashFacts): Contradiction | undefined {
  const { pattern, keys } = arg;
  const ofKeys = keys === undefined ? undefined : findUnmet(keys.pattern, [ANY_TEXT, keyRule(arg)]);
  if (ofKeys !== undefined) return { key: "keys.pattern", ...ofKeys };
  if (pattern === undefined || arg.enum !== undefined) return undefined;
  const [, inSlashes] = /^\/(.*)\/[a-z]*$/s.exec(pattern) ?? [];
  const unmet = findUnmet(pattern, [
    inSlashes === undefined ? ANY_TEXT : { ...ANY_TEXT, fix: `write it without the slashes: ${quote(inSlashes)}` },
    ...lengthRules(arg),
    ...joinRules(arg),
    ...(isDashChecked(arg, facts) ? [NO_OPTION] : []),
  ]);
  return unmet && { key: "pattern", ...unmet };
}

function findUnmet(pattern: string, rules: readonly PatternRule[]): Pick<PatternRule, "matched" | "fix"> | undefined {
  const suspected = rules.filter(({ concerns }) => concerns(pattern));
  if (suspected.length === 0) return undefined;
  const language = compileLanguage(pattern);
  const unmet = suspected.find(({ accepted }) => findInIntersection(language, compileLanguage(accepted)).kind === "none");
  return unmet && { matched: unmet.matched, fix: unmet.fix };
}

function keyRule({ value }: ToolArg): PatternRule {
  const shared = { concerns: () => true, fix: "write a pattern of the whole key" };
  if (value !== undefined) return { ...shared, accepted: "(?s:.+)", matched: "only the empty key, which the server rejects" };
  return { ...shared, accepted: "[^=]+", matched: "no key: a key has a character, and no `=`" };
}

function lengthRules({ max_length: length }: ToolArg): readonly PatternRule[] {
  if (length === undefined) return [];
  const most = Math.floor(length);
  const matched = `no text of at most ${length} character${length === 1 ? "" : "s"}`;
  // Only a longer pattern or one with a repetition can require more characters.
  const concerns = (pattern: string): boolean => pattern.length > most || pattern.includes("{");
  return [{ accepted: `(?s:.{0,${most}})`, concerns, matched, fix: "change `pattern` or `max_length`" }];
}

function joinRules({ join }: ToolArg): readonly PatternRule[] {
  // Only the absence of a single character has a short pattern.
  if (join === undefined || !/^.$/su.test(join)) return [];
  return [
    {
      accepted: `[^${escapePattern(join)}]*`,
      concerns: (pattern) => pattern.includes(join) || /[\\.]/.test(pattern),
      matched: "no item: an item cannot contain the text of `join`",
      fix: "write a pattern of one item",
    },
  ];
}

/** Reports whether the server rejects values that start with `-`. It accepts a default that starts with `-`. */
function isDashChecked(arg: ToolArg, facts: DashFacts): boolean {
  const isChecked = arg.type === "string" && arg.default === undefined && arg.join === undefined && !allowsDash(arg);
  return isChecked && isDashGuarded(arg, facts);
}
