/** Defines the keys of a CLI config with their types, defaults and descriptions. The checks and the JSON Schema are derived from it. */
import * as z from "zod";
import { MISSING_MODES } from "@climax-gen/runtime/internal/tool/systems";
import { argSchema, descriptionAliases, wordsSchema } from "./arg-schema.ts";
import { factFields } from "./fact-schema.ts";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";
import { commandAliases, defaultsSchema, env, os, toolSchema, workingDir } from "./tool-schema.ts";

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
    os,
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

export type ParsedConfigHead = z.infer<typeof configHeadSchema>;
