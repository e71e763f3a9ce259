/**
 * Defines a format of YAML files: the names of its parts, and advice. The shared checks and the facts about its keys (`keys/`) complete it.
 */
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping, YamlValue } from "../../load/values.ts";
import type { KeyFacts } from "../keys/key-facts.ts";
import type { Expected } from "./fixes.ts";
import type { Report } from "./report.ts";

/** An unknown key and its location. */
export interface KeyContext {
  readonly root: YamlMapping;
  /** Path of the mapping that has the key. */
  readonly path: YamlPath;
  readonly value: YamlValue;
}

/** A value of a wrong type. */
export interface TypeFault {
  readonly path: YamlPath;
  readonly expected: Expected;
  /** Facts about the key of the innermost mapping that has the value. */
  readonly facts: KeyFacts;
}

/** Advice for an unknown key. */
export interface KeyAdvice {
  readonly hint: string;
  /** A key that the mapping does not need if its author follows the advice. It is not reported as missing. */
  readonly unneeded?: string;
}

/** The names, words and advice of one format. */
export interface Format {
  /** Returns the name of the mapping at a path, for messages: `the config`, `the tool "git_log"`. */
  readonly describeOwner: (root: YamlValue, path: YamlPath) => string;
  /** Returns advice on where to move a key that its mapping cannot have. Undefined if the key belongs nowhere. */
  readonly suggestMove: (key: string, at: KeyContext) => string | undefined;
  /** Advice for a key with this value that comes before the names of similar keys. */
  readonly findAdvice?: (key: string, at: KeyContext) => KeyAdvice | undefined;
  /** Completes "did you mean" for a word that the key at the path accepts, if the mapping needs more than the word. */
  readonly describeChoice?: (word: string, path: YamlPath, report: Report) => string | undefined;
  /** Reports a value of a wrong type if the format has better advice than the shared one. Returns whether it has. */
  readonly reportType?: (fault: TypeFault, report: Report) => boolean;
}
