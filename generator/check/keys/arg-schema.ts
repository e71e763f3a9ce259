/**
 * Defines the keys of a config's arguments, with their types, defaults and descriptions. The checks and the JSON Schema are derived from
 * it.
 */
import * as z from "zod";
import type { RangeFault, ReportFault } from "./key-facts.ts";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

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

/** An argument: an item of `args` that is not a list of words. */
export const argSchema = z
  .object({
    name: withFacts(z.string().describe("Name of the argument in calls"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("Meaning of the argument, for models"), { aliases: descriptionAliases }),
    type: withFacts(z.enum(argTypes).default("string").describe("Type of the value; `map` is an object of strings"), { words: typeWords }),
    required: withFacts(z.boolean().default(false).describe("Reject calls without the argument"), { aliases: ["mandatory"] }),
    default: defaultValue.optional().describe("Value if a call omits the argument"),
    requires: withFacts(
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
    flag: withFacts(
      z
        .string()
        .nullish()
        .describe("Flag before the value, such as `-n`, or `key=` for a value in the same word; defaults to `--` and the name"),
      { aliases: ["option", "switch", "short", "long"] },
    ),
    positional: z.boolean().default(false).describe("Pass the value without a flag, as a separate argument"),
    cwd: z.boolean().default(false).describe("Use the value as the working directory of the program"),
    stdin: z.boolean().default(false).describe("Write the value to the standard input of the program"),
    env: withFacts(z.string().optional().describe("Name of the environment variable of the program that gets the value"), {
      aliases: ["variable", "env_var"],
    }),
    file: withFacts(
      z
        .union([z.boolean(), fileSchema])
        .default(false)
        .describe("Write the value to a private temporary file, and pass its path; `{ suffix: .json }` sets the end of its name"),
      { expected: "true, false or `{ suffix: … }`" },
    ),
    repeat: withFacts(
      z
        .union([z.boolean(), z.literal("once")])
        .default(false)
        .describe("Accept a list of values: one flag per value, or several positionals; with `once`, one flag before all values"),
      { aliases: ["multiple", "variadic", "repeated"], expected: "true, false or `once`" },
    ),
    join: withFacts(
      z.string().min(1).optional().describe("Accept a list of values, and pass it as one word with this text between the items"),
      {
        aliases: ["separator", "delimiter", "sep"],
        outOfRange: (report) => report("empty-join"),
      },
    ),
    value: withFacts(
      z
        .union([z.string(), z.array(z.string()).min(1)])
        .optional()
        .describe("Template of the word for a value, or a list of templates: `{}` is the value; `{key}` and `{value}` are those of a map"),
      { aliases: ["template", "format"], expected: "text or a list of texts", outOfRange: (report) => report("empty-template") },
    ),
    negatable: z.boolean().default(false).describe("Pass `--no-x` for `false` if the flag is `--x`; for `type: boolean`"),
    optional_value: z.boolean().default(false).describe("Accept `true` for the flag alone, and a value that is passed in the same word"),
    enum: withFactsOf(
      writtenEnum,
      enumValue.optional().describe("Allowed values, or a mapping of allowed values to the words that replace them"),
    ),
    min: withFacts(z.number().optional().describe("Minimum value; for numbers"), { aliases: ["minimum"], outOfRange: reportLimit }),
    max: withFacts(z.number().optional().describe("Maximum value; for numbers"), { aliases: ["maximum"], outOfRange: reportLimit }),
    max_length: withFacts(z.int().min(0).optional().describe("Maximum length of a text, in characters"), {
      aliases: ["maxLength"],
      outOfRange: reportLimit,
    }),
    pattern: withFacts(z.string().optional().describe("Regular expression that the whole text must match"), { aliases: ["regex"] }),
    keys: mapKeysSchema.optional().describe("Constraints of the keys of a map"),
    allow_leading_dash: z
      .boolean()
      .default(false)
      .describe("Allow values that start with `-` at the start of a word, although the program may read them as options"),
    secret: withFacts(z.boolean().default(false).describe("Mask the value in logs, the audit, confirmation prompts and replies"), {
      aliases: ["sensitive"],
    }),
  })
  .meta({ title: "Argument", description: "An argument of a tool" })
  .register(mappingFacts, { place: "an argument of a tool" });

function reportLimit(report: ReportFault, fault: RangeFault): void {
  report("limit-range", fault);
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
