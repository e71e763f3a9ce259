/** Asks a program about the words of its commands, before they are drafted. */
import { findGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { Interviewer } from "../import/crawl/command-pages.ts";
import { applyAnswers } from "../import/describe/apply-answers.ts";
import { readsPathsAfterDashes } from "../check/files/paths-after-dashes.ts";
import type { CliDescription, CommandFacts, OptionFacts } from "../import/description.ts";
import { walkCommands } from "../import/description.ts";
import { isTool } from "../import/draft/draft.ts";
import { isUseful, rankOptions } from "../import/draft/rank.ts";
import type { FlagVerdict, ProbeRequest } from "../probe/flag-verdict.ts";
import { probeFlags } from "../probe/probe-flags.ts";
import { probeDoubleDash } from "../probe/probe-order.ts";

/** Limits of the time in which a program is asked, in milliseconds. Between them, the questions take at most as long as the reading did. */
const MIN_TIME_MS = 10_000;
const MAX_TIME_MS = 30_000;

/**
 * Number of options of a command that are probed, the most useful first: a draft has eight of them by default. The next options replace
 * those that the program rejects.
 */
const MAX_OPTIONS = 12;

/** Maximum number of commands of a measured program that are asked: the table shows how its other commands read their words. */
const MAX_ASKED = 20;

/** A program, as it is started, and its description. */
export interface AskedProgram {
  readonly program: string;
  readonly description: CliDescription;
  readonly interviewer: Interviewer;
  readonly onProgress: (text: string) => void;
  /** Time that the reading of the documentation took, in milliseconds. */
  readonly readingMs: number;
}

/**
 * Returns the description without the flags that the program rejects, and with the notation that it reads. Without a sandbox, and for a
 * program that names no unknown flag, only the table of measured programs is used. Never rejects.
 */
export async function askProgram({ program, description, interviewer, onProgress, readingMs }: AskedProgram): Promise<CliDescription> {
  const end = performance.now() + Math.min(Math.max(readingMs, MIN_TIME_MS), MAX_TIME_MS);
  const isOver = (): boolean => performance.now() > end;
  const isKnown = Object.keys(findGrammar([program])).length > 0 && walkCommands(description.root).length > MAX_ASKED;
  const ask = isKnown ? undefined : interviewer.probe;
  const readers = new Map<string, Promise<readonly FlagVerdict[]>>();
  const probeShared = async (request: ProbeRequest, key: string): Promise<readonly FlagVerdict[]> => {
    const first = readers.get(key);
    if (first !== undefined) return await probeFlags({ ...request, known: toMap(await first) });
    const verdicts = probeFlags(request);
    readers.set(key, verdicts);
    return await verdicts;
  };
  const askCommand = async (command: CommandFacts): Promise<CommandFacts> => {
    const { path, commands } = command;
    const grammar = findGrammar([program, ...path]);
    onProgress(`asking ${[description.program, ...path].join(" ")} about its options`);
    const useful = rankOptions(command)
      .map(({ option }) => option)
      .filter(isUseful);
    const isAsked = isTool(command, description.root);
    const probe = async (options: readonly OptionFacts[]): Promise<readonly FlagVerdict[]> =>
      ask === undefined || !isAsked
        ? []
        : await probeShared({ program, path, flags: options.flatMap(spellingsOf), ask, isOver }, pageOf(options));
    const verdicts = await probeFirst(useful, probe);
    const isEnded = ask !== undefined && isAsked && command.positionals.length > 0 && grammar.passesAfter === undefined;
    const doubleDash = isEnded ? await probeDoubleDash({ program, path, ask, isOver }) : undefined;
    const hasPathsAfter = readsPathsAfterDashes(description.program, path);
    const answers = { verdicts: toMap(verdicts), grammar, hasPathsAfter, ...(doubleDash && { doubleDash }) };
    return { ...applyAnswers(command, answers), commands: await Promise.all(commands.map(askCommand)) };
  };
  return { ...description, root: await askCommand(description.root) };
}

/** Asks about the first options, and about one more for each that the program rejects. */
async function probeFirst(
  options: readonly OptionFacts[],
  probe: (options: readonly OptionFacts[]) => Promise<readonly FlagVerdict[]>,
): Promise<readonly FlagVerdict[]> {
  const verdicts: FlagVerdict[] = [];
  for (let start = 0, end = MAX_OPTIONS; start < end && start < options.length;) {
    const asked = options.slice(start, end);
    const answers = toMap(await probe(asked));
    verdicts.push(...answers.values());
    const rejected = asked.filter((option) => spellingsOf(option).every((name) => answers.get(name)?.kind === "rejected")).length;
    [start, end] = [end, end + rejected];
  }
  return verdicts;
}

/** Returns the lines that describe options. Commands that print the same page have the same lines. */
function pageOf(options: readonly OptionFacts[]): string {
  return options.map(({ source: { page, line } }) => `${page}:${line}`).join(" ");
}

function toMap(verdicts: readonly FlagVerdict[]): ReadonlyMap<string, FlagVerdict> {
  return new Map(verdicts.map((verdict) => [verdict.flag, verdict]));
}

/** Returns the spellings that a draft can use: the long names, or the only ones. */
function spellingsOf({ names }: OptionFacts): readonly string[] {
  const long = names.filter((name) => /^--[A-Za-z0-9]/.test(name));
  return long.length > 0 ? long : names.filter((name) => /^-[A-Za-z0-9]/.test(name));
}
