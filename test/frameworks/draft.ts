/** Drafts the config of a program, as `climax-gen import` does. */
import type { Interviewer } from "../../generator/import/crawl/command-pages.ts";
import { crawlProgram } from "../../generator/import/crawl/crawl.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";

/** Options per tool that become arguments: more than the program has, so that the draft shows what was read. */
export const MAX_ARGS = 60;

/** Reads the help of a program and its commands, and returns the text of the draft. */
export async function draftProgram(program: string, interviewer: Interviewer): Promise<string> {
  const { pages, version, versionCommand } = await crawlProgram({ program, path: [], maxDepth: 3, maxPages: 150 }, interviewer);
  const description = describeProgram({
    program,
    pages,
    ...(version !== undefined && { version }),
    ...(versionCommand !== undefined && { versionCommand }),
  });
  return draftConfig(description, { maxArgs: MAX_ARGS, header: "Drafted." }).text;
}
