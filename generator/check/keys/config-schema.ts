/** The one source of a CLI config's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";

const argTypes = ["string", "integer", "number", "boolean"] as const;
const risks = ["read", "write", "destructive"] as const;

/** Seconds. Node.js timers hold at most 2^31 - 1 milliseconds. */
export const maxTimeout = 2_147_483;

/** A value of any type: which one it must have follows from `type` and `repeat`, so `check/cli/default-rules.ts` decides. */
const defaultValue = z
  .unknown()
  .meta({ type: ["string", "number", "boolean", "array", "null"], items: { type: ["string", "number", "boolean"] } });

export const argSchema = z
  .object({
    name: z.string().describe("The name by which callers give the argument"),
    description: z.string().default("").describe("What the argument means; models read it"),
    type: z.enum(argTypes).default("string").describe("The type of the value"),
    required: z.boolean().default(false).describe("Whether every call must give the argument"),
    default: defaultValue.optional().describe("The value where a call gives none"),
    flag: z
      .string()
      .nullish()
      .describe("The flag before the value, such as `-n`, or `key=` for a value in the same word; by default `--` and the name"),
    positional: z.boolean().default(false).describe("Pass the value as a word of its own, without a flag"),
    cwd: z.boolean().default(false).describe("The value is the working directory of the program"),
    stdin: z.boolean().default(false).describe("The value is written to the standard input of the program"),
    enum: z.array(z.string()).min(1).nullish().describe("The only values that are allowed; for `type: string`"),
    repeat: z.boolean().default(false).describe("A list of values: the flag once for each, or several positionals"),
    allow_leading_dash: z
      .boolean()
      .default(false)
      .describe("Let a positional value start with `-`, at the risk of it being read as an option"),
    secret: z.boolean().default(false).describe("Keep the value out of every log"),
  })
  .meta({ title: "Argument", description: "An argument of a tool" });

export const toolSchema = z
  .object({
    name: z.string().describe("The tool's name, unique in the server: letters, digits, `_`, `-` and `.`, at most 64"),
    title: z.string().optional().describe("A name for people"),
    description: z.string().describe("What the tool does; models choose by it"),
    command: z.string().default("").describe("Words after the config's command, such as `log`"),
    args: z.array(argSchema).default([]).describe("The arguments of the tool"),
    timeout: z.number().min(0).max(maxTimeout).nullish().describe("Seconds until the program is ended; by default 30"),
    risk: z.enum(risks).optional().describe("What the tool can do to the world; clients may ask the user before a destructive one"),
    success_exit_codes: z.array(z.int().min(0).max(255)).optional().describe("Exit codes that are no failure; by default only 0"),
    end_of_options: z.boolean().optional().describe("Write flags first, then `--`, then positionals; overrides the config's"),
    keywords: z.array(z.string()).optional().describe("Further words that find the tool in a search"),
  })
  .meta({ title: "Tool", description: "One way to call the program" });

export const configSchema = z
  .object({
    kind: z.literal("cli").default("cli").describe("The kind of document"),
    name: z.string().default("climax").describe("The name of the program or group of tools"),
    description: z.string().default("").describe("What the program is for"),
    command: z.string().min(1).describe("The program, with words that every tool starts with; quotes are honoured, there is no shell"),
    env: z.record(z.string(), z.string()).default({}).describe("Environment variables of the program"),
    working_dir: z.string().nullish().describe("The directory to run in; by default the server's own"),
    category: z.string().nullish().describe("A group for searches, such as `vcs`"),
    tags: z.array(z.string()).default([]).describe("Further groups for searches"),
    global_args: z.array(argSchema).default([]).describe("Arguments that the server adds to every call, from their defaults"),
    end_of_options: z.boolean().optional().describe("Write flags first, then `--`, then positionals, in every tool"),
    tools: z.array(toolSchema).describe("The tools of the program"),
  })
  .meta({ title: "CLI config", description: "A command-line program and the tools that call it" });

/** The config without a look inside its tools and global arguments, and a tool without one inside its arguments. */
export const configHeadSchema = configSchema.extend({ tools: z.array(z.unknown()), global_args: z.array(z.unknown()).default([]) });
export const toolHeadSchema = toolSchema.extend({ args: z.array(z.unknown()).default([]) });

export type ParsedArg = z.infer<typeof argSchema>;
export type ParsedToolHead = z.infer<typeof toolHeadSchema>;
export type ParsedConfigHead = z.infer<typeof configHeadSchema>;
