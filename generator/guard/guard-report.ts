/** What a guard of programs covers on a machine, and what it does not. Pure. */
import { escapeUnprintable } from "../text/wording.ts";

/** One program of a guard. */
export interface GuardedName {
  readonly name: string;
  /** Whether the guard is the first program of this name on `PATH`, and a shell finds it. */
  readonly isFirst: boolean;
  /** The path that a shell runs. Omitted if it finds none. */
  readonly found?: string;
  /** Paths of other programs of this name. A caller can run them by their full path. */
  readonly others: readonly string[];
  /** Paths of the same program under names that the guard does not have. Omitted if there are none. */
  readonly aliases?: readonly string[];
}

/** The state of a guard on a machine. */
export interface GuardState {
  /** The directory of the scripts. */
  readonly bin: string;
  readonly programs: readonly GuardedName[];
  /** Path of busybox, which has other versions of many programs. Omitted if it is not installed. */
  readonly busybox?: string;
  /** Path of bubblewrap, which can hide the other programs. Omitted if it is not installed. */
  readonly bubblewrap?: string;
}

/** Reports whether every program of the guard is found first. A guard without programs guards nothing. */
export function isFirstOnPath({ programs }: GuardState): boolean {
  return programs.length > 0 && programs.every(({ isFirst }) => isFirst);
}

/** Returns the state as text: a line per program, then what the guard cannot close. */
export function describeGuardState(state: GuardState): string {
  const { bin, programs, busybox, bubblewrap } = state;
  const lines = programs.flatMap(({ name, isFirst, found, others, aliases = [] }) => [
    isFirst ? `${name}: guarded` : `${name}: not guarded, a shell runs ${found ?? "nothing"}`,
    ...others.map((path) => `  also at ${path}: a caller who names this path is not guarded`),
    ...aliases.map((path) => `  also named ${path}: a command with this name is not guarded`),
  ]);
  const help = isFirstOnPath(state) ? [] : [`help: put the guard first: export PATH="${bin}:$PATH"`];
  const notes = [
    ...(busybox === undefined ? [] : [`busybox is at ${busybox}: its versions of the programs are not guarded`]),
    bubblewrap === undefined ? "bubblewrap is not installed" : `bubblewrap is at ${bubblewrap}: it can hide the other programs`,
    "The guard does not stop a caller who names a full path, changes PATH, or brings a program along. Only a sandbox does.",
  ];
  const empty = programs.length === 0 ? [`${bin} has no programs`] : [];
  return [...empty, ...lines, ...help, ...notes].map((line) => `${escapeUnprintable(line)}\n`).join("");
}
