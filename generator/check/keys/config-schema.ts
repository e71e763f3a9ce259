/** The one source of a CLI config's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

const argTypes = ["string", "integer", "number", "boolean"] as const;
const stderrModes = ["always", "on_failure"] as const;
const risks = ["read", "write", "destructive"] as const;

/** Seconds. Node.js timers hold at most 2^31 - 1 milliseconds. */
export const maxTimeout = 2_147_483;

/** Bytes. A smaller reply has no room for the lines that say what is missing. */
export const minReplyBytes = 2048;

/** Names of argparse, OpenAPI, Fig, GitHub Actions and shells. */
const descriptionAliases = ["desc", "help", "summary", "doc"];
const commandAliases = ["cmd", "binary", "executable", "program", "run", "subcommand"];

const list = "the type of one value with `repeat: true`";

const typeWords: ReadonlyMap<string, string> = new Map([
  ...["str", "text", "path", "file", "enum"].map((word) => [word, "string"] as const),
  ...["int", "long"].map((word) => [word, "integer"] as const),
  ...["float", "double", "decimal"].map((word) => [word, "number"] as const),
  ...["bool", "flag", "switch"].map((word) => [word, "boolean"] as const),
  ...["array", "list"].map((word) => [word, list] as const),
]);

const riskWords: ReadonlyMap<string, string> = new Map([
  ...["readonly", "read-only", "safe", "none"].map((word) => [word, "read"] as const),
  ["modify", "write"],
  ...["danger", "dangerous", "delete"].map((word) => [word, "destructive"] as const),
]);

function toExitCodes(parts: readonly string[]): readonly number[] | undefined {
  const codes = parts.flatMap((part) => part.split(/\s+/)).map(Number);
  return codes.every((code) => Number.isInteger(code)) ? codes : undefined;
}

const outputFormat = {
  description: "`json`, `jsonl`, `raw` (text as it is), `text` (the default), or a media type such as `image/png`",
  anyOf: [{ enum: ["text", "raw", "json", "jsonl"] }, { type: "string", pattern: "^[a-z]+/[\\w.+-]+$" }],
};

/** A form, or a mapping; `check/cli/output-rules.ts` decides. */
const output = z.unknown().meta({
  anyOf: [
    outputFormat,
    {
      type: "object",
      properties: {
        format: outputFormat,
        schema: { type: "object", description: "The JSON Schema of the result; for JSON" },
        select: { type: "string", description: "A JMESPath expression that selects the result; for JSON" },
        max_bytes: { type: "integer", minimum: minReplyBytes, description: "Bytes of the reply as JSON; by default 64 KiB" },
        file: { type: "string", description: "The argument, such as `{out}`, that names the file that the program writes" },
      },
      patternProperties: { "^x-": {} },
      additionalProperties: false,
    },
  ],
});

/** Meanings by exit code; `check/cli/exit-code-rules.ts` decides. */
const exitMeaning = z.unknown().meta({
  anyOf: [
    { type: "string" },
    { type: "object", properties: { error: { type: "string" } }, required: ["error"], additionalProperties: false },
  ],
});

/** A value of any type: which one it must have follows from `type` and `repeat`, so `check/cli/default-rules.ts` decides. */
const defaultValue = z
  .unknown()
  .meta({ type: ["string", "number", "boolean", "array", "null"], items: { type: ["string", "number", "boolean"] } });

export const argSchema = z
  .object({
    name: withFacts(z.string().describe("The name by which callers give the argument"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("What the argument means; models read it"), { aliases: descriptionAliases }),
    type: withFacts(z.enum(argTypes).default("string").describe("The type of the value"), { words: typeWords }),
    required: withFacts(z.boolean().default(false).describe("Whether every call must give the argument"), { aliases: ["mandatory"] }),
    default: defaultValue.optional().describe("The value where a call gives none"),
    flag: withFacts(
      z
        .string()
        .nullish()
        .describe("The flag before the value, such as `-n`, or `key=` for a value in the same word; by default `--` and the name"),
      { aliases: ["option", "switch", "short", "long"] },
    ),
    positional: z.boolean().default(false).describe("Pass the value as a word of its own, without a flag"),
    cwd: z.boolean().default(false).describe("The value is the working directory of the program"),
    stdin: z.boolean().default(false).describe("The value is written to the standard input of the program"),
    enum: withFacts(z.array(z.string()).min(1).nullish().describe("The only values that are allowed; for `type: string`"), {
      aliases: ["options", "choices", "values", "allowed"],
      outOfRange: (report) => report("empty-enum"),
      fromText: (parts) => parts,
    }),
    repeat: withFacts(z.boolean().default(false).describe("A list of values: the flag once for each, or several positionals"), {
      aliases: ["multiple", "variadic", "repeated"],
    }),
    allow_leading_dash: z
      .boolean()
      .default(false)
      .describe("Let a positional value start with `-`, at the risk of it being read as an option"),
    secret: withFacts(z.boolean().default(false).describe("Keep the value out of every log"), { aliases: ["sensitive"] }),
  })
  .meta({ title: "Argument", description: "An argument of a tool" })
  .register(mappingFacts, { place: "an argument of a tool" });

export const toolSchema = z
  .object({
    name: withFacts(z.string().describe("The tool's name, unique in the server: letters, digits, `_`, `-` and `.`, at most 64"), {
      aliases: ["id"],
    }),
    title: withFacts(z.string().optional().describe("A name for people"), { aliases: ["label"] }),
    description: withFacts(z.string().describe("What the tool does; models choose by it"), {
      aliases: descriptionAliases,
      whenMissing: "a description, by which models choose the tool",
    }),
    command: withFacts(z.string().default("").describe("Words after the config's command, such as `log`"), { aliases: commandAliases }),
    args: withFacts(z.array(argSchema).default([]).describe("The arguments of the tool"), {
      aliases: ["arguments", "parameters", "params", "inputs", "options"],
      fromText: (parts) => parts.map((name) => ({ name })),
    }),
    timeout: withFacts(z.number().min(0).max(maxTimeout).nullish().describe("Seconds until the program is ended; by default 30"), {
      aliases: ["timeout_seconds"],
      unit: "seconds",
      outOfRange: (report) => report("timeout-range", { limit: maxTimeout }),
    }),
    risk: withFacts(
      z.enum(risks).optional().describe("What the tool can do to the world; clients may ask the user before a destructive one"),
      {
        words: riskWords,
      },
    ),
    success_exit_codes: withFacts(
      z.array(z.int().min(0).max(255)).optional().describe("Exit codes that are no failure; by default only 0"),
      {
        outOfRange: (report, { found }) => report("exit-code-range", { found }),
        fromText: toExitCodes,
      },
    ),
    end_of_options: z.boolean().optional().describe("Write flags first, then `--`, then positionals; overrides the config's"),
    exit_codes: z
      .record(z.string(), exitMeaning)
      .optional()
      .describe("What exit codes mean, such as `1: nothing matched`; a text makes the code a success, `{ error: text }` a failure"),
    timeout_is_success: z.boolean().optional().describe("Whether a call that reaches its timeout is a success, as for programs that watch"),
    stderr: z.enum(stderrModes).optional().describe("When standard error is part of the reply: `always` (the default) or `on_failure`"),
    output: output.optional().describe("The form of standard output; by default text"),
    keywords: withFacts(z.array(z.string()).optional().describe("Further words that find the tool in a search"), {
      fromText: (parts) => parts,
    }),
  })
  .meta({ title: "Tool", description: "One way to call the program" })
  .register(mappingFacts, { place: "a tool" });

export const configSchema = z
  .object({
    kind: z.literal("cli").default("cli").describe("The kind of document"),
    name: withFacts(z.string().default("climax").describe("The name of the program or group of tools"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("What the program is for"), { aliases: descriptionAliases }),
    command: withFacts(
      z.string().min(1).describe("The program, with words that every tool starts with; quotes are honoured, there is no shell"),
      {
        aliases: commandAliases,
        whenMissing: "the program that all of its tools run, for example `command: git`",
        outOfRange: (report) => report("empty-command"),
      },
    ),
    env: withFacts(z.record(z.string(), z.string()).default({}).describe("Environment variables of the program"), {
      aliases: ["environment"],
    }),
    working_dir: withFacts(z.string().nullish().describe("The directory to run in; by default the server's own"), {
      aliases: ["cwd", "workdir", "working_directory"],
    }),
    category: z.string().nullish().describe("A group for searches, such as `vcs`"),
    tags: withFacts(z.array(z.string()).default([]).describe("Further groups for searches"), {
      aliases: ["label", "labels"],
      fromText: (parts) => parts,
    }),
    global_args: withFacts(z.array(argSchema).default([]).describe("Arguments that the server adds to every call, from their defaults"), {
      aliases: ["global_arguments", "global_options"],
    }),
    end_of_options: z.boolean().optional().describe("Write flags first, then `--`, then positionals, in every tool"),
    tools: withFacts(z.array(toolSchema).describe("The tools of the program"), {
      aliases: ["commands", "subcommands"],
      whenMissing: "a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      fromText: (parts) => parts.map((name) => ({ name, description: "…" })),
    }),
  })
  .meta({ title: "CLI config", description: "A command-line program and the tools that call it" })
  .register(mappingFacts, { place: "the top level of the file" });

/** The config without a look inside its tools and global arguments, and a tool without one inside its arguments. */
export const configHeadSchema = configSchema.extend({
  tools: withFactsOf(configSchema.shape.tools, z.array(z.unknown())),
  global_args: withFactsOf(configSchema.shape.global_args, z.array(z.unknown()).default([])),
});
export const toolHeadSchema = toolSchema.extend({ args: withFactsOf(toolSchema.shape.args, z.array(z.unknown()).default([])) });

export type ParsedArg = z.infer<typeof argSchema>;
export type ParsedToolHead = z.infer<typeof toolHeadSchema>;
export type ParsedConfigHead = z.infer<typeof configHeadSchema>;
