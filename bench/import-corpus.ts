/** Reads saved help texts and man pages of programs in the directory of `--corpus`, and their known flags in the file of `--gold`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "../generator/import/description.ts";

/** A program whose help is saved. */
export interface SavedProgram {
  readonly program: string;
  /** The library that formats its help, such as `clap`. */
  readonly style: string;
  /** The name in its usage lines. */
  readonly command: string;
  readonly pages: readonly Page[];
}

/** A flag that a program is known to have. */
export interface GoldFlag {
  readonly program: string;
  readonly subcommand: readonly string[];
  readonly names: readonly string[];
  /** `alone`: used without a value, as a switch or an option with an optional value. Undefined: not known. */
  readonly kind: "switch" | "alone" | "value" | "optional" | undefined;
  readonly values: readonly string[] | undefined;
}

interface IndexEntry {
  readonly program: string;
  readonly command: readonly string[];
  readonly style: string;
  readonly files: readonly { readonly file: string; readonly sub: readonly string[]; readonly kind: "help" | "man" }[];
}

/** Reads `index.json` of a directory, and the files that it lists, which can be compressed with gzip. */
export function readSavedPrograms(folder: string): readonly SavedProgram[] {
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as readonly IndexEntry[];
  return index.map(({ program, command, style, files }) => ({
    program,
    style,
    command: command.at(-1)?.split("/").at(-1) ?? program,
    pages: files.map(({ file, sub, kind }) => ({ from: kind, label: file, path: sub, text: readText(join(folder, file)) })),
  }));
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

interface GoldEntry {
  readonly program: string;
  readonly subcommand?: readonly string[];
  readonly flag: string;
  readonly aliases?: readonly string[];
  readonly takes_value: boolean | "optional" | null;
  readonly values: readonly string[] | null;
}

export function readGold(path: string): readonly GoldFlag[] {
  const entries = JSON.parse(readFileSync(path, "utf8")) as readonly GoldEntry[];
  return entries.map(({ program, subcommand = [], flag, aliases = [], takes_value: takes, values }) => ({
    program,
    subcommand,
    names: [flag, ...aliases],
    kind: takes === null ? undefined : takes === "optional" ? "optional" : takes ? "value" : "switch",
    values: values ?? undefined,
  }));
}
