/** What a format of YAML files adds to the checks that all formats share: how its parts are called, and what people write instead. */
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping, YamlValue } from "../../load/values.ts";
import type { Expected } from "./fixes.ts";
import type { Report } from "./report.ts";

/** An unknown key, where it is written. */
export interface KeyPlace {
  readonly root: YamlMapping;
  /** Path of the mapping that has the key. */
  readonly path: YamlPath;
  readonly value: YamlValue;
}

export interface Format {
  /** How messages name the mapping at a path: `the config`, `the tool "git_log"`. */
  readonly describeOwner: (root: YamlValue, path: YamlPath) => string;
  /** Keys of other tools, and ours for the same thing. */
  readonly foreignKeys: ReadonlyMap<string, readonly string[]>;
  /** What to add where a required key is missing; by default one. */
  readonly additions: ReadonlyMap<string, string>;
  /** Where a key belongs that the mapping at hand does not have; undefined where it belongs nowhere. */
  readonly findPlaceOf: (key: string, at: KeyPlace) => string | undefined;
  /** Advice for a key with this value that comes before the names of similar keys. */
  readonly findAdvice?: (key: string, at: KeyPlace) => string | undefined;
  /** What a value, in lower case, means that the key cannot have: ours for the same thing, or a phrase. */
  readonly findMeant: (key: string, value: string) => readonly string[];
  /** Says that a value is outside the range that the schema gives it, or is no finite number. Throws where the schema gives none. */
  readonly reportRange: (path: YamlPath, report: Report) => void;
  /** Says that a value has a wrong type, where the format has better words than the shared ones. Returns whether it has. */
  readonly reportType: (path: YamlPath, expected: Expected, report: Report) => boolean;
}
