/** Compares two versions of a tool, and the CLIs that they belong to. */
import type { CommandHandler, Program, ProgramChanges, Risk, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import {
  commandOf,
  isOperand,
  maskDefault,
  readingOf,
  successExitCodes,
  timeoutSeconds,
  writtenFlagOf,
} from "@climax-gen/runtime/compiler";
import { shellWords } from "../../text/shell-word.ts";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import { compareConfirmations } from "./compare-confirmations.ts";
import { compareArgs } from "./compare-args.ts";
import { compareDirectives } from "./compare-directives.ts";
import { findDifference, findSwitch, listValues } from "./finding.ts";
import { isFolderInside } from "./folder-inside.ts";
import { compareRelations } from "./compare-relations.ts";
import { findCodeVariables, findProgramChange } from "./compare-programs.ts";
import { compareWordOrder } from "./compare-word-order.ts";
import { pairArgs } from "./pairing.ts";
import { commandKeyOf, commandKey } from "./command-key.ts";

/** Returns all changes of a tool except those of its CLI, its policy, and its description, which a policy can replace. */
export function compareTools(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const renamed: readonly Finding[] =
    old.name === now.name
      ? []
      : [{ code: "tool-renamed", subject, keys: ["name"], message: `was ${quote(old.name)}`, old: old.name, new: now.name }];
  return [
    ...renamed,
    ...compareCommands(old, now, subject),
    ...compareTimeouts(timeoutSeconds(old), timeoutSeconds(now), subject),
    ...compareExitCodes(successExitCodes(commandOf(old) ?? {}), successExitCodes(commandOf(now) ?? {}), subject),
    ...compareResults(commandOf(old), commandOf(now), subject),
    ...compareRisks(old.risk, now.risk, subject),
    ...compareEndsOfOptions(old, now, subject),
    ...compareConfirmations(commandOf(old), commandOf(now), subject),
    ...(readingOf(old) || readingOf(now) ? compareDirectives(old, now, subject) : compareArgs(old, now, subject)),
    ...compareCombinations(old, now, subject),
    ...findDifference("examples-changed", subject, { key: "examples", old: old.examples, new: now.examples }),
    ...findDifference("title-changed", subject, { key: "title", old: old.title, new: now.title }),
    ...findDifference("search-words-changed", subject, { key: "keywords", old: old.keywords, new: now.keywords }),
  ];
}

/**
 * Compares the words, variables and directory that the tool itself sets, not those of its CLI. Ignores changes that do not affect calls.
 */
function compareCommands(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [commandOf(old)?.changes ?? {}, commandOf(now)?.changes ?? {}];
  const programs = { key: "program", old: before.command?.join(" "), new: after.command?.join(" ") };
  const words: readonly Finding[] = hasSameCommand([old, now])
    ? []
    : [
        ...findDifference("command-changed", subject, programs),
        ...(before.command === undefined && after.command === undefined
          ? []
          : findProgramChange(commandOf(old)?.program.command, commandOf(now)?.program.command, subject)),
        ...findDifference("command-changed", subject, { key: "command", old: ownWords(old), new: ownWords(now) }),
      ];
  return [...words, ...compareSurroundings(before, after, { subject, pairs: [[old, now]] })];
}

/** Compares the relations between arguments, and the order of arguments and constant words. */
function compareCombinations(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const { pairs } = pairArgs(old.args, now.args);
  const newNames = new Map(pairs.map(([before, after]) => [before.name, after.name]));
  const newNameOf = (name: string): string => newNames.get(name) ?? name;
  // A change of `end_of_options` is reported instead of the order that it changes.
  const hasOtherEnd = compareEndsOfOptions(old, now, subject).length > 0;
  return [
    ...compareRelations(old, now, { subject, newNameOf }),
    ...(hasOtherEnd ? [] : compareWordOrder(old, now, subject, { newNameOf, shared: new Set(newNames.values()) })),
  ];
}

/** Returns the words of the tool after those of the program. Empty for a Directive tool. */
function ownWords(tool: Tool): string {
  return shellWords(commandOf(tool)?.command ?? []);
}

/**
 * Compares `end_of_options`, which has no effect without positional arguments. With them, it reorders arguments and adds or removes `--`,
 * so existing calls run a different command line.
 */
function compareEndsOfOptions(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const key = "end_of_options";
  if (![...old.args, ...now.args].some(isOperand)) return [];
  const values = { key, old: commandOf(old)?.end_of_options, new: commandOf(now)?.end_of_options };
  return findSwitch(["end-of-options-added", "end-of-options-removed"], subject, values).flatMap((finding) => {
    const order = commandOf(now)?.end_of_options === true ? "follow the flags and `--`" : "precede the flags, without `--`";
    return [finding, { ...finding, code: "word-order-changed" as const, message: `positional values ${order}` }];
  });
}

function compareTimeouts(old: number, now: number, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const code = now < old ? "timeout-lowered" : "timeout-raised";
  return [{ code, subject, keys: ["timeout"], message: `the timeout was ${old} s and is ${now} s`, old, new: now }];
}

function compareExitCodes(old: readonly number[], now: readonly number[], subject: Subject): readonly Finding[] {
  const shared = { subject, keys: ["success_exit_codes"], old, new: now };
  const removed = old.filter((code) => !now.includes(code));
  const added = now.filter((code) => !old.includes(code));
  return [
    ...(removed.length > 0
      ? [{ ...shared, code: "exit-codes-narrowed" as const, message: `exit code ${removed.join(", ")} is a failure` }]
      : []),
    ...(added.length > 0
      ? [{ ...shared, code: "exit-codes-widened" as const, message: `exit code ${added.join(", ")} is a success` }]
      : []),
  ];
}

/** Compares the form of replies. */
function compareResults(old: Partial<CommandHandler> = {}, now: Partial<CommandHandler> = {}, subject: Subject): readonly Finding[] {
  const timeout = { key: "timeout_is_success", old: old.timeout_is_success, new: now.timeout_is_success };
  return [
    ...findDifference("output-changed", subject, { key: "output", old: old.output, new: now.output }),
    ...findDifference("exit-meanings-changed", subject, { key: "exit_codes", old: old.exit_codes, new: now.exit_codes }),
    ...findDifference("stderr-changed", subject, { key: "stderr", old: old.stderr, new: now.stderr }),
    ...findSwitch(["timeout-succeeds", "timeout-fails"], subject, timeout),
  ];
}

/** Risks in ascending order. Without a risk, clients treat a tool as dangerous (defaults of MCP's annotations). */
const RISKS: readonly (Risk | undefined)[] = ["read", "write", undefined, "destructive"];

function compareRisks(old: Risk | undefined, now: Risk | undefined, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const code = RISKS.indexOf(now) > RISKS.indexOf(old) ? "risk-raised" : "risk-lowered";
  return [{ code, subject, keys: ["risk"], message: `the risk was ${old ?? "absent"} and is ${now ?? "absent"}`, old, new: now }];
}

/** The same tool on both sides. */
export type ToolPair = readonly [old: Tool, new: Tool];

/** Returns all changes that the tools of a CLI share. Takes all pairs of the same two CLIs; the first pair determines the location. */
export function compareClis(first: ToolPair, others: readonly ToolPair[]): readonly Finding[] {
  const [oldTool, newTool] = first;
  const [old, now] = [oldTool.cli, newTool.cli];
  const [before, after] = [old.program ?? NO_PROGRAM, now.program ?? NO_PROGRAM];
  const subject: Subject = { cli: { old: old.name, new: now.name }, member: { old: oldTool.name, new: newTool.name } };
  const renamed: readonly Finding[] =
    old.name === now.name
      ? []
      : [{ code: "cli-renamed", subject, keys: ["name"], message: `was ${quote(old.name)}`, old: old.name, new: now.name }];
  return [
    ...renamed,
    ...(others.every(hasSameCommand) && hasSameCommand(first) ? [] : compareBaseCommands(before, after, subject)),
    ...compareSurroundings(before, after, { subject, pairs: [first, ...others] }),
    ...compareGlobalArgs(before.global_args, after.global_args, subject),
    ...compareRoots(readingOf(oldTool)?.root, readingOf(newTool)?.root, subject),
    ...findDifference("description-changed", subject, { key: "description", old: old.description, new: now.description }),
    ...findDifference("search-words-changed", subject, { key: "category", old: old.category, new: now.category }),
    ...findDifference("search-words-changed", subject, { key: "tags", old: old.tags, new: now.tags }),
  ];
}

/** Compares the directories of two Directive definitions by name. */
function compareRoots(old: string | undefined, now: string | undefined, subject: Subject): readonly Finding[] {
  const changed = findDifference("root-changed", subject, { key: "root", old, new: now });
  if (old === undefined || now === undefined) return changed;
  return changed.flatMap((finding): readonly Finding[] => [
    finding,
    ...(isFolderInside(now, old) ? [] : [{ ...finding, code: "root-loosened" as const }]),
    ...(isFolderInside(old, now) ? [] : [{ ...finding, code: "root-tightened" as const }]),
  ]);
}

/** The program of a Directive definition, which runs none. */
const NO_PROGRAM: Program = { command: [], global_args: [] };

/**
 * Reports whether calls have the same command. Words can move between the command of a CLI and the commands of all its tools without
 * changing calls.
 */
function hasSameCommand([old, now]: ToolPair): boolean {
  return commandKeyOf(old) === commandKeyOf(now);
}

function compareBaseCommands(old: Program, now: Program, subject: Subject): readonly Finding[] {
  if (commandKey(old, []) === commandKey(now, [])) return [];
  // Words of base commands are verbatim, including quotes.
  return [
    ...findDifference("command-changed", subject, { key: "command", old: old.command.join(" "), new: now.command.join(" ") }),
    ...findProgramChange(old.command, now.command, subject),
  ];
}

/** Compares global arguments by their effect on command lines and logs. Their names and descriptions are not visible to clients. */
function compareGlobalArgs(old: readonly ToolArg[], now: readonly ToolArg[], subject: Subject): readonly Finding[] {
  const written = (args: readonly ToolArg[]): string =>
    JSON.stringify(
      args.map((arg) => [writtenFlagOf(arg), arg.type === "boolean", writtenDefault(arg), arg.secret === true, arg.value, arg.enum_words]),
    );
  if (written(old) === written(now)) return [];
  const secrets = new Set([...old, ...now].filter(({ secret }) => secret).map(({ name }) => name));
  const show = (args: readonly ToolArg[]): readonly ToolArg[] => args.map((arg) => (secrets.has(arg.name) ? hideDefault(arg) : arg));
  return findDifference("global-args-changed", subject, { key: "global_args", old, new: now, shown: [show(old), show(now)] });
}

/** Returns the default as text, because a command line has no types. */
function writtenDefault({ default: value }: ToolArg): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the argument with its default masked. */
function hideDefault(arg: ToolArg): ToolArg {
  const hidden = maskDefault({ ...arg, secret: true }).default;
  return { ...arg, ...(hidden !== undefined && { default: hidden }) };
}

/** The variables and the directory of a CLI, or those that a tool sets itself. */
type OwnSurroundings = Pick<ProgramChanges, "env" | "working_dir">;

interface Owner {
  readonly subject: Subject;
  /** The tools that the variables and the directory apply to. */
  readonly pairs: readonly ToolPair[];
}

/** Compares variables and the directory. Ignores a change that affects no calls, because the key was moved or tools override it. */
function compareSurroundings(old: OwnSurroundings, now: OwnSurroundings, { subject, pairs }: Owner): readonly Finding[] {
  const [before, after] = [toVariables(old), toVariables(now)];
  const names = Array.from(new Set([...before.keys(), ...after.keys()])).filter(
    (name) => before.get(name) !== after.get(name) && pairs.some((pair) => hasOtherVariable(pair, name)),
  );
  // Only names are shown, because values of variables are often secret.
  const variables: readonly Finding[] =
    names.length === 0 ? [] : [{ code: "env-changed", subject, keys: ["env"], message: `changed values of ${listValues(names)}` }];
  const code = findCodeVariables(names, subject);
  if (!pairs.some(hasOtherDirectory)) return [...variables, ...code];
  return [
    ...variables,
    ...code,
    ...findDifference("working-dir-changed", subject, { key: "working_dir", old: old.working_dir, new: now.working_dir }),
  ];
}

function toVariables({ env = {} }: OwnSurroundings): ReadonlyMap<string, string> {
  return new Map(Object.entries(env));
}

function hasOtherVariable(pair: ToolPair, name: string): boolean {
  const [old, now] = pair.map((tool) => toVariables(commandOf(tool)?.program ?? {}).get(name));
  return old !== now;
}

function hasOtherDirectory([old, now]: ToolPair): boolean {
  return commandOf(old)?.program.working_dir !== commandOf(now)?.program.working_dir;
}
