/** Defines the keys of a tool of a config: their types, defaults and descriptions, and how `defaults` of the config set them. */
import * as z from "zod";
import { SYSTEMS } from "@climax-gen/runtime/internal/tool/systems";
import { DEFAULT_RESOLVER_TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS } from "@climax-gen/runtime/internal/tool/timeout";
import { argSchema, descriptionAliases, useSchema, wordsSchema } from "./arg-schema.ts";
import { factFields } from "./fact-schema.ts";
import { fieldsOfRows, type KeyFacts, mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";
import { resultFields } from "./result-schema.ts";
import { secretSourceJson } from "./secret-schema.ts";

const risks = ["read", "write", "destructive"] as const;

/** Names of a command in other formats. */
export const commandAliases = ["cmd", "binary", "executable", "program", "run", "subcommand"];

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

/** `env` of a config. */
export const env = withFacts(
  z.record(z.string(), variable).default({}).describe("Environment variables of the program: texts, or sources of secrets"),
  { aliases: ["environment"] },
);

/** `working_dir` of a config. */
export const workingDir = withFacts(z.string().nullish().describe("Working directory; defaults to that of the server"), {
  aliases: ["cwd", "workdir", "working_directory"],
});

/** `os` of a config. The value is a list. */
export const os = withFacts(
  z
    .union([z.enum(SYSTEMS), z.array(z.enum(SYSTEMS)).min(1)])
    .optional()
    .transform((written) => (typeof written === "string" ? [written] : written))
    .describe("Systems on which the tools are available; defaults to all"),
  {
    aliases: ["platform", "platforms", "system"],
    expected: "`linux`, `macos`, or a list of these",
    fromText: (parts) => parts,
    outOfRange: (report) => report("empty-systems"),
  },
);

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

/**
 * The effect of `defaults` on a tool. `replaced`: a key of the tool replaces it. `merged`: the entries of the tool are added to those
 * of `defaults`, and replace entries of the same name. `own`: `defaults` cannot set the key.
 */
type Inheritance = "replaced" | "merged" | "own";

interface ToolKeyRow<Field extends z.ZodType, How extends Inheritance> {
  readonly field: Field;
  readonly inheritance: How;
}

const rowOf =
  <const How extends Inheritance>(inheritance: How) =>
  <Field extends z.ZodType>(field: Field, facts?: KeyFacts): ToolKeyRow<Field, How> => ({
    field: facts === undefined ? field : withFacts(field, facts),
    inheritance,
  });

/** A key that identifies one tool, describes its arguments, or has its default in another key of the config. */
const own = rowOf("own");
const merged = rowOf("merged");
const replaced = rowOf("replaced");

function replacedFields<Fields extends Readonly<Record<string, z.ZodType>>>(
  fields: Fields,
): { readonly [Key in keyof Fields]: ToolKeyRow<Fields[Key], "replaced"> } {
  // Safe cast: the rows are those of the same keys.
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, replaced(field)])) as {
    readonly [Key in keyof Fields]: ToolKeyRow<Fields[Key], "replaced">;
  };
}

const TOOL_ROWS = {
  name: own(z.string().describe("Name of the tool, unique in the server: at most 64 letters, digits, `_`, `-` and `.`"), {
    aliases: ["id"],
  }),
  title: own(z.string().optional().describe("Display name"), { aliases: ["label"] }),
  description: own(z.string().describe("Purpose of the tool; models choose tools by it"), {
    aliases: descriptionAliases,
    whenMissing: "a description, by which models choose the tool",
  }),
  command: own(z.string().default("").describe("Arguments after the config's command, such as `log`"), {
    // `program` is a separate key of a tool.
    aliases: commandAliases.filter((alias) => alias !== "program"),
  }),
  program: own(z.string().min(1).optional().describe("Program of this tool; replaces the config's `command`"), {
    outOfRange: (report) => report("empty-command", { key: "program" }),
  }),
  env: merged(withFactsOf(env, env.describe("Environment variables of this tool, which override the config's; `$VAR` is expanded"))),
  working_dir: own(withFactsOf(workingDir, workingDir.describe("Working directory of this tool; overrides the config's"))),
  os: own(withFactsOf(os, os.describe("Systems on which this tool is available; overrides the config's"))),
  order: replaced(order),
  args: own(
    z
      .array(z.union([argSchema, wordsSchema, useSchema]))
      .default([])
      .describe("Arguments of the tool"),
    {
      aliases: ["arguments", "parameters", "params", "inputs", "options"],
      fromText: (parts) => parts.map((name) => ({ name })),
    },
  ),
  timeout: replaced(
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
  risk: replaced(
    z.enum(risks).optional().describe("Effect of the tool outside the server; clients may ask for confirmation before a destructive one"),
    {
      words: riskWords,
    },
  ),
  ...replacedFields(factFields),
  confirm_message: own(
    z.string().nullish().describe("First line of a confirmation: `{name}` is an argument, or the output of a command under `resolve`"),
    { aliases: ["confirm_text", "confirmation", "confirmation_message"] },
  ),
  resolve: own(
    z.record(z.string(), resolverSchema).default({}).describe("Commands that run before a confirmation, by the name in `confirm_message`"),
    { aliases: ["resolvers"] },
  ),
  ...replacedFields(resultFields),
  end_of_options: replaced(z.boolean().optional().describe("Pass flags first, then `--`, then positionals; overrides the config's value")),
  at_most_one: own(relation("Arguments of which a call may pass at most one; one list per relation", ["mutually_exclusive", "exclusive"])),
  exactly_one: own(relation("Arguments of which a call must pass exactly one; one list per relation", ["one_of", "oneOf"])),
  at_least_one: own(relation("Arguments of which a call must pass at least one; one list per relation", ["any_of", "anyOf"])),
  examples: own(z.array(exampleSchema).optional().describe("Calls of the tool, which are checked when compiling"), {
    fromText: (parts) => [{ description: parts.join(", "), args: {} }],
  }),
  keywords: replaced(z.array(z.string()).optional().describe("Additional search terms for the tool"), {
    fromText: (parts) => parts,
  }),
  weak_keywords: own(
    z.array(z.string()).optional().describe("Search terms of low weight, such as words about options that the tool does not have"),
    { fromText: (parts) => parts },
  ),
};

type ToolRows = typeof TOOL_ROWS;

/** Returns how a tool gets the value of `defaults` for a key. Undefined if tools do not have the key. */
export function inheritanceOf(key: string): Inheritance | undefined {
  return new Map(Object.entries(TOOL_ROWS)).get(key)?.inheritance;
}

/** An item of `tools`. */
export const toolSchema = z
  .object(fieldsOfRows(TOOL_ROWS))
  .meta({ title: "Tool", description: "A tool that runs the program" })
  .register(mappingFacts, { place: "a tool" });

type InheritedKey = { [Key in keyof ToolRows]: ToolRows[Key]["inheritance"] extends "own" ? never : Key }[keyof ToolRows];

/** Returns the fields of a tool that `defaults` can set. */
function inheritedFields(): Pick<(typeof toolSchema)["shape"], InheritedKey> {
  // Safe cast: the same table decides about the type.
  return Object.fromEntries(Object.entries(toolSchema.shape).filter(([key]) => inheritanceOf(key) !== "own")) as Pick<
    (typeof toolSchema)["shape"],
    InheritedKey
  >;
}

/** Keys of a tool that a file can set for all of its tools. */
export const defaultsSchema = z
  .object(inheritedFields())
  .meta({ title: "Defaults", description: "Defaults of the tools of a file" })
  .register(mappingFacts, { place: "`defaults`" });

/** A tool whose arguments, examples and resolvers are parsed separately. */
export const toolHeadSchema = toolSchema.extend({
  args: withFactsOf(toolSchema.shape.args, z.array(z.unknown()).default([])),
  examples: withFactsOf(toolSchema.shape.examples, z.array(z.unknown()).optional()),
  resolve: withFactsOf(toolSchema.shape.resolve, z.record(z.string(), z.unknown()).default({})),
});

export type ParsedResolver = z.infer<typeof resolverSchema>;
export type ParsedExample = z.infer<typeof exampleSchema>;
export type ParsedToolHead = z.infer<typeof toolHeadSchema>;
