/**
 * Guesses the risk of a command from the first sentence about it. A wrong `read` is worse than none, so a sentence has to say what is
 * printed, and no option may change something. Words for changes are believed anywhere in the sentence. Pure.
 */
import { anyOf } from "../../text/alternatives.ts";
import type { CommandFacts } from "../description.ts";
import { isActing } from "./acting-options.ts";

/** Verbs of a summary that name a change. */
export const CHANGE = "set|write|change|modify|edit|update|create|delete|remove|save|store|export|install|start|stop|reset|clear";

/** Words that name a change anywhere, another destination than the output, or a secret. */
const DOES_MORE = new RegExp(
  [
    String.raw`\b(?:${CHANGE}|add|apply|clone|download|fetch|move|open|rename|replace|run|upload)(?:e?s|ing)?\b`,
    String.raw`\b(?:into|browser|editor|interactively)\b`,
    String.raw`\b(?:tokens?|passwords?|secrets?|credentials?|private keys?)\b`,
  ].join("|"),
  "i",
);

/** Further words that name a change, or the execution of code: `Check whether the tests pass`. */
const ACTS = new RegExp(
  String.raw`\b${anyOf(
    String.raw`build compil execut scripts?\b hooks?\b test repair fix correct upgrad prun clean flush renew sign send submit push pull sync`,
  )}\w*`,
  "i",
);

/** Verbs of summaries of commands that print something, and need no word in the name of the command that says so. */
const PRINTS = new RegExp(
  [
    String.raw`^(?:show|display|list|print|view|count|search|find)(?:s|ing)? (?!and\b|or\b)`,
    String.raw`(?:[^,/]|, (?:in|including|such as|like) )+$`,
  ].join(""),
  "i",
);

/** Verbs of summaries that also have other meanings: these commands may have no option that changes something. */
const ANSWERS = new RegExp(
  `^(?:${[
    "(?:output|inspect|compare|compute)s? (?!and\\b|or\\b)[^,/]+",
    "(?:check|verify|verifies)s? (?:whether|if|that) [^,/]+",
    "gets? (?!and\\b|or\\b)[^,/]*\\b(?:information|status|events|statistics|details|list of) ?[^,/]*",
  ].join("|")})$`,
  "i",
);

/** What the first sentence about a command says. */
export type SummaryRisk = "read" | "write" | "destructive";

/** Verbs that make something without replacing anything, in their base form. */
const MAKES = "create|add|generate|download|fetch|clone|export|save|compile|initialize|register|rename|mark";

/** Verbs that replace, end or run something. */
const DESTROYS =
  "delete|remove|drop|discard|destroy|overwrite|rewrite|replace|restore|reset|revert|undo|uninstall|stop|kill|halt|reboot|suspend|hibernate|reload|update|upgrade|publish|deploy|drain|yank|transfer|shut down|roll back|clean ?up";

/** A verb at the start, or after another one: `List, create, or delete branches`, `Start one unit and stop all others`. */
const verbs = (words: string): RegExp => new RegExp(String.raw`(?:^|[,/] ?|\b(?:and|or|then) (?:optionally )?)(?:${words})(?:e?s)?\b`, "i");

const [MAKING, DESTROYING] = [verbs(MAKES), verbs(DESTROYS)];

/** A command that runs what the caller or a project names, and not only a check. */
const RUNS = new RegExp(
  [
    String.raw`^(?:runs?|executes?|invokes?) (?!an? (?:[\w-]+ )?(?:audit|check|scan|query|search|report)\b)`,
    String.raw`\b(?:and|then) (?:run|execute)s?\b`,
  ].join("|"),
  "i",
);

/** What stays behind after a call, or gives access to more than the call. */
const SERVES = /\b(?:server|proxy|daemon|shell|session|tunnel|gateway)\b/i;

/** Returns the risk of a command by its first sentence, or undefined if it does not tell. */
export function riskOfSummary({ summary, options }: Pick<CommandFacts, "summary" | "options">): SummaryRisk | undefined {
  // In parentheses are examples and details: `Display usage (CPU/memory) of nodes`.
  const [sentence = ""] = summary?.value.split(/\.(?=\s|$)/) ?? [];
  const short = sentence.replace(/ \([^()]*\)/g, "").trim();
  if (!DOES_MORE.test(sentence)) {
    if (PRINTS.test(short)) return "read";
    const all = summary?.value ?? "";
    if (ANSWERS.test(short) && !ACTS.test(all) && !DOES_MORE.test(all) && !options.some(isActing)) return "read";
  }
  if (DESTROYING.test(short) || RUNS.test(short)) return "destructive";
  return MAKING.test(short) && !SERVES.test(short) ? "write" : undefined;
}
