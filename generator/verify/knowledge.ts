/** Collects the documented facts about one command of a program. Pure. */
import { describeProgram } from "../import/describe/describe.ts";
import type { Page } from "../import/description.ts";
import { walkCommands } from "../import/description.ts";
import type { CommandKnowledge } from "./compare.ts";

/**
 * Returns the options of a command. `path` is its subcommand. `pages` are the pages of the program, of the command, and of all commands
 * between them.
 */
export function collectKnowledge(program: string, path: readonly string[], pages: readonly Page[]): CommandKnowledge {
  const { root } = describeProgram({ program, pages });
  const onPath = walkCommands(root).filter((command) => command.path.every((word, index) => path[index] === word));
  return { options: onPath.toReversed().flatMap(({ options }) => options), pages };
}
