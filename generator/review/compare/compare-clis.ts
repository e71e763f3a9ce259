/** Compares the CLIs of tools, and the program, the variables and the directory that their commands share. */
import { isDeepStrictEqual } from "node:util";
import { writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { commandOf, commandsOf, readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { isSuspiciousVariable, isUnsafeVariable } from "@climax-gen/runtime/internal/tool/unsafe-variables";
import type { Cli, Program, ProgramChanges, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { quote } from "../../text/wording.ts";
import type { Finding, Sides, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { isFolderInside } from "./compare-constraints.ts";
import { commandKey, commandKeyOf } from "./command-key.ts";
import { compareSecrets } from "./compare-secrets.ts";
import type { ToolPair } from "./finding.ts";
import { findDifference, findRename, listValues } from "./finding.ts";

/** Returns all changes that the tools of a CLI share. Takes all pairs of the same two CLIs; the first pair determines the location. */
export function compareClis(first: ToolPair, others: readonly ToolPair[]): readonly Finding[] {
  const [oldTool, newTool] = first;
  const [old, now] = [oldTool.cli, newTool.cli];
  const [before, after] = [old.program ?? NO_PROGRAM, now.program ?? NO_PROGRAM];
  const subject: Subject = { cli: { old: old.name, new: now.name }, member: { old: oldTool.name, new: newTool.name } };
  return [
    ...findRename("cli-renamed", subject, old.name, now.name),
    ...(others.every(hasSameCommand) && hasSameCommand(first) ? [] : compareBaseCommands(before, after, subject)),
    ...compareSurroundings(before, after, { subject, pairs: [first, ...others] }),
    ...compareGlobalArgs(before.global_args, after.global_args, subject),
    ...compareRoots(readingOf(oldTool)?.root, readingOf(newTool)?.root, subject),
    ...findDifference("missing-programs-changed", subject, { key: "when_missing", old: old.when_missing, new: now.when_missing }),
    ...compareChoices(before, after, subject),
    ...compareSystems(old.os, now.os, subject),
    ...findDifference("description-changed", subject, { key: "description", old: old.description, new: now.description }),
    ...findDifference("search-words-changed", subject, { key: "category", old: old.category, new: now.category }),
    ...findDifference("search-words-changed", subject, { key: "tags", old: old.tags, new: now.tags }),
  ];
}

/** Compares the commands that a server can run. Their order decides only where several are installed. */
function compareChoices(old: Program, now: Program, subject: Subject): readonly Finding[] {
  if (old.any_of === undefined && now.any_of === undefined) return [];
  const [before, after] = [choicesOf(old), choicesOf(now)];
  const isInside = (inner: readonly string[], outer: readonly string[]): boolean => inner.every((one) => outer.includes(one));
  const codes: readonly ChangeCode[] = [
    ...(isInside(after, before) ? [] : ["command-choices-added" as const]),
    ...(isInside(before, after) ? [] : ["command-choices-removed" as const]),
  ];
  return codes.flatMap((code) => findDifference(code, subject, { key: "command", old: before, new: after }));
}

/** Returns the commands of a program, as written. */
function choicesOf(program: Program): readonly string[] {
  return commandsOf(program)
    .map((words) => words.join(" "))
    .filter((words) => words !== "");
}

/** Compares the systems on which tools are available. Without a list, they are available on all systems. */
export function compareSystems(old: Cli["os"], now: Cli["os"], subject: Subject): readonly Finding[] {
  const isInside = (inner: Cli["os"], outer: Cli["os"]): boolean =>
    outer === undefined || (inner?.every((one) => outer.includes(one)) ?? false);
  const codes: readonly ChangeCode[] = [
    ...(isInside(old, now) ? [] : ["systems-removed" as const]),
    ...(isInside(now, old) ? [] : ["systems-added" as const]),
  ];
  return codes.flatMap((code) => findDifference(code, subject, { key: "os", old, new: now }));
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
export function hasSameCommand([old, now]: ToolPair): boolean {
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
type OwnSurroundings = Pick<ProgramChanges, "env" | "secrets" | "working_dir">;

interface Owner {
  readonly subject: Subject;
  /** The tools that the variables and the directory apply to. */
  readonly pairs: readonly ToolPair[];
}

/** Compares variables and the directory. Ignores a change that affects no calls, because the key was moved or tools override it. */
export function compareSurroundings(old: OwnSurroundings, now: OwnSurroundings, { subject, pairs }: Owner): readonly Finding[] {
  const [before, after] = [toVariables(old), toVariables(now)];
  const names = Array.from(new Set([...before.keys(), ...after.keys()])).filter(
    (name) => before.get(name) !== after.get(name) && pairs.some((pair) => hasOtherVariable(pair, name)),
  );
  // Only names are shown, because values of variables are often secret.
  const variables: readonly Finding[] =
    names.length === 0 ? [] : [{ code: "env-changed", subject, keys: ["env"], message: `changed values of ${listValues(names)}` }];
  const secrets = pairs.some(hasOtherSecrets)
    ? compareSecrets(old.secrets ?? {}, now.secrets ?? {}, { subject, keys: ["env"], isPolicy: false })
    : [];
  const code = [...secrets, ...findCodeVariables(names, subject)];
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

function hasOtherSecrets([old, now]: ToolPair): boolean {
  return !isDeepStrictEqual(commandOf(old)?.program.secrets, commandOf(now)?.program.secrets);
}

function hasOtherDirectory([old, now]: ToolPair): boolean {
  return commandOf(old)?.program.working_dir !== commandOf(now)?.program.working_dir;
}

/** Finds another program at the start of a command, or another path in it, such as that of a program after `timeout 60`. */
export function findProgramChange(old: readonly string[] = [], now: readonly string[] = [], subject: Subject): readonly Finding[] {
  const [before, after] = [namePrograms(old), namePrograms(now)];
  if (before === after || before === "" || after === "") return [];
  const message = `the program was ${quote(before)} and is ${quote(after)}`;
  return [{ code: "program-changed", subject, keys: ["command"], message, old: before, new: after }];
}

function namePrograms(words: readonly string[]): string {
  return words.filter((word, index) => index === 0 || word.includes("/")).join(" ");
}

/**
 * Finds variables that can decide which code runs.
 * @param names variables that were added, removed or changed
 */
function findCodeVariables(names: readonly string[], subject: Subject): readonly Finding[] {
  const found = names.filter((name) => isUnsafeVariable(name) || isSuspiciousVariable(name));
  if (found.length === 0) return [];
  return [{ code: "code-variable-changed", subject, keys: ["env"], message: `${listValues(found)} can decide which code runs` }];
}

/** Returns the changes of the keys for `verify`, which have no effect on calls. */
export function compareProgramVersions([oldTool, newTool]: ToolPair, { old, new: now }: Sides): readonly Finding[] {
  const [before, after] = [old.programVersions?.get(oldTool.name), now.programVersions?.get(newTool.name)];
  if (before === undefined || after === undefined) return [];
  const subject: Subject = { cli: { old: oldTool.cli.name, new: newTool.cli.name }, member: { old: oldTool.name, new: newTool.name } };
  return (["program_version", "version_command"] as const).flatMap((key) =>
    findDifference("program-version-changed", subject, { key, old: before[key], new: after[key] }),
  );
}
