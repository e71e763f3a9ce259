/** Defines the keys of a CLI config with their types, defaults and descriptions. The checks and the JSON Schema are derived from it. */
import * as z from "zod";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

export const argTypes = ["string", "integer", "number", "boolean"] as const;
const risks = ["read", "write", "destructive"] as const;

/** Maximum timeout, in seconds. Node.js timers are limited to 2^31 - 1 milliseconds. */
export const maxTimeout = 2_147_483;

/** Names of the keys in argparse, OpenAPI, Fig, GitHub Actions and shells. */
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

/** A value of any type. `check/cli/default-rules.ts` compares it with `type` and `repeat`. */
const defaultValue = z
  .unknown()
  .meta({ type: ["string", "number", "boolean", "array", "null"], items: { type: ["string", "number", "boolean"] } });

export const argSchema = z
  .object({
    name: withFacts(z.string().describe("Name of the argument in calls"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("Meaning of the argument, for models"), { aliases: descriptionAliases }),
    type: withFacts(z.enum(argTypes).default("string").describe("Type of the value"), { words: typeWords }),
    required: withFacts(z.boolean().default(false).describe("Reject calls without the argument"), { aliases: ["mandatory"] }),
    default: defaultValue.optional().describe("Value if a call omits the argument"),
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
    enum: withFacts(z.array(z.string()).min(1).nullish().describe("Allowed values; only for `type: string`"), {
      aliases: ["options", "choices", "values", "allowed"],
      outOfRange: (report) => report("empty-enum"),
      fromText: (parts) => parts,
    }),
    repeat: withFacts(z.boolean().default(false).describe("Accept a list of values: one flag per value, or several positionals"), {
      aliases: ["multiple", "variadic", "repeated"],
    }),
    allow_leading_dash: z
      .boolean()
      .default(false)
      .describe("Allow positional values that start with `-`, although the program may read them as options"),
    secret: withFacts(z.boolean().default(false).describe("Mask the value in all logs"), { aliases: ["sensitive"] }),
  })
  .meta({ title: "Argument", description: "An argument of a tool" })
  .register(mappingFacts, { place: "an argument of a tool" });

export const toolSchema = z
  .object({
    name: withFacts(z.string().describe("Name of the tool, unique in the server: at most 64 letters, digits, `_`, `-` and `.`"), {
      aliases: ["id"],
    }),
    title: withFacts(z.string().optional().describe("Display name"), { aliases: ["label"] }),
    description: withFacts(z.string().describe("Purpose of the tool; models choose tools by it"), {
      aliases: descriptionAliases,
      whenMissing: "a description, by which models choose the tool",
    }),
    command: withFacts(z.string().default("").describe("Arguments after the config's command, such as `log`"), { aliases: commandAliases }),
    args: withFacts(z.array(argSchema).default([]).describe("Arguments of the tool"), {
      aliases: ["arguments", "parameters", "params", "inputs", "options"],
      fromText: (parts) => parts.map((name) => ({ name })),
    }),
    timeout: withFacts(z.number().min(0).max(maxTimeout).nullish().describe("Time limit of a call, in seconds; defaults to 30"), {
      aliases: ["timeout_seconds"],
      unit: "seconds",
      outOfRange: (report) => report("timeout-range", { limit: maxTimeout }),
    }),
    risk: withFacts(
      z.enum(risks).optional().describe("Effect of the tool outside the server; clients may ask for confirmation before a destructive one"),
      {
        words: riskWords,
      },
    ),
    success_exit_codes: withFacts(
      z.array(z.int().min(0).max(255)).optional().describe("Exit codes that mean success; defaults to only 0"),
      {
        aliases: ["exit_codes"],
        outOfRange: (report, { found }) => report("exit-code-range", { found }),
        fromText: toExitCodes,
      },
    ),
    end_of_options: z.boolean().optional().describe("Pass flags first, then `--`, then positionals; overrides the config's value"),
    keywords: withFacts(z.array(z.string()).optional().describe("Additional search terms for the tool"), {
      fromText: (parts) => parts,
    }),
  })
  .meta({ title: "Tool", description: "A tool that runs the program" })
  .register(mappingFacts, { place: "a tool" });

export const configSchema = z
  .object({
    kind: z.literal("cli").default("cli").describe("Kind of document"),
    name: withFacts(z.string().default("climax").describe("Name of the program or group of tools"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("Purpose of the program"), { aliases: descriptionAliases }),
    command: withFacts(
      z.string().min(1).describe("Program, with the arguments that all tools start with; quotes group words, and no shell is involved"),
      {
        aliases: commandAliases,
        whenMissing: "the program that all of its tools run, for example `command: git`",
        outOfRange: (report) => report("empty-command"),
      },
    ),
    env: withFacts(z.record(z.string(), z.string()).default({}).describe("Environment variables of the program"), {
      aliases: ["environment"],
    }),
    working_dir: withFacts(z.string().nullish().describe("Working directory; defaults to that of the server"), {
      aliases: ["cwd", "workdir", "working_directory"],
    }),
    category: z.string().nullish().describe("Category for searches, such as `vcs`"),
    tags: withFacts(z.array(z.string()).default([]).describe("Additional categories for searches"), {
      aliases: ["label", "labels"],
      fromText: (parts) => parts,
    }),
    global_args: withFacts(
      z.array(argSchema).default([]).describe("Arguments that the server adds to every call, with their defaults as values"),
      {
        aliases: ["global_arguments", "global_options"],
      },
    ),
    end_of_options: z.boolean().optional().describe("Pass flags first, then `--`, then positionals, in all tools"),
    tools: withFacts(z.array(toolSchema).describe("Tools of the program"), {
      aliases: ["commands", "subcommands"],
      whenMissing: "a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      fromText: (parts) => parts.map((name) => ({ name, description: "…" })),
    }),
  })
  .meta({ title: "CLI config", description: "A command-line program and the tools that call it" })
  .register(mappingFacts, { place: "the top level of the file" });

/** The config with unchecked tools and global arguments, and a tool with unchecked arguments: each part is parsed separately. */
export const configHeadSchema = configSchema.extend({
  tools: withFactsOf(configSchema.shape.tools, z.array(z.unknown())),
  global_args: withFactsOf(configSchema.shape.global_args, z.array(z.unknown()).default([])),
});
export const toolHeadSchema = toolSchema.extend({ args: withFactsOf(toolSchema.shape.args, z.array(z.unknown()).default([])) });

export type ParsedArg = z.infer<typeof argSchema>;
export type ParsedToolHead = z.infer<typeof toolHeadSchema>;
export type ParsedConfigHead = z.infer<typeof configHeadSchema>;
