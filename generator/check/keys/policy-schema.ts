/** The one source of a policy's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";
import { maxTimeout } from "./config-schema.ts";

const executorTypes = ["local", "docker", "bubblewrap"] as const;

/** `all`, `minimal` or a list of names; `check/policy/executor-rules.ts` decides. */
const inherit = z.unknown().meta({ anyOf: [{ enum: ["all", "minimal"] }, { type: "array", items: { type: "string" } }] });

/** Texts or numbers: which of them follows from the argument, so `check/policy/policy-against.ts` decides. */
const oneOf = z.array(z.unknown().meta({ type: ["string", "number"] })).min(1);

export const executorSchema = z
  .object({
    type: z
      .enum(executorTypes)
      .default("local")
      .describe("Where commands run: beside the server, in a container of their own, or in a read-only view of the machine"),
    image: z.string().nullish().describe("docker: the image; required"),
    volumes: z.array(z.string()).default([]).describe("docker: volumes as `docker run -v` takes them; `$VAR` is the server's"),
    working_dir: z.string().nullish().describe("docker and bubblewrap: the directory to run in"),
    network: z.string().nullish().describe("docker: the network, such as `none`; bubblewrap: `none` or `host`, by default `none`"),
    user: z.string().min(1).optional().describe("docker: the user inside, such as `1000:1000`"),
    memory: z.string().min(1).optional().describe("docker: the most memory, such as `512m`"),
    pids: z.int().min(1).optional().describe("docker: the most processes inside"),
    read_only: z.boolean().optional().describe("docker: whether the file system inside is read-only, apart from volumes"),
    writable: z
      .array(z.string().min(1))
      .optional()
      .describe("bubblewrap: the folders that can be written to; everything else is read-only; `$VAR` is the server's"),
  })
  .meta({ title: "Executor", description: "Where commands run" });

export const inheritedEnvSchema = z
  .object({
    inherit: inherit.optional().describe("The server's variables that commands get: `all` (the default), `minimal`, or a list of names"),
  })
  .meta({ title: "Environment", description: "What commands see of the server's environment" });

export const limitsSchema = z
  .object({
    max_output_bytes: z.int().min(1).optional().describe("Bytes that are kept of each output stream; by default 1 MiB"),
    max_concurrency: z.int().min(1).optional().describe("Commands that run at once; by default 32"),
    max_queue: z.int().min(0).optional().describe("Calls that wait for their turn; by default 1024"),
    max_timeout: z.number().gt(0).max(maxTimeout).optional().describe("The most seconds that any tool's timeout may be"),
  })
  .meta({ title: "Limits", description: "What commands may use" });

export const constraintSchema = z
  .object({
    pattern: z.string().nullish().describe("A regular expression that the whole value must match; for text"),
    deny_pattern: z.string().optional().describe("A regular expression that no part of the value may match; for text"),
    one_of: oneOf.optional().describe("The only values that are allowed; for text and numbers"),
    max_length: z.int().min(0).optional().describe("The most characters of the value; for text"),
    min: z.number().nullish().describe("The smallest value; for numbers"),
    max: z.number().nullish().describe("The largest value; for numbers"),
    within: z.string().min(1).optional().describe("A folder that the path must stay inside, symbolic links followed; for text"),
  })
  .meta({ title: "Constraint", description: "What the value of an argument may be" });

export const toolPolicySchema = z
  .object({
    description: z.string().nullish().describe("Shown instead of the config's description"),
    confirm: z.boolean().optional().describe("Ask the user before each call, with the exact command line"),
    args: z.record(z.string(), constraintSchema).default({}).describe("Constraints, by the name of the argument"),
  })
  .meta({ title: "Tool policy", description: "What holds for one tool" });

export const policySchema = z
  .object({
    kind: z.literal("policy").default("policy").describe("The kind of document"),
    executor: executorSchema.optional().describe("Where commands run; by default beside the server"),
    env: inheritedEnvSchema.optional().describe("What commands see of the server's environment; by default everything"),
    limits: limitsSchema.optional().describe("What commands may use"),
    default: z.enum(["enabled", "disabled"]).default("disabled").describe("Whether a tool that is not named is enabled"),
    tools: z
      .record(z.string(), toolPolicySchema)
      .default({})
      .describe("The tools that are enabled, or with `default: enabled` those that something is said about, by name"),
  })
  .meta({ title: "Policy", description: "What a server may do: which tools, with which values, where and how" });

/** The policy without a look inside its parts, and a tool without one inside its arguments. */
export const policyHeadSchema = policySchema.extend({
  executor: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  limits: z.record(z.string(), z.unknown()).optional(),
  tools: z.record(z.string(), z.unknown()).default({}),
});
export const toolPolicyHeadSchema = toolPolicySchema.extend({ args: z.record(z.string(), z.unknown()).default({}) });

export type ParsedPolicyHead = z.infer<typeof policyHeadSchema>;
export type ParsedToolPolicyHead = z.infer<typeof toolPolicyHeadSchema>;
export type ParsedInheritedEnv = z.infer<typeof inheritedEnvSchema>;
export type ParsedExecutor = z.infer<typeof executorSchema>;
export type ParsedConstraint = z.infer<typeof constraintSchema>;
export type ParsedLimits = z.infer<typeof limitsSchema>;
export type ConstraintKey = keyof ParsedConstraint;
