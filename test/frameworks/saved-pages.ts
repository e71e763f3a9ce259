/** Writes and reads the texts that a program printed, in one directory: the words of each command line are the name of its file. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Interviewer } from "../../generator/import/crawl/command-pages.ts";
import type { Answer } from "../../generator/import/crawl/read-help.ts";

/** Directory of a program in saved texts. Programs that print their path print another one on each machine. */
const SAVED_DIRECTORY = "/opt/demo";

/** Returns a program that prints the saved texts. It prints nothing for other command lines. */
export function savedInterviewer(directory: string): Interviewer {
  return {
    isConfined: true,
    ask: async (words): Promise<Answer> => {
      const texts = ["", ".2"].flatMap((suffix) => readIfPresent(join(directory, `${words.join("_")}${suffix}.txt`)));
      return texts.length === 0 ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts };
    },
    manuals: async () => [],
  };
}

function readIfPresent(file: string): readonly string[] {
  return existsSync(file) ? [readFileSync(file, "utf8")] : [];
}

/** Returns a program that saves what another one prints. `programDirectory` is replaced in the texts. */
export function recordingInterviewer(interviewer: Interviewer, directory: string, programDirectory: string): Interviewer {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  return {
    ...interviewer,
    manuals: async () => [],
    ask: async (words) => {
      const answer = await interviewer.ask(words);
      const texts = answer.kind === "texts" ? answer.texts : [];
      for (const [index, text] of texts.entries())
        writeFileSync(
          join(directory, `${words.join("_")}${index === 0 ? "" : `.${index + 1}`}.txt`),
          // The packages of the framework are beside the programs.
          text.replaceAll(programDirectory, SAVED_DIRECTORY).replaceAll(process.cwd(), "/project"),
        );
      return answer;
    },
  };
}
