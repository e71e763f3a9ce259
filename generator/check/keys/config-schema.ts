/** Defines the keys of a CLI config with their types, defaults and descriptions. The checks and the JSON Schema are derived from it. */
import * as z from "zod";
import { DEFAULT_RESOLVER_TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS } from "@climax-gen/runtime/internal/tool/timeout";
import { MISSING_MODES, SYSTEMS } from "@climax-gen/runtime/internal/tool/systems";
import { argSchema, descriptionAliases, useSchema, wordsSchema } from "./arg-schema.ts";
import { factFields } from "./fact-schema.ts";
import { secretSourceJson } from "./secret-schema.ts";
import { type INHERITANCE, inheritanceOf } from "./inherited-keys.ts";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";
import { exitMeaning, output, stderrModes, toExitCodes } from "./result-schema.ts";

const risks = ["read", "write", "destructive"] as const;

const commandAliases = ["cmd", "binary", "executable", "program", "run", "subcommand"];

const riskWords: ReadonlyMap<string, string> = new Map([
  ...["readonly", "read-only", "safe", "none"].map((word) => [word, "read"] as const),
  ["modify", "write"],
  ...["danger", "dangerous", "delete"].map((word) => [word, "destructive"] as const),
]);

/** Lists of names: each list is one relation. */
const relation = (description: string, aliases: readonly string[]): z.ZodOptional<z.ZodArray<z.ZodArray<z.ZodString>>> =>
  withFacts(z.array(z.array(z.string())).optional().describe(description), { aliases, fromText: (parts) => [parts] });

/** `default` has the same effect as no `order`. A tool uses it to override the `order` of `defaults`. */
const order = withFacts(
  z
    .enum(["as_written", "default"])
    .optional()
    .transform((written) => (written === "as_written" ? written : undefined))
    .describe("`as_written`: write words in the order of `args`, positionals and flags alike; needed for `words`"),
  { words: new Map([["written", "as_written"]]) },
);

/** A text, or the source of a secret. `checkEnv` checks it. */
const variable = z.unknown().meta({ anyOf: [{ type: "string" }, ...secretSourceJson.anyOf] });

const env = withFacts(
  z.record(z.string(), variable).default({}).describe("Environment variables of the program: texts, or sources of secrets"),
  { aliases: ["environment"] },
);

const workingDir = withFacts(z.string().nullish().describe("Working directory; defaults to that of the server"), {
  aliases: ["cwd", "workdir", "working_directory"],
});

/** An item of `examples`. */
export const exampleSchema = z
  .object({
    description: withFacts(z.string().optional().describe("What the call does"), { aliases: descriptionAliases }),
    args: withFacts(z.record(z.string(), z.unknown()).default({}).describe("Arguments of the call"), { aliases: ["arguments"] }),
    argv: withFacts(z.array(z.string()).optional().describe("Command line of the call, with `command` as written"), {
      fromText: (parts) => parts.flatMap((part) => part.split(/\s+/)),
    }),
  })
  .meta({ title: "Example", description: "A call of the tool, which is checked when compiling" })
  .register(mappingFacts, { place: "an example of a tool" });

/** An entry of `resolve`. */
export const resolverSchema = z
  .object({
    command: withFacts(z.string().describe("Arguments after the config's command; may be empty"), {
      aliases: commandAliases,
      whenMissing: "the arguments after the config's command, for example `command: show`",
    }),
    args: withFacts(
      z.record(z.string(), z.string()).default({}).describe("Flags by name, with templates of their values: `{name}` is an argument"),
      { aliases: ["arguments", "parameters", "params"] },
    ),
    words: withFacts(z.array(z.string()).default([]).describe("Words after the flags; `{name}` is the value of an argument"), {
      aliases: ["positional", "positionals", "operands"],
      fromText: (parts) => parts.flatMap((part) => part.split(/\s+/)),
    }),
    timeout: withFacts(
      z
        .number()
        .gt(0)
        .max(MAX_TIMEOUT_SECONDS)
        .optional()
        .describe(`Time limit, in seconds; defaults to ${DEFAULT_RESOLVER_TIMEOUT_SECONDS}`),
      {
        aliases: ["timeout_seconds"],
        unit: "seconds",
        outOfRange: (report) => report("resolver-timeout", { limit: MAX_TIMEOUT_SECONDS, default: DEFAULT_RESOLVER_TIMEOUT_SECONDS }),
      },
    ),
  })
  .meta({ title: "Resolver", description: "A command that runs before a confirmation, and whose output the message shows" })
  .register(mappingFacts, { place: "a resolver of a tool" });

/** An item of `tools`. */
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
    command: withFacts(z.string().default("").describe("Arguments after the config's command, such as `log`"), {
      // `program` is a separate key of a tool.
      aliases: commandAliases.filter((alias) => alias !== "program"),
    }),
    program: withFacts(z.string().min(1).optional().describe("Program of this tool; replaces the config's `command`"), {
      outOfRange: (report) => report("empty-command", { key: "program" }),
    }),
    env: withFactsOf(env, env.describe("Environment variables of this tool, which override the config's; `$VAR` is expanded")),
    working_dir: withFactsOf(workingDir, workingDir.describe("Working directory of this tool; overrides the config's")),
    order,
    args: withFacts(
      z
        .array(z.union([argSchema, wordsSchema, useSchema]))
        .default([])
        .describe("Arguments of the tool"),
      {
        aliases: ["arguments", "parameters", "params", "inputs", "options"],
        fromText: (parts) => parts.map((name) => ({ name })),
      },
    ),
    timeout: withFacts(
      z
        .number()
        .min(0)
        .max(MAX_TIMEOUT_SECONDS)
        .nullish()
        .describe(`Time limit of a call, in seconds; defaults to ${DEFAULT_TIMEOUT_SECONDS}`),
      {
        aliases: ["timeout_seconds"],
        unit: "seconds",
        outOfRange: (report) => report("timeout-range", { limit: MAX_TIMEOUT_SECONDS, default: DEFAULT_TIMEOUT_SECONDS }),
      },
    ),
    risk: withFacts(
      z.enum(risks).optional().describe("Effect of the tool outside the server; clients may ask for confirmation before a destructive one"),
      {
        words: riskWords,
      },
    ),
    ...factFields,
    confirm_message: withFacts(
      z.string().nullish().describe("First line of a confirmation: `{name}` is an argument, or the output of a command under `resolve`"),
      { aliases: ["confirm_text", "confirmation", "confirmation_message"] },
    ),
    resolve: withFacts(
      z
        .record(z.string(), resolverSchema)
        .default({})
        .describe("Commands that run before a confirmation, by the name in `confirm_message`"),
      { aliases: ["resolvers"] },
    ),
    success_exit_codes: withFacts(
      z.array(z.int().min(0).max(255)).optional().describe("Exit codes that mean success; defaults to only 0"),
      {
        outOfRange: (report, { found }) => report("exit-code-range", { found }),
        fromText: toExitCodes,
      },
    ),
    exit_codes: z
      .record(z.string(), exitMeaning)
      .optional()
      .describe("What exit codes mean, such as `1: nothing matched`; a text makes the code a success, `{ error: text }` a failure"),
    timeout_is_success: z.boolean().optional().describe("Whether a call that reaches its timeout is a success, as for programs that watch"),
    stderr: z
      .enum(stderrModes)
      .optional()
      .describe("Which replies contain standard error; defaults to `always`. A failure keeps it if it has no other output"),
    reply_prefix: withFacts(
      z
        .string()
        .optional()
        .describe("A line before the standard output of a successful call, such as `Times are UTC`; for output that is text"),
      { aliases: ["prefix", "preamble"] },
    ),
    output: withFacts(output.optional().describe("Form of standard output; defaults to text"), {
      expected: "a form such as `json`, or a mapping",
    }),
    end_of_options: z.boolean().optional().describe("Pass flags first, then `--`, then positionals; overrides the config's value"),
    at_most_one: relation("Arguments of which a call may pass at most one; one list per relation", ["mutually_exclusive", "exclusive"]),
    exactly_one: relation("Arguments of which a call must pass exactly one; one list per relation", ["one_of", "oneOf"]),
    at_least_one: relation("Arguments of which a call must pass at least one; one list per relation", ["any_of", "anyOf"]),
    examples: withFacts(z.array(exampleSchema).optional().describe("Calls of the tool, which are checked when compiling"), {
      fromText: (parts) => [{ description: parts.join(", "), args: {} }],
    }),
    keywords: withFacts(z.array(z.string()).optional().describe("Additional search terms for the tool"), {
      fromText: (parts) => parts,
    }),
    weak_keywords: withFacts(
      z.array(z.string()).optional().describe("Search terms of low weight, such as words about options that the tool does not have"),
      { fromText: (parts) => parts },
    ),
  })
  .meta({ title: "Tool", description: "A tool that runs the program" })
  .register(mappingFacts, { place: "a tool" });

type ToolShape = (typeof toolSchema)["shape"];
type InheritedKey = { [Key in keyof ToolShape]: (typeof INHERITANCE)[Key] extends "own" ? never : Key }[keyof ToolShape];

/** Returns the fields of a tool that `defaults` can set. */
function inheritedFields(): Pick<ToolShape, InheritedKey> {
  // Safe cast: the same table decides about the type.
  return Object.fromEntries(Object.entries(toolSchema.shape).filter(([key]) => inheritanceOf(key) !== "own")) as Pick<
    ToolShape,
    InheritedKey
  >;
}

/** Keys of a tool that a file can set for all of its tools. */
export const defaultsSchema = z
  .object(inheritedFields())
  .meta({ title: "Defaults", description: "Defaults of the tools of a file" })
  .register(mappingFacts, { place: "`defaults`" });

const argGroups = z
  .record(z.string(), z.array(z.union([argSchema, wordsSchema])))
  .default({})
  .describe("Lists of arguments and constant words by name, which `- use: name` inserts into `args`");

const include = withFacts(
  z.array(z.string()).default([]).describe("Files with `kind: fragment`, relative to this one, whose `arg_groups` and `defaults` apply"),
  { aliases: ["includes", "import", "imports"], fromText: (parts) => parts },
);

/** A file that configs include. */
export const fragmentSchema = z
  .object({
    kind: z.literal("fragment").describe("Kind of document"),
    include,
    defaults: defaultsSchema.optional().describe("Defaults of these keys for all tools of the including files"),
    arg_groups: argGroups,
  })
  .meta({ title: "Fragment", description: "Argument groups and defaults that several configs include" })
  .register(mappingFacts, { place: "the top level of the fragment" });

/** `command` of a config, as a mapping. */
export const commandChoiceSchema = z
  .object({
    any_of: withFacts(z.array(z.string().min(1)).min(1).describe("Commands of which a server runs the first that is installed"), {
      aliases: ["one_of", "anyOf", "oneOf", "first_of"],
      whenMissing: "a list of commands, for example `any_of: [fd, fdfind]`",
      fromText: (parts) => parts,
      outOfRange: (report) => report("empty-command", { key: "command" }),
    }),
  })
  .register(mappingFacts, { place: "`command` of the config" });

/** A config: a document of `kind: cli`. */
export const configSchema = z
  .object({
    kind: z.literal("cli").default("cli").describe("Kind of document"),
    name: withFacts(z.string().default("climax").describe("Name of the program or group of tools"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("Purpose of the program"), { aliases: descriptionAliases }),
    command: withFacts(
      z
        .union([z.string().min(1), commandChoiceSchema])
        .describe(
          "Program, with the arguments that all tools start with; quotes group words, and no shell is involved. " +
            "`{ any_of: [fd, fdfind] }` runs the first that is installed",
        ),
      {
        aliases: commandAliases,
        expected: "text, or a mapping such as `{ any_of: [fd, fdfind] }`",
        whenMissing: "the program that all of its tools run, for example `command: git`",
        outOfRange: (report) => report("empty-command", { key: "command" }),
      },
    ),
    env,
    working_dir: workingDir,
    category: z.string().nullish().describe("Category for searches, such as `vcs`"),
    tags: withFacts(z.array(z.string()).default([]).describe("Additional categories for searches"), {
      aliases: ["label", "labels"],
      fromText: (parts) => parts,
    }),
    global_args: withFacts(
      z.array(argSchema).default([]).describe("Arguments that the server adds to every call, with their defaults as values"),
      {
        aliases: ["global_arguments", "global_options"],
        fromText: (parts) => parts.map((name) => ({ name, default: "…" })),
      },
    ),
    end_of_options: z.boolean().optional().describe("Pass flags first, then `--`, then positionals, in all tools"),
    ...factFields,
    unknown_args: z
      .enum(["refuse"])
      .optional()
      .describe("Reject calls with unknown arguments; by default only tools with `risk: write` or `destructive` do"),
    when_missing: withFacts(
      z
        .enum(MISSING_MODES)
        .default("warn")
        .describe("At the start of a server, if a program is not installed: `warn`, `hide` its tools, or `fail` to start"),
      { aliases: ["if_missing", "on_missing"] },
    ),
    os: withFacts(
      z
        .union([z.enum(SYSTEMS), z.array(z.enum(SYSTEMS)).min(1)])
        .optional()
        .describe("Systems on which the tools are available; defaults to all"),
      {
        aliases: ["platform", "platforms", "system"],
        expected: "`linux`, `macos`, or a list of these",
        fromText: (parts) => parts,
        outOfRange: (report) => report("empty-systems"),
      },
    ),
    defaults: defaultsSchema.optional().describe("Defaults of these keys for all tools of the file"),
    arg_groups: argGroups,
    include,
    program_version: z
      .string()
      .optional()
      .describe("Versions of the program that the config is for, such as `>=2.30`; checked by `verify`"),
    version_command: withFacts(
      z.string().optional().describe("Arguments that make the program print its version; defaults to `--version`"),
      { aliases: ["version_args"] },
    ),
    tools: withFacts(z.array(toolSchema).describe("Tools of the program"), {
      aliases: ["commands", "subcommands"],
      whenMissing: "a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      fromText: (parts) => parts.map((name) => ({ name, description: "…" })),
    }),
  })
  .meta({ title: "CLI config", description: "A command-line program and the tools that call it" })
  .register(mappingFacts, { place: "the top level of the file" });

/** Sections that are checked when the config is expanded. */
const sharedHead = {
  arg_groups: z.record(z.string(), z.unknown()).optional(),
  defaults: z.record(z.string(), z.unknown()).optional(),
};

/** A fragment whose groups and defaults are parsed separately. */
export const fragmentHeadSchema = fragmentSchema.extend(sharedHead);

/** A config whose tools and global arguments are parsed separately, so that an error in one does not hide those in another. */
export const configHeadSchema = configSchema.extend({
  tools: withFactsOf(configSchema.shape.tools, z.array(z.unknown())),
  global_args: withFactsOf(configSchema.shape.global_args, z.array(z.unknown()).default([])),
  ...sharedHead,
});

/** A tool whose arguments, examples and resolvers are parsed separately. */
export const toolHeadSchema = toolSchema.extend({
  args: withFactsOf(toolSchema.shape.args, z.array(z.unknown()).default([])),
  examples: withFactsOf(toolSchema.shape.examples, z.array(z.unknown()).optional()),
  resolve: withFactsOf(toolSchema.shape.resolve, z.record(z.string(), z.unknown()).default({})),
});

export type ParsedResolver = z.infer<typeof resolverSchema>;
export type ParsedExample = z.infer<typeof exampleSchema>;
export type ParsedToolHead = z.infer<typeof toolHeadSchema>;
export type ParsedConfigHead = z.infer<typeof configHeadSchema>;
