/** Defines the keys of a policy with their types, defaults and descriptions. The checks and the JSON Schema are derived from it. */
import * as z from "zod";
import { executorSchema, inheritedEnvSchema, limitsSchema, notIn } from "./execution-schema.ts";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

/** Strings or numbers. `check/policy/policy-against.ts` compares them with the type of the argument. */
const oneOf = z.array(z.unknown().meta({ type: ["string", "number"] })).min(1);

/** Text, a number or a boolean, depending on the argument, as for `oneOf`. */
const equals = z.unknown().meta({ type: ["string", "number", "boolean"] });

const defaultWords: ReadonlyMap<string, string> = new Map([
  ...["allow", "allowed", "enable", "on"].map((word) => [word, "enabled"] as const),
  ...["deny", "denied", "disable", "off"].map((word) => [word, "disabled"] as const),
]);

/** An entry of `args` in the rules of a tool. */
export const constraintSchema = z
  .object({
    pattern: withFacts(z.string().nullish().describe("Regular expression that the whole value must match; for strings"), {
      aliases: ["regex", "regexp", "match"],
    }),
    deny_pattern: withFacts(z.string().optional().describe("Regular expression that no part of the value may match; for strings"), {
      aliases: ["deny", "not_pattern", "blocked"],
    }),
    one_of: withFacts(oneOf.optional().describe("Allowed values; for strings and numbers"), {
      aliases: ["allow", "allowed", "enum", "choices", "values"],
      outOfRange: (report, { key }) => report("empty-one-of", { key }),
    }),
    max_length: withFacts(z.int().min(0).optional().describe("Maximum number of characters; for strings"), {
      aliases: ["maxLength", "max_len"],
      outOfRange: notIn("an integer of at least 0"),
    }),
    min: withFacts(z.number().nullish().describe("Minimum value; for numbers"), {
      aliases: ["minimum"],
      outOfRange: notIn("a finite number"),
    }),
    max: withFacts(z.number().nullish().describe("Maximum value; for numbers"), {
      aliases: ["maximum"],
      outOfRange: notIn("a finite number"),
    }),
    within: withFacts(
      z.string().min(1).optional().describe("Directory that must contain the path after symbolic links are resolved; for strings"),
      {
        aliases: ["root", "inside", "folder", "directory"],
        outOfRange: notIn("a directory"),
      },
    ),
    equals: withFacts(equals.optional().describe("The only value that is allowed; for arguments of every type"), {
      aliases: ["const", "value", "equal"],
    }),
    forbid: withFacts(z.boolean().optional().describe("A call must not pass the argument; its default is still used"), {
      aliases: ["forbidden", "deny_argument", "hidden"],
    }),
    required: withFacts(z.boolean().optional().describe("A call must pass the argument"), { aliases: ["require", "mandatory"] }),
    message: withFacts(z.string().min(1).optional().describe("What the caller reads if a constraint of this argument is violated"), {
      outOfRange: notIn("a sentence for the caller"),
    }),
  })
  .meta({ title: "Constraint", description: "Rules for the value of an argument" })
  .register(mappingFacts, { place: "an argument below the `args` of a tool" });

const EXECUTOR_ALIASES = ["sandbox", "runner", "container"] as const;

/** An entry of `tools` in a policy. */
export const toolPolicySchema = z
  .object({
    enabled: z.boolean().optional().describe("Whether the tool is enabled; defaults to true"),
    description: withFacts(z.string().nullish().describe("Description that replaces that of the config"), { aliases: ["desc"] }),
    confirm: withFacts(z.boolean().optional().describe("Ask the user for confirmation of each call, with the exact command line"), {
      aliases: ["ask", "approve", "confirmation"],
    }),
    scopes: withFacts(
      z
        .array(z.string().min(1))
        .optional()
        .describe("Scopes that the access token of a caller over HTTP must have, beside that of the tool's risk"),
      { aliases: ["scope"], outOfRange: notIn("a list of scopes, such as `[deploy]`") },
    ),
    require_approval: z.boolean().nullish().describe("The name of `confirm` in CLImax"),
    executor: withFacts(executorSchema.optional().describe("Where the commands of the tool run; replaces the `executor` of the policy"), {
      aliases: EXECUTOR_ALIASES,
    }),
    args: withFacts(z.record(z.string(), constraintSchema).default({}).describe("Constraints by argument name"), {
      aliases: ["arguments", "parameters", "params", "constraints"],
    }),
  })
  .meta({ title: "Tool policy", description: "Rules for one tool" })
  .register(mappingFacts, { place: "a tool" });

/** An entry of `functions` in a policy: no executor confines a function. */
export const functionPolicySchema = toolPolicySchema
  .omit({ executor: true })
  .meta({ title: "Function policy", description: "Rules for one function" })
  .register(mappingFacts, { place: "a function" });

/** `approval` of a policy, as CLImax defines it. */
export const approvalSchema = z
  .object({
    global: withFacts(
      z
        .enum(["none", "destructive", "write", "all"])
        .optional()
        .describe("Calls that the user confirms, by the tool's `risk`; defaults to none. `write` and `all` include tools without a risk"),
      { aliases: ["level"] },
    ),
    headless: withFacts(
      z.enum(["deny", "approve"]).optional().describe("Whether such a call runs if the client cannot ask its user; defaults to `deny`"),
      { aliases: ["fallback"] },
    ),
    tools: z.record(z.string(), z.boolean()).optional().describe("Exceptions to `global`, by the name of the tool"),
  })
  .meta({ title: "Approval", description: "Calls that the user confirms" })
  .register(mappingFacts, { place: "`approval`" });

/** A policy: a document of `kind: policy`. */
export const policySchema = z
  .object({
    kind: z.literal("policy").default("policy").describe("Kind of document"),
    include: withFacts(z.array(z.string().min(1)).optional().describe("Policies to add to this one: files, relative to this file"), {
      fromText: (parts) => parts,
      outOfRange: notIn("a list of files"),
    }),
    executor: withFacts(
      executorSchema.optional().describe("Where commands run; defaults to the machine of the server, without a sandbox"),
      { aliases: EXECUTOR_ALIASES },
    ),
    env: withFacts(inheritedEnvSchema.optional().describe("Environment variables that commands inherit from the server; defaults to all"), {
      aliases: ["environment"],
    }),
    limits: withFacts(limitsSchema.optional().describe("Limits of commands"), { aliases: ["limit", "resources"] }),
    approval: withFacts(approvalSchema.optional().describe("Calls that the user confirms; defaults to those of tools with `confirm`"), {
      aliases: ["approvals", "confirmation"],
    }),
    default: withFacts(
      z.enum(["enabled", "disabled"]).default("disabled").describe("Whether tools that `tools` does not list are enabled"),
      {
        aliases: ["mode"],
        words: defaultWords,
      },
    ),
    unknown_args: z
      .enum(["refuse"])
      .optional()
      .describe("Reject calls with unknown arguments; by default only tools with `risk: write` or `destructive` do"),
    tools: withFacts(
      z
        .record(z.string(), toolPolicySchema)
        .default({})
        .describe("Enabled tools by name or by a glob such as `git_*`, with their rules; with `default: enabled`, all tools with rules"),
      { aliases: ["allow", "allowed", "rules"] },
    ),
    functions: withFacts(
      z
        .record(z.string(), functionPolicySchema)
        .default({})
        .describe("Enabled functions of the program that embeds the server, by name, with their rules as in `tools`; no config has them"),
      {},
    ),
  })
  .meta({ title: "Policy", description: "What a server may do: which tools, with which values, where and how" })
  .register(mappingFacts, { place: "the top level of the policy" });

const { executor, env, limits, approval, tools, functions } = policySchema.shape;
const anyMapping = z.record(z.string(), z.unknown());

/** A policy whose parts are parsed separately, so that an error in one does not hide those in another. */
export const policyHeadSchema = policySchema.extend({
  executor: withFactsOf(executor, anyMapping.optional()),
  env: withFactsOf(env, anyMapping.optional()),
  limits: withFactsOf(limits, anyMapping.optional()),
  approval: withFactsOf(approval, anyMapping.optional()),
  tools: withFactsOf(tools, anyMapping.default({})),
  functions: withFactsOf(functions, anyMapping.default({})),
});

const anyArgs = { args: withFactsOf(toolPolicySchema.shape.args, anyMapping.default({})) };

/** The rules of a tool, whose executor and constraints are parsed separately. */
export const toolPolicyHeadSchema = toolPolicySchema.extend({
  ...anyArgs,
  executor: withFactsOf(toolPolicySchema.shape.executor, anyMapping.optional()),
});

/** The rules of a function, whose constraints are parsed separately. */
export const functionPolicyHeadSchema = functionPolicySchema.extend(anyArgs);

export type ParsedPolicyHead = z.infer<typeof policyHeadSchema>;
export type ParsedToolPolicyHead = z.infer<typeof toolPolicyHeadSchema>;
export type ParsedConstraint = z.infer<typeof constraintSchema>;
export type ParsedApproval = z.infer<typeof approvalSchema>;

export type ConstraintKey = keyof ParsedConstraint;
