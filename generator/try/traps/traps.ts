/** Lists all traps, and selects those of a program. */
import { buildTraps } from "./build-tools.ts";
import { gitTraps } from "./git.ts";
import { javascriptTraps } from "./javascript.ts";
import { pythonTraps } from "./python.ts";
import type { Trap } from "./trap.ts";

/** All traps. */
export const traps: readonly Trap[] = [...gitTraps, ...javascriptTraps, ...pythonTraps, ...buildTraps];

/** Returns the traps that a program can spring. A version at the end of the name is ignored: `python3.12`. */
export function trapsFor(program: string): readonly Trap[] {
  const name = program.replace(/^.*\//, "").replace(/[\d.]+$/, "");
  return traps.filter(({ programs = [name] }) => programs.some((one) => one.replace(/[\d.]+$/, "") === name));
}
