/** Finds limits of an argument that together reject every value. */
import type { DashFacts, ToolArg } from "@climax-gen/runtime/compiler";
import { allowsDash, isDashGuarded } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../../patterns/language.ts";
import { quote } from "../../text/wording.ts";

/** A pattern that no accepted value matches. */
export interface Contradiction {
  readonly key: "pattern" | "keys.pattern";
  /** Completes "the pattern matches …". */
  readonly matched: string;
  readonly fix: string;
}

interface Rule {
  /** Pattern of the values that the server accepts. */
  readonly accepted: string;
  /** Reports whether a pattern may match none of these values. Reads only its source, because the analysis can take a tenth of a second. */
  readonly concerns: (pattern: string) => boolean;
  /** Completes "the pattern matches …", if it matches none of these values. */
  readonly matched: string;
  readonly fix: string;
}

const ANY_TEXT: Rule = {
  accepted: "(?s:.*)",
  // An anchor that is not at an end of the pattern.
  concerns: (pattern) => /.(?<!\[)\^|\$.|\\[AZz]/s.test(pattern),
  matched: "no text",
  fix: "write a pattern of the whole text",
};
const NO_OPTION: Rule = {
  accepted: "(?s:-?|[^-].*)",
  concerns: (pattern) => /^[\^(?:|[\\]*-/.test(pattern),
  matched: "only texts that start with `-`, which the server rejects",
  fix: "change the pattern, or add `allow_leading_dash: true`",
};

/** Returns the first pattern of an argument that no accepted value matches. Ignores patterns that cannot be analyzed. */
export function findContradiction(arg: ToolArg, facts: DashFacts): Contradiction | undefined {
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

function findUnmet(pattern: string, rules: readonly Rule[]): Pick<Rule, "matched" | "fix"> | undefined {
  const suspected = rules.filter(({ concerns }) => concerns(pattern));
  if (suspected.length === 0) return undefined;
  const language = compileLanguage(pattern);
  const unmet = suspected.find(({ accepted }) => findInIntersection(language, compileLanguage(accepted)).kind === "none");
  return unmet && { matched: unmet.matched, fix: unmet.fix };
}

function keyRule({ value }: ToolArg): Rule {
  const shared = { concerns: () => true, fix: "write a pattern of the whole key" };
  if (value !== undefined) return { ...shared, accepted: "(?s:.+)", matched: "only the empty key, which the server rejects" };
  return { ...shared, accepted: "[^=]+", matched: "no key: a key has a character, and no `=`" };
}

function lengthRules({ max_length: length }: ToolArg): readonly Rule[] {
  if (length === undefined) return [];
  const most = Math.floor(length);
  const matched = `no text of at most ${length} character${length === 1 ? "" : "s"}`;
  // Only a longer pattern or one with a repetition can require more characters.
  const concerns = (pattern: string): boolean => pattern.length > most || pattern.includes("{");
  return [{ accepted: `(?s:.{0,${most}})`, concerns, matched, fix: "change `pattern` or `max_length`" }];
}

function joinRules({ join }: ToolArg): readonly Rule[] {
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
