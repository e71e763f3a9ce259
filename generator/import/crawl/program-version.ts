/** Reads the version of a program. */
import type { Ask } from "./read-help.ts";

/** A version number, and the words that printed it. */
export interface ProgramVersion {
  readonly version: string;
  readonly versionCommand: string;
}

/** Returns the first version number that `--version` or `version` prints. */
export async function readVersion(ask: Ask): Promise<ProgramVersion | undefined> {
  for (const words of [["--version"], ["version"]]) {
    const answer = await ask(words);
    if (answer.kind === "failed") return undefined;
    const version = answer.texts.map(findVersion).find((found) => found !== undefined);
    if (version !== undefined) return { version, versionCommand: words.join(" ") };
  }
  return undefined;
}

/**
 * Returns the first version number of a text: digits with dots, such as `2.39.2` in `git version 2.39.2`. Ignores addresses with a port,
 * such as `10.0.0.1#53`.
 */
export function findVersion(text: string): string | undefined {
  return /(?:^|[\s(v@/-])(\d+\.\d+(?:\.\d+)*)(?![\d.]*[#:]\d)/.exec(text.split("\n").slice(0, 5).join("\n"))?.[1];
}
