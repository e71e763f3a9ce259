/**
 * Defines the keys of a config's arguments: their types, defaults and descriptions, and the keys, types and places that each can be combined
 * with. The checks and the JSON Schema are derived from it.
 */
import * as z from "zod";
import { ANY, type ArgKey, type ArgKeyRules, type ArgRow, NOT_GLOBAL, OF_NUMBER, OF_TEXT, OWN_WORDS, PASSED, row } from "./arg-rules.ts";
import type { RangeFault, ReportFault } from "./key-facts.ts";
import { fieldsOfRows, mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

/** The values of `type`. */
export const argTypes = ["string", "integer", "number", "boolean", "map"] as const;

/** Names of a description in argparse, OpenAPI, Fig, GitHub Actions and shells. */
export const descriptionAliases = ["desc", "help", "summary", "doc"];

const list = "the type of one value with `repeat: true`";

const typeWords: ReadonlyMap<string, string> = new Map([
  ...["str", "text", "path", "file", "enum"].map((word) => [word, "string"] as const),
  ...["int", "long"].map((word) => [word, "integer"] as const),
  ...["float", "double", "decimal"].map((word) => [word, "number"] as const),
  ...["bool", "flag", "switch"].map((word) => [word, "boolean"] as const),
  ...["array", "list"].map((word) => [word, list] as const),
  ...["object", "dict", "record", "mapping"].map((word) => [word, "map"] as const),
]);

/** A value of any type. `check/cli/default-rules.ts` compares it with `type` and `repeat`. */
const defaultValue = z.unknown().meta({
  type: ["string", "number", "boolean", "array", "object", "null"],
  items: { type: ["string", "number", "boolean"] },
  additionalProperties: { type: "string" },
});

/** Members, or a mapping of values to words. `check/cli/enum-rules.ts` compares them with `type`. */
const enumValue = z.unknown().meta({
  type: ["array", "object", "null"],
  items: { type: ["string", "number"] },
  minItems: 1,
  additionalProperties: { type: ["string", "array"], items: { type: "string" } },
});

/** The forms of an enum that suggestions may propose. */
const writtenEnum = withFacts(
  z.union([z.array(z.union([z.string(), z.number()])).min(1), z.record(z.string(), z.union([z.string(), z.array(z.string())]))]).optional(),
  { aliases: ["options", "choices", "values", "allowed"], fromText: (parts) => parts },
);

const names = z.array(z.string());

/** `file` of an argument, as a mapping. */
export const fileSchema = z
  .object({ suffix: z.string().describe("End of the file's name, such as `.json`") })
  .register(mappingFacts, { place: "`file` of an argument" });

/** `keys` of an argument. */
export const mapKeysSchema = z
  .object({ pattern: z.string().describe("Regular expression that each key must match as a whole") })
  .register(mappingFacts, { place: "`keys` of an argument" });

/** A place that is not the command line. */
const ELSEWHERE: ArgKeyRules = {
  ...PASSED,
  types: ["string", "integer", "number", "boolean"],
  excludes: ["env", "file", "value", "join", "optional_value", "negatable"],
};

/** The rules and the field of every key. If an argument violates several rules of one kind, the first key here is reported. */
const ARG_ROWS = {
  name: row(ANY, z.string().describe("Name of the argument in calls"), { aliases: ["id"] }),
  description: row(ANY, z.string().default("").describe("Meaning of the argument, for models"), { aliases: descriptionAliases }),
  type: row(ANY, z.enum(argTypes).default("string").describe("Type of the value; `map` is an object of strings"), { words: typeWords }),
  required: row(NOT_GLOBAL, z.boolean().default(false).describe("Reject calls without the argument"), { aliases: ["mandatory"] }),
  default: row(ANY, defaultValue.optional().describe("Value if a call omits the argument"), { aliases: ["defaultValue", "default_value"] }),
  requires: row(
    NOT_GLOBAL,
    z
      .union([names, z.record(z.string(), names)])
      .optional()
      .describe("Arguments that a call must also pass if it passes this one, or a mapping of its values to such lists"),
    {
      aliases: ["depends_on", "dependsOn"],
      fromText: (parts) => parts,
      expected: "a list of names, or a mapping such as `{ custom: [path] }`",
    },
  ),
  flag: row(
    OWN_WORDS,
    z
      .string()
      .nullish()
      .describe("Flag before the value, such as `-n`, or `key=` for a value in the same word; defaults to `--` and the name"),
    { aliases: ["option", "switch", "short", "long"] },
  ),
  spellings: row(
    { ...OWN_WORDS, isForGlobal: false, isForMapped: false, excludes: ["positional", "stdin", "env"] },
    z
      .array(z.string())
      .optional()
      .describe("Other flags that the program reads as `flag`, such as `-n` for `--max-count`; the guard accepts them"),
  ),
  positional: row(
    { ...OWN_WORDS, isForGlobal: false },
    z.boolean().default(false).describe("Pass the value without a flag, as a separate argument"),
  ),
  cwd: row(
    { ...ELSEWHERE, excludesPlaces: ["positional", "flag", "repeat"] },
    z.boolean().default(false).describe("Use the value as the working directory of the program"),
  ),
  // A flag with `stdin` is only ignored.
  stdin: row(
    { ...ELSEWHERE, excludesPlaces: ["cwd", "positional", "repeat"] },
    z.boolean().default(false).describe("Write the value to the standard input of the program"),
  ),
  env: row(
    { ...ELSEWHERE, excludes: ["positional", "flag", "repeat", "value", "optional_value", "negatable", "file"] },
    z.string().optional().describe("Name of the environment variable of the program that gets the value"),
    {
      aliases: ["variable", "env_var"],
    },
  ),
  // Excludes each `enum`, also one that maps values to words.
  file: row(
    { ...NOT_GLOBAL, types: ["string"], excludes: ["repeat", "join", "enum", "optional_value"] },
    z
      .union([z.boolean(), fileSchema])
      .default(false)
      .describe("Write the value to a private temporary file, and pass its path; `{ suffix: .json }` sets the end of its name"),
    { expected: "true, false or `{ suffix: … }`" },
  ),
  repeat: row(
    OWN_WORDS,
    z
      .union([z.boolean(), z.literal("once")])
      .default(false)
      .describe("Accept a list of values: one flag per value, or several positionals; with `once`, one flag before all values"),
    { aliases: ["multiple", "variadic", "repeated"], expected: "true, false or `once`" },
  ),
  join: row(
    { ...NOT_GLOBAL, types: ["string", "integer", "number", "map"], isForMapped: false },
    z.string().min(1).optional().describe("Accept a list of values, and pass it as one word with this text between the items"),
    {
      aliases: ["separator", "delimiter", "sep"],
      outOfRange: (report) => report("empty-join"),
    },
  ),
  // In constant words, the template of a joined item.
  value: row(
    { ...OWN_WORDS, isForMapped: false },
    z
      .union([z.string(), z.array(z.string()).min(1)])
      .optional()
      .describe("Template of the word for a value, or a list of templates: `{}` is the value; `{key}` and `{value}` are those of a map"),
    { aliases: ["template", "format"], expected: "text or a list of texts", outOfRange: (report) => report("empty-template") },
  ),
  negatable: row(
    { ...PASSED, types: ["boolean"], excludes: ["positional", "value", "optional_value"] },
    z.boolean().default(false).describe("Pass `--no-x` for `false` if the flag is `--x`; for `type: boolean`"),
  ),
  optional_value: row(
    { ...PASSED, types: ["string", "integer", "number"], excludes: ["positional", "repeat", "join", "value"] },
    z.boolean().default(false).describe("Accept `true` for the flag alone, and a value that is passed in the same word"),
  ),
  enum: row(
    ANY,
    withFactsOf(
      writtenEnum,
      enumValue.optional().describe("Allowed values, or a mapping of allowed values to the words that replace them"),
    ),
  ),
  min: row(OF_NUMBER, z.number().optional().describe("Minimum value; for numbers"), { aliases: ["minimum"], outOfRange: reportNumber }),
  max: row(OF_NUMBER, z.number().optional().describe("Maximum value; for numbers"), { aliases: ["maximum"], outOfRange: reportNumber }),
  max_length: row(OF_TEXT, z.int().min(0).optional().describe("Maximum length of a text, in characters"), {
    aliases: ["maxLength"],
    outOfRange: reportLength,
  }),
  pattern: row(OF_TEXT, z.string().optional().describe("Regular expression that the whole text must match"), { aliases: ["regex"] }),
  keys: row({ ...NOT_GLOBAL, types: ["map"] }, mapKeysSchema.optional().describe("Constraints of the keys of a map")),
  allow_leading_dash: row(
    NOT_GLOBAL,
    z
      .boolean()
      .default(false)
      .describe("Allow values that start with `-` at the start of a word, although the program may read them as options"),
  ),
  secret: row(
    { ...ANY, isForMapped: false },
    z.boolean().default(false).describe("Mask the value in logs, the audit, confirmation prompts and replies"),
    {
      aliases: ["sensitive"],
    },
  ),
} satisfies { readonly [Key in ArgKey]: ArgRow<z.ZodType> };

/** The keys with their rules, in the order of the table. */
export const ARG_KEY_RULES: readonly (readonly [key: ArgKey, rules: ArgKeyRules])[] = Object.entries(ARG_ROWS).map(
  // Safe cast: the keys are those of the table.
  ([key, { rules }]) => [key as ArgKey, rules],
);

/** Returns the keys whose rules fulfill a condition, in the order of the table. */
export function keysWith(condition: (rules: ArgKeyRules) => boolean): readonly ArgKey[] {
  return ARG_KEY_RULES.flatMap(([key, rules]) => (condition(rules) ? [key] : []));
}

/** An argument: an item of `args` that is not a list of words. */
export const argSchema = z
  .object(fieldsOfRows(ARG_ROWS))
  .meta({ title: "Argument", description: "An argument of a tool" })
  .register(mappingFacts, { place: "an argument of a tool" });

function reportNumber(report: ReportFault, { key, found }: RangeFault): void {
  report("limit-range", { key, found, fix: "write a finite number" });
}

function reportLength(report: ReportFault, { key, found, isInexact }: RangeFault): void {
  const fix = isInexact ? `write an integer up to ${Number.MAX_SAFE_INTEGER}, or remove the key` : "write an integer of at least 0";
  report("limit-range", { key, found, fix });
}

/** Constant words in the list of arguments. */
export const wordsSchema = z
  .object({
    words: withFacts(
      z.array(z.string()).min(1).describe("Constant words at this position of the command line; `{name}` is the value of an argument"),
      { fromText: (parts) => parts.flatMap((part) => part.split(/\s+/)), outOfRange: (report) => report("empty-words") },
    ),
  })
  .meta({ title: "Words", description: "Words that agents neither see nor set; for `order: as_written`" })
  .register(mappingFacts, { place: "an item of `args`" });

/** Inserts an argument group. */
export const useSchema = z
  .object({ use: z.string().describe("Name of the argument group to insert") })
  .meta({ title: "Use", description: "Inserts the arguments of a group" })
  .register(mappingFacts, { place: "an item of `args`" });

export type ParsedArg = z.infer<typeof argSchema>;
export type ParsedWords = z.infer<typeof wordsSchema>;
