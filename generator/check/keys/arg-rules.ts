/** Defines the rules of a key of an argument: the types that it applies to, and the keys and places that it cannot be combined with. */
import type { ArgSpec, ArgType } from "@climax-gen/runtime/internal/tool/tool-spec";
import type * as z from "zod";
import { type KeyFacts, withFacts } from "./key-facts.ts";

/** The rules of one key of an argument. */
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

/** A key of an argument, as in the config. */
export type ArgKey = Exclude<keyof ArgSpec, "enum_words"> | "name";

/** A key without a rule. */
export const ANY: ArgKeyRules = { types: "all", excludes: [], excludesPlaces: [], isForMapped: true, isForWords: true, isForGlobal: true };

/** A key that has no effect on a global argument. */
export const NOT_GLOBAL: ArgKeyRules = { ...ANY, isForGlobal: false };

/** A limit of numbers. */
export const OF_NUMBER: ArgKeyRules = { ...NOT_GLOBAL, types: ["integer", "number"] };

/** A limit of strings. */
export const OF_TEXT: ArgKeyRules = { ...NOT_GLOBAL, types: ["string", "map"] };

/** A key that decides the separate words of an argument. */
export const OWN_WORDS: ArgKeyRules = { ...ANY, isForWords: false };

/** A key of a value that a call passes and that becomes separate words, or goes to another place. */
export const PASSED: ArgKeyRules = { ...ANY, isForMapped: false, isForWords: false, isForGlobal: false };

/** The rules and the field of a key. */
export interface ArgRow<Field extends z.ZodType> {
  readonly rules: ArgKeyRules;
  readonly field: Field;
}

/** Returns the row of a key. `facts` are those of its field, as for `withFacts`. */
export function row<Field extends z.ZodType>(rules: ArgKeyRules, field: Field, facts?: KeyFacts): ArgRow<Field> {
  return { rules, field: facts === undefined ? field : withFacts(field, facts) };
}
