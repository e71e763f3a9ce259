/** Drafts the config of the program `seek` from one help text. */
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import type { CommentStyle } from "../../generator/import/draft/option-comment.ts";

/** Returns the draft. `path`: the words of the subcommand that the text describes. */
export function draftSeek(text: string, maxArgs = 24, path: readonly string[] = [], comments: CommentStyle = "names"): string {
  const description = describeProgram({ program: "seek", version: "1.2", pages: [{ from: "help", label: "seek --help", path, text }] });
  return draftConfig(description, { maxArgs, comments, header: "Drafted from seek 1.2: seek --help." }).text;
}
