/** Defines the keys of a policy with their types, defaults and descriptions. The checks and the JSON Schema are derived from it. */
import * as z from "zod";
import { DEFAULT_LIMITS, MAX_TIMEOUT_SECONDS } from "@climax-gen/runtime/compiler";
import { formatLimit } from "../../describe/format-limit.ts";
import { type KeyFacts, mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";
import { defaultReply, minReplyBytes } from "./result-schema.ts";

const executorTypes = ["local", "docker", "bubblewrap"] as const;

/** `all`, `minimal` or a list of names. `check/policy/executor-rules.ts` checks it. */
const inherit = z.unknown().meta({ anyOf: [{ enum: ["all", "minimal"] }, { type: "array", items: { type: "string" } }] });

/** Strings or numbers. `check/policy/policy-against.ts` compares them with the type of the argument. */
const oneOf = z.array(z.unknown().meta({ type: ["string", "number"] })).min(1);

/** Text, a number or a boolean, depending on the argument, as for `oneOf`. */
const equals = z.unknown().meta({ type: ["string", "number", "boolean"] });

const executorWords: ReadonlyMap<string, string> = new Map([
  ...["podman", "container"].map((word) => [word, "docker"] as const),
  ...["bwrap", "sandbox"].map((word) => [word, "bubblewrap"] as const),
  ...["host", "none"].map((word) => [word, "local"] as const),
]);

const defaultWords: ReadonlyMap<string, string> = new Map([
  ...["allow", "allowed", "enable", "on"].map((word) => [word, "enabled"] as const),
  ...["deny", "denied", "disable", "off"].map((word) => [word, "disabled"] as const),
]);

/** Reports a value outside its range, which a phrase describes. */
function notIn(range: string): NonNullable<KeyFacts["outOfRange"]> {
  return (report, fault) => report("policy-range", { ...fault, range });
}

/** `executor` of a policy. */
export const executorSchema = z
  .object({
    type: withFacts(
      z
        .enum(executorTypes)
        .default("local")
        .describe("Where commands run: directly on the machine, in a container for each call, or in a read-only view of the machine"),
      { words: executorWords },
    ),
    image: withFacts(z.string().nullish().describe("docker: image of the container; required"), {
      aliases: ["container"],
      executors: ["docker"],
    }),
    volumes: withFacts(
      z.array(z.string()).default([]).describe("docker: volumes in the syntax of `docker run -v`; `$VAR` is a variable of the server"),
      {
        aliases: ["mounts", "binds", "volume"],
        executors: ["docker"],
      },
    ),
    working_dir: withFacts(z.string().nullish().describe("docker and bubblewrap: working directory in the sandbox"), {
      aliases: ["directory", "cwd", "workdir"],
      executors: ["docker", "bubblewrap"],
    }),
    network: withFacts(z.string().nullish().describe("docker: network, such as `none`; bubblewrap: `none` (the default) or `host`"), {
      aliases: ["networks"],
      executors: ["docker", "bubblewrap"],
    }),
    user: withFacts(z.string().min(1).optional().describe("docker: user in the container, such as `1000:1000`"), {
      executors: ["docker"],
      outOfRange: notIn("a user"),
    }),
    memory: withFacts(z.string().min(1).optional().describe("docker: maximum memory, such as `512m`"), {
      aliases: ["mem_limit"],
      executors: ["docker"],
      outOfRange: notIn("an amount, for example `512m`"),
    }),
    pids: withFacts(z.int().min(1).optional().describe("docker: maximum number of processes in the container"), {
      aliases: ["pids_limit"],
      executors: ["docker"],
      outOfRange: notIn("an integer of at least 1"),
    }),
    read_only: withFacts(z.boolean().optional().describe("docker: make the file system of the container read-only, except volumes"), {
      executors: ["docker"],
    }),
    writable: withFacts(
      z
        .array(z.string().min(1))
        .optional()
        .describe("bubblewrap: writable directories; all others are read-only; `$VAR` is a variable of the server"),
      { aliases: ["mounts", "binds"], executors: ["bubblewrap"], outOfRange: notIn("a list of directories") },
    ),
  })
  .meta({ title: "Executor", description: "Where commands run" })
  .register(mappingFacts, { place: "`executor`" });

/** `env` of a policy. */
export const inheritedEnvSchema = z
  .object({
    inherit: inherit
      .optional()
      .describe("Variables of the server that commands inherit: `all` (the default), `minimal`, or a list of names"),
  })
  .meta({ title: "Environment", description: "Environment variables of commands" })
  .register(mappingFacts, { place: "`env`" });

/** `limits` of a policy. */
export const limitsSchema = z
  .object({
    max_output_bytes: withFacts(
      z
        .int()
        .min(1)
        .optional()
        .describe(
          `Maximum size of each output stream in memory, in bytes; defaults to ${formatLimit("max_output_bytes", DEFAULT_LIMITS.max_output_bytes)}`,
        ),
      {
        aliases: ["max_output"],
        unit: "bytes",
        outOfRange: notIn("an integer of at least 1"),
      },
    ),
    max_concurrency: withFacts(
      z.int().min(1).optional().describe(`Maximum number of concurrent commands; defaults to ${DEFAULT_LIMITS.max_concurrency}`),
      {
        aliases: ["concurrency", "concurrent"],
        outOfRange: notIn("an integer of at least 1"),
      },
    ),
    max_queue: withFacts(z.int().min(0).optional().describe(`Maximum number of queued calls; defaults to ${DEFAULT_LIMITS.max_queue}`), {
      outOfRange: notIn("an integer of at least 0"),
    }),
    max_timeout: withFacts(z.number().gt(0).max(MAX_TIMEOUT_SECONDS).optional().describe("Maximum timeout of all tools, in seconds"), {
      aliases: ["timeout"],
      unit: "seconds",
      outOfRange: notIn(`a number above 0 and up to ${MAX_TIMEOUT_SECONDS}`),
    }),
    memory: withFacts(
      z.string().min(1).optional().describe("Maximum memory, such as `512m`: in docker of the container, otherwise of each process"),
      {
        aliases: ["mem", "max_memory", "mem_limit"],
        outOfRange: notIn("an amount, for example `512m`"),
      },
    ),
    cpu_seconds: withFacts(z.int().min(1).optional().describe("Maximum processor time of each process, in seconds"), {
      aliases: ["cpu", "cpu_time"],
      unit: "seconds",
      outOfRange: notIn("an integer of at least 1"),
    }),
    processes: withFacts(z.int().min(1).optional().describe("Maximum number of processes of a command; needs docker"), {
      aliases: ["pids", "max_processes", "pids_limit"],
      outOfRange: notIn("an integer of at least 1"),
    }),
    max_reply_bytes: withFacts(
      z
        .int()
        .min(minReplyBytes)
        .optional()
        .describe(`Maximum size of a reply, in bytes as JSON; longer text is cut; defaults to ${defaultReply}`),
      { aliases: ["max_reply"], unit: "bytes", outOfRange: notIn(`an integer of at least ${minReplyBytes}`) },
    ),
    max_capture_bytes: withFacts(
      z
        .int()
        .min(1)
        .optional()
        .describe(
          `Maximum output of a stream that is kept for \`output_read\`, in bytes; defaults to ${formatLimit("max_capture_bytes", DEFAULT_LIMITS.max_capture_bytes)}`,
        ),
      { aliases: ["max_capture"], unit: "bytes", outOfRange: notIn("an integer of at least 1") },
    ),
  })
  .meta({ title: "Limits", description: "Limits of commands" })
  .register(mappingFacts, { place: "`limits`" });

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
      outOfRange: (report) => report("empty-one-of"),
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

/** An entry of `tools` in a policy. */
export const toolPolicySchema = z
  .object({
    enabled: z.boolean().optional().describe("Whether the tool is enabled; defaults to true"),
    description: withFacts(z.string().nullish().describe("Description that replaces that of the config"), { aliases: ["desc"] }),
    confirm: withFacts(z.boolean().optional().describe("Ask the user for confirmation of each call, with the exact command line"), {
      aliases: ["ask", "approve", "confirmation"],
    }),
    require_approval: z.boolean().nullish().describe("The name of `confirm` in CLImax"),
    args: withFacts(z.record(z.string(), constraintSchema).default({}).describe("Constraints by argument name"), {
      aliases: ["arguments", "parameters", "params", "constraints"],
    }),
  })
  .meta({ title: "Tool policy", description: "Rules for one tool" })
  .register(mappingFacts, { place: "a tool" });

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
      {
        aliases: ["sandbox", "runner", "container"],
      },
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
  })
  .meta({ title: "Policy", description: "What a server may do: which tools, with which values, where and how" })
  .register(mappingFacts, { place: "the top level of the policy" });

const { executor, env, limits, approval, tools } = policySchema.shape;
const anyMapping = z.record(z.string(), z.unknown());

/** A policy whose parts are parsed separately, so that an error in one does not hide those in another. */
export const policyHeadSchema = policySchema.extend({
  executor: withFactsOf(executor, anyMapping.optional()),
  env: withFactsOf(env, anyMapping.optional()),
  limits: withFactsOf(limits, anyMapping.optional()),
  approval: withFactsOf(approval, anyMapping.optional()),
  tools: withFactsOf(tools, anyMapping.default({})),
});

/** The rules of a tool, whose constraints are parsed separately. */
export const toolPolicyHeadSchema = toolPolicySchema.extend({ args: withFactsOf(toolPolicySchema.shape.args, anyMapping.default({})) });

export type ParsedPolicyHead = z.infer<typeof policyHeadSchema>;
export type ParsedToolPolicyHead = z.infer<typeof toolPolicyHeadSchema>;
export type ParsedInheritedEnv = z.infer<typeof inheritedEnvSchema>;
export type ParsedExecutor = z.infer<typeof executorSchema>;
export type ParsedConstraint = z.infer<typeof constraintSchema>;
export type ParsedApproval = z.infer<typeof approvalSchema>;
export type ParsedLimits = z.infer<typeof limitsSchema>;
/** A key of a constraint. */
export type ConstraintKey = keyof ParsedConstraint;
