/** Compares the installed version of a program with that of a config. */
import type { CliFile } from "../check/files/checked-file.ts";
import { locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { commandWords, DEFAULT_VERSION_COMMAND } from "../check/files/tool-program.ts";
import type { Interviewer } from "../import/crawl/command-pages.ts";
import { findVersion } from "../import/crawl/program-version.ts";
import { meetsRequirement } from "../text/version-requirement.ts";

/** Compares the installed version with `program_version`. Starts nothing for a config without it. */
export async function verifyVersion(file: CliFile, program: string, interviewer: Interviewer): Promise<readonly Diagnostic[]> {
  const { wanted, words, isWritten } = readVersionKeys(file);
  if (wanted === undefined) return [];
  const at = locateClosest(file, WHOLE_FILE, [wanted.key]);
  const answer = await interviewer.ask([program, ...words]);
  const version = answer.kind === "texts" ? findVersion(answer.texts, program) : undefined;
  if (version === undefined) {
    const location = isWritten ? locateClosest(file, WHOLE_FILE, ["version_command"]) : at;
    return [diagnose("verify-no-version", location, { command: [program, ...words].join(" "), isWritten })];
  }
  return meetsRequirement(version, wanted.text) ? [] : [diagnose("verify-version", at, { program, version, wanted: wanted.text })];
}

interface VersionKeys {
  readonly wanted?: { readonly key: string; readonly text: string };
  readonly words: readonly string[];
  /** True if the config has `version_command`. */
  readonly isWritten: boolean;
}

/** Returns the words after the program that print its version. */
export function versionWordsOf(file: CliFile): readonly string[] {
  return readVersionKeys(file).words;
}

function readVersionKeys({ document }: CliFile): VersionKeys {
  const key = "program_version";
  const text = document.value[key];
  const command = document.value["version_command"];
  const isWritten = typeof command === "string";
  const words = commandWords(isWritten ? command : DEFAULT_VERSION_COMMAND);
  return { words, isWritten, ...(typeof text === "string" && { wanted: { key, text } }) };
}
