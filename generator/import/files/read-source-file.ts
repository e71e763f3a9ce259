/** Reads a file that describes a program, in any of the known formats. Pure. */
import { describeProgram } from "../describe/describe.ts";
import type { CliDescription } from "../description.ts";
import { readCompletions } from "./cobra-completions.ts";
import { readJsonSpec } from "./json-spec.ts";
import type { SourceFile } from "./source-file.ts";
import { readUsageKdl } from "./usage-kdl.ts";
import { renderRoff } from "./roff.ts";

/** Result of reading a file of `--from`. */
export type SourceReading =
  | { readonly kind: "read"; readonly format: string; readonly description: CliDescription }
  | { readonly kind: "unreadable"; readonly problem: string };

/** Detects the format and reads the file. */
export function readSourceFile(file: SourceFile): SourceReading {
  const { text } = file;
  if (/^\s*[{[]/.test(text) && !/^\s*\[-/.test(text)) return readJson(file);
  if (/^(?:'\\"|\.\\"|\.(?:TH|Dd|SH|so|nh)\b)/m.test(text.slice(0, 4000))) return readText(file, renderRoff(text), "man page source");
  if (/^\s*(?:cmd|flag|arg)\s+"/m.test(text) && /^\s*(?:bin|name|usage|cmd|flag|arg|min_usage_version)\s+"/m.test(text)) {
    return finish(readUsageKdl(file), "usage KDL");
  }
  if (/^:\d+$/m.test(text)) return finish(readCompletions(file), "cobra __complete");
  return readText(file, text, "help text");
}

function readJson(file: SourceFile): SourceReading {
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch {
    return { kind: "unreadable", problem: "the file is not valid JSON" };
  }
  return finish(readJsonSpec(value, file), "JSON description");
}

function readText({ program, path, label }: SourceFile, text: string, format: string): SourceReading {
  const from = format === "help text" ? "help" : "man";
  return finish(describeProgram({ program, pages: [{ from, label, path, text }] }), format);
}

function finish(description: CliDescription | undefined, format: string): SourceReading {
  return description !== undefined && hasFacts(description.root)
    ? { kind: "read", format, description }
    : { kind: "unreadable", problem: `the file has no options or commands that can be read as ${format}` };
}

function hasFacts({ options, commands, positionals, usage }: CliDescription["root"]): boolean {
  return options.length + commands.length + positionals.length + usage.length > 0;
}
