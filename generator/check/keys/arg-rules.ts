/** The rules of each key of an argument: the types that it applies to, and the keys and places that it cannot be combined with. */
import type { ParsedArg } from "./arg-schema.ts";

type ArgKey = keyof ParsedArg;
type ArgType = ParsedArg["type"];

/** The rules of one key. */
export interface ArgKeyRules {
  /** The types of arguments that the key applies to. */
  readonly types: "all" | readonly ArgType[];
  /** Keys that cannot be combined with the key. They are reported, so each pair of keys is in one row only. */
  readonly excludes: readonly ArgKey[];
  /** Keys that would pass the value a second time, which have their own diagnostic. */
  readonly excludesPlaces: readonly ArgKey[];
  /** Whether the key can be combined with an `enum` that maps values to words. No value remains to insert, join or mask. */
  readonly isForMapped: boolean;
  /** Whether an argument inside constant words can have the key. Such an argument writes no separate words. */
  readonly isForWords: boolean;
  /** Whether the key has an effect on a global argument, or its own diagnostic there. */
  readonly isForGlobal: boolean;
}

/** A key without a rule. */
const ANY: ArgKeyRules = { types: "all", excludes: [], excludesPlaces: [], isForMapped: true, isForWords: true, isForGlobal: true };

/** A key that has no effect on a global argument. */
const NOT_GLOBAL: ArgKeyRules = { ...ANY, isForGlobal: false };

/** A key that decides the separate words of an argument. */
const OWN_WORDS: ArgKeyRules = { ...ANY, isForWords: false };

/** A key of a value that a call passes and that becomes separate words, or goes to another place. */
const PASSED: ArgKeyRules = { ...ANY, isForMapped: false, isForWords: false, isForGlobal: false };

/** A place that is not the command line. */
const ELSEWHERE: ArgKeyRules = {
  ...PASSED,
  types: ["string", "integer", "number", "boolean"],
  excludes: ["env", "file", "value", "join", "optional_value", "negatable"],
};

/** The rules of all keys. If an argument violates several rules of one kind, the first key here is reported. */
const ARG_KEYS = {
  name: ANY,
  description: ANY,
  type: ANY,
  required: NOT_GLOBAL,
  default: ANY,
  requires: NOT_GLOBAL,
  flag: OWN_WORDS,
  spellings: { ...OWN_WORDS, isForGlobal: false, isForMapped: false, excludes: ["positional", "stdin", "env"] },
  positional: { ...OWN_WORDS, isForGlobal: false },
  repeat: OWN_WORDS,
  // In constant words, the template of a joined item.
  value: { ...OWN_WORDS, isForMapped: false },
  negatable: { ...PASSED, types: ["boolean"], excludes: ["positional", "value", "optional_value"] },
  optional_value: { ...PASSED, types: ["string", "integer", "number"], excludes: ["positional", "repeat", "join", "value"] },
  join: { ...NOT_GLOBAL, types: ["string", "integer", "number", "map"], isForMapped: false },
  cwd: { ...ELSEWHERE, excludesPlaces: ["positional", "flag", "repeat"] },
  // A flag with `stdin` is only ignored.
  stdin: { ...ELSEWHERE, excludesPlaces: ["cwd", "positional", "repeat"] },
  env: { ...ELSEWHERE, excludes: ["positional", "flag", "repeat", "value", "optional_value", "negatable", "file"] },
  // Excludes each `enum`, also one that maps values to words.
  file: { ...NOT_GLOBAL, types: ["string"], excludes: ["repeat", "join", "enum", "optional_value"] },
  enum: ANY,
  min: { ...NOT_GLOBAL, types: ["integer", "number"] },
  max: { ...NOT_GLOBAL, types: ["integer", "number"] },
  max_length: { ...NOT_GLOBAL, types: ["string", "map"] },
  pattern: { ...NOT_GLOBAL, types: ["string", "map"] },
  keys: { ...NOT_GLOBAL, types: ["map"] },
  allow_leading_dash: NOT_GLOBAL,
  secret: { ...ANY, isForMapped: false },
} satisfies { readonly [Key in ArgKey]: ArgKeyRules };

/** The keys with their rules, in the order of the table. */
export const ARG_KEY_RULES = Object.entries(ARG_KEYS) as readonly (readonly [key: ArgKey, rules: ArgKeyRules])[];

/** Returns the keys whose rules fulfill a condition, in the order of the table. */
export function keysWith(condition: (rules: ArgKeyRules) => boolean): readonly ArgKey[] {
  return ARG_KEY_RULES.flatMap(([key, rules]) => (condition(rules) ? [key] : []));
}
