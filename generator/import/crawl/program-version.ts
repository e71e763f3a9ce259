/** Reads the version of a program. */
import { nameOfProgram } from "../../check/files/tool-program.ts";
import type { Ask } from "./read-help.ts";

/** A version number, and the words that printed it. */
export interface ProgramVersion {
  readonly version: string;
  readonly versionCommand: string;
}

/** Returns the version number of a program that `--version` or `version` prints. */
export async function readVersion(program: string, ask: Ask): Promise<ProgramVersion | undefined> {
  for (const words of [["--version"], ["version"]]) {
    const answer = await ask(words);
    if (answer.kind === "failed") return undefined;
    const version = findVersion(answer.texts, program);
    if (version !== undefined) return { version, versionCommand: words.join(" ") };
  }
  return undefined;
}

/**
 * Returns the version number of a program in the texts that it prints. This is the number after its name, such as `2.17.1.1` in
 * `pandoc 2.17.1.1` or `590` in `less 590`. Otherwise, it is the first number with dots, such as `2.39.2`, or one after another name, as in
 * `go1.26.8`. Ignores addresses, such as `10.0.0.1`.
 * @param program name or path of the program
 */
export function findVersion(texts: readonly string[], program: string): string | undefined {
  return texts.map((text) => findInText(text, nameOfProgram(program))).find((found) => found !== undefined);
}

function findInText(text: string, name: string): string | undefined {
  const lines = text.trim().split("\n").slice(0, 5);
  const start = lines.join("\n");
  const own = lines.filter((line) => line.startsWith(name)).map((line) => OWN_VERSION.exec(line.slice(name.length))?.[1]);
  return (
    DISTRIBUTION.exec(start)?.[1] ??
    own.find((version) => version !== undefined) ??
    findIn(start, SEPARATE_VERSION) ??
    findIn(start, NAMED_VERSION) ??
    ONLY_NUMBER.exec(text.trim())?.[1]
  );
}

function findIn(text: string, pattern: RegExp): string | undefined {
  return Array.from(text.matchAll(pattern), ([all, version = ""]) => ({ all, version })).find(
    ({ all, version }) => !isAddress(version) || /[v@]/.test(all),
  )?.version;
}

/** Reports whether a number can be the address of a computer: `dig version` prints that of its name server. */
function isAddress(version: string): boolean {
  const parts = version.split(".");
  return parts.length === 4 && parts.every((part) => Number(part) <= 255);
}

/** The clients of MariaDB print the version of the client, and then that of MariaDB. */
const DISTRIBUTION = /\bVer \S+ Distrib (\d+(?:\.\d+)+)/;

/** What follows the name of the program: a number with dots, or a number at the end or before a remark in parentheses. */
const OWN_VERSION = /^(?:[ \t]+from \S+)?[ \t]+(?:version:?[ \t]+)?v?(\d+(?:\.\d+)+(?=[\s,;]|$)|\d+(?=\s*$|\s*[(,;]))/i;

const ONLY_NUMBER = /^v?(\d+)$/;

const SEPARATE_VERSION = /(?:^|[\s(v@/-])(\d+\.\d+(?:\.\d+)*)(?![\d.]*[#:]\d)/g;

const NAMED_VERSION = /(?:^|[\s(])[A-Za-z]+_?(\d+\.\d+(?:\.\d+)*)(?![\d.]*[#:]\d)/g;
