/** Reads the help and the man pages of single commands. Starts nothing itself. */
import { nameOfProgram } from "../../check/files/tool-program.ts";
import type { Response } from "../../probe/read-response.ts";
import { GLOBAL_PAGE, type Page } from "../description.ts";
import { type Answer, readHelp } from "./read-help.ts";

/** A rendered man page. */
export interface ManualPage {
  /** The name by which it was requested. */
  readonly name: string;
  readonly text: string;
}

/** Runs programs for their documentation. */
export interface Interviewer {
  /** Runs the program with these words, and returns its output streams. */
  readonly ask: (words: readonly string[]) => Promise<Answer>;
  /** Returns the rendered man pages of these names. Omits names without a page. */
  readonly manuals: (names: readonly string[]) => Promise<readonly ManualPage[]>;
  /** Reports whether the man pages of a name describe the program that is found on PATH. Defaults to true. */
  readonly ownsManuals?: (program: string) => boolean;
  /** Returns the source of a man page that the package of the program contains. Defaults to none. */
  readonly packageManual?: (program: string, name: string) => string | undefined;
  /** Returns the number of processes started so far. Defaults to the number of requests. */
  readonly started?: () => number;
  /** Programs cannot change anything, so they may be started without words. Defaults to `false`. */
  readonly isConfined?: boolean;
  /**
   * Runs the program with words that it refuses, as `probeFlags` does. Resolves to undefined if it could not be started, or exceeded a limit.
   * Omitted without a sandbox.
   */
  readonly probe?: (words: readonly string[]) => Promise<Response | undefined>;
}

/** The help of one command, without those of its subcommands. */
export interface CommandPages {
  readonly pages: readonly Page[];
  /** Names of the subcommands that the help lists. */
  readonly listed: readonly string[];
  /** True if the subcommands print their help for the word `help`. */
  readonly asksWithHelp: boolean;
  /** The command printed its help without words. */
  readonly isBare?: boolean;
  /** The program says that it does not have the subcommand. */
  readonly isUnknown?: boolean;
  /** Reason why the help could not be read; completes the sentence "the program …". */
  readonly problem?: string;
}

/** Reads the help of one command. `parent` is the help of its parent command. */
export async function readHelpPage(
  { program, path, parent }: { readonly program: string; readonly path: readonly string[]; readonly parent?: CommandPages | undefined },
  interviewer: Interviewer,
): Promise<CommandPages> {
  const mayAskBare = interviewer.isConfined === true && (parent === undefined || parent.isBare === true);
  const request = { program: nameOfProgram(program), path, asksWithHelp: parent?.asksWithHelp === true, mayAskBare };
  const help = await readHelp(request, async (words) => await interviewer.ask([program, ...words]));
  if (help.kind === "failed") {
    return { pages: [], listed: [], asksWithHelp: false, problem: help.problem, ...(help.isUnknown && { isUnknown: true }) };
  }
  const { page, commands, usageCommands, asksWithHelp } = help.facts;
  const listed = [...new Set([...commands, ...usageCommands].map(({ name }) => name))];
  return { pages: [page], listed, asksWithHelp, ...(help.isBare && { isBare: true }) };
}

/** Reads the man page of one command. Returns none if the installed man pages may describe another version. */
export async function readManPage(program: string, path: readonly string[], interviewer: Interviewer): Promise<readonly Page[]> {
  return hasManuals(program, interviewer) ? await readManuals(program, [path], interviewer) : [];
}

/** Reports whether the installed man pages describe a program. They may describe another version of one that is given as a path. */
export function hasManuals(program: string, { ownsManuals = () => true }: Pick<Interviewer, "ownsManuals">): boolean {
  return !program.includes("/") && ownsManuals(program);
}

/** Maximum number of programs that run at the same time. */
export const CONCURRENCY = 4;

/** Reads the man pages `program`, and `program-sub` for its subcommands. */
export async function readManuals(
  program: string,
  paths: readonly (readonly string[])[],
  { manuals }: Pick<Interviewer, "manuals">,
): Promise<readonly Page[]> {
  const wanted = paths.filter((path) => path.length <= 2 && path.join(" ") !== GLOBAL_PAGE);
  const byName = new Map(wanted.map((path) => [[program, ...path].join("-"), path]));
  const found = await manuals([...byName.keys()]);
  return found.map(({ name, text }) => ({ from: "man", label: name, path: byName.get(name) ?? [], text }));
}
