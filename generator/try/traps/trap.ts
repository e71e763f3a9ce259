/** Defines traps: files of a project that name a program. A trap springs if a call runs this program. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";

/** Reads a file of the project by its relative path. Undefined if it does not exist. */
export type ReadProjectFile = (path: string) => string | undefined;

/** A file of a trap. */
export interface TrapFile {
  /** Relative to the project. */
  readonly path: string;
  /** The whole text. */
  readonly text: string;
  readonly isExecutable?: boolean;
}

/** A trap. */
export interface Trap {
  /** Name of the trap, in kebab case. */
  readonly id: string;
  /** The setting, with its file: what the program reads. */
  readonly shows: string;
  /** Names of the programs of configs that can spring the trap. Defaults to all programs. */
  readonly programs?: readonly string[];
  /**
   * Returns the files of the trap. Empty if the project has no place for it, such as no Git repository.
   * @param spring absolute path of the executable file that marks the trap as sprung
   */
  readonly plant: (spring: string, read: ReadProjectFile) => readonly TrapFile[];
}

/** Returns the text of a file with lines after its own. */
export function append(path: string, lines: string): (read: ReadProjectFile) => TrapFile {
  return (read) => {
    const old = read(path) ?? "";
    return { path, text: `${old}${old === "" || old.endsWith("\n") ? "" : "\n"}${lines}\n` };
  };
}

/** Returns the text of a JSON file with the keys of a patch, which replace those of the file. Mappings are merged. */
export function mergeJson(path: string, patch: Readonly<Record<string, unknown>>): (read: ReadProjectFile) => TrapFile {
  return (read) => ({ path, text: `${JSON.stringify(merge(parse(read(path)), patch), undefined, 2)}\n` });
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    // A file that is not JSON, such as one with comments, is replaced.
    return {};
  }
}

function merge(value: unknown, patch: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const old = isJsonObject(value) ? value : {};
  const merged = Object.entries(patch).map(([key, item]) => [key, isJsonObject(item) ? merge(old[key], item) : item] as const);
  return { ...old, ...Object.fromEntries(merged) };
}
