/** Imitates a program that prints known texts. */
import type { Interviewer } from "../../generator/import/crawl/command-pages.ts";
import type { Answer } from "../../generator/import/crawl/read-help.ts";

/** Returns a program with the given outputs by command line. Other command lines print nothing. */
export function answeringProgram(
  answers: Readonly<Record<string, string>>,
  isConfined = false,
): Interviewer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    isConfined,
    ask: async (words): Promise<Answer> => {
      asked.push(words.join(" "));
      const text = answers[words.join(" ")];
      return text === undefined ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts: ["", text] };
    },
    manuals: async (names) =>
      names.flatMap((name) => {
        const text = answers[`man ${name}`];
        return text === undefined ? [] : [{ name, text }];
      }),
  };
}

/** A request for the whole program. */
export const request = { program: "tool", path: [], maxDepth: 3, maxPages: 150 };

/** The help of a program with three subcommands. */
export const ROOT =
  "Usage: tool COMMAND\n\nCommands:\n  add    Add one\n  drop   Drop one\n  lost   Lost\n\nOptions:\n  --quiet   Print less\n";
