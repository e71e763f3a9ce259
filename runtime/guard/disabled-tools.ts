/** Names the tool that a policy disables, for a command line that no enabled tool has. */
import type { Environment } from "../tool/environment-variables.ts";
import type { Tool } from "../tool/tool.ts";
import { listGuardedPrograms } from "./guarded-program.ts";
import { readCommandLine } from "./read-command-line.ts";
import type { RefusedLine } from "./reading.ts";

/** A command line that was refused, and the tools. */
export interface RefusedCommand {
  /** The name of the program, without its directory. */
  readonly program: string;
  readonly words: readonly string[];
  readonly refused: RefusedLine;
  /** The tools that policies enable, as they narrow them. */
  readonly enabled: readonly Tool[];
  /** All tools that the configs declare. */
  readonly declared: readonly Tool[];
  readonly env: Environment;
}

/** Returns the refusal of a disabled tool if the words are a call of one, or else the given refusal. */
export async function nameDisabled({ program, words, refused, enabled, declared, env }: RefusedCommand): Promise<RefusedLine> {
  const names = new Set(enabled.map(({ name }) => name));
  const tools = [
    ...enabled.map((tool) => ({ tool, isEnabled: true })),
    ...declared.filter(({ name }) => !names.has(name)).map((tool) => ({ tool, isEnabled: false })),
  ];
  const guarded = listGuardedPrograms(tools, env).find(({ name }) => name === program);
  const reading = guarded && (await readCommandLine(words, guarded));
  return reading?.kind === "refused" && reading.rule === "disabled" ? reading : refused;
}
