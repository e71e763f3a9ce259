/** The one source of a policy's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";
import { maxTimeout, minReplyBytes } from "./config-schema.ts";
import { type KeyFacts, mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

const executorTypes = ["local", "docker", "bubblewrap"] as const;

/** `all`, `minimal` or a list of names; `check/policy/executor-rules.ts` decides. */
const inherit = z.unknown().meta({ anyOf: [{ enum: ["all", "minimal"] }, { type: "array", items: { type: "string" } }] });

/** Texts or numbers: which of them follows from the argument, so `check/policy/policy-against.ts` decides. */
const oneOf = z.array(z.unknown().meta({ type: ["string", "number"] })).min(1);

const executorWords: ReadonlyMap<string, string> = new Map([
  ...["podman", "container"].map((word) => [word, "docker"] as const),
  ...["bwrap", "sandbox"].map((word) => [word, "bubblewrap"] as const),
  ...["host", "none"].map((word) => [word, "local"] as const),
]);

const defaultWords: ReadonlyMap<string, string> = new Map([
  ...["allow", "allowed", "enable", "on"].map((word) => [word, "enabled"] as const),
  ...["deny", "denied", "disable", "off"].map((word) => [word, "disabled"] as const),
]);

/** Reports a value outside its range, which is given in words. */
function notIn(range: string): NonNullable<KeyFacts["outOfRange"]> {
  return (report, fault) => report("policy-range", { ...fault, range });
}

export const executorSchema = z
  .object({
    type: withFacts(
      z
        .enum(executorTypes)
        .default("local")
        .describe("Where commands run: beside the server, in a container of their own, or in a read-only view of the machine"),
      { words: executorWords },
    ),
    image: withFacts(z.string().nullish().describe("docker: the image; required"), { aliases: ["container"], executors: ["docker"] }),
    volumes: withFacts(z.array(z.string()).default([]).describe("docker: volumes as `docker run -v` takes them; `$VAR` is the server's"), {
      aliases: ["mounts", "binds", "volume"],
      executors: ["docker"],
    }),
    working_dir: withFacts(z.string().nullish().describe("docker and bubblewrap: the directory to run in"), {
      aliases: ["directory", "cwd", "workdir"],
      executors: ["docker", "bubblewrap"],
    }),
    network: withFacts(
      z.string().nullish().describe("docker: the network, such as `none`; bubblewrap: `none` or `host`, by default `none`"),
      {
        aliases: ["networks"],
        executors: ["docker", "bubblewrap"],
      },
    ),
    user: withFacts(z.string().min(1).optional().describe("docker: the user inside, such as `1000:1000`"), {
      executors: ["docker"],
      outOfRange: notIn("a user"),
    }),
    memory: withFacts(z.string().min(1).optional().describe("docker: the most memory, such as `512m`"), {
      aliases: ["mem_limit"],
      executors: ["docker"],
      outOfRange: notIn("an amount, for example `512m`"),
    }),
    pids: withFacts(z.int().min(1).optional().describe("docker: the most processes inside"), {
      aliases: ["pids_limit"],
      executors: ["docker"],
      outOfRange: notIn("an integer of at least 1"),
    }),
    read_only: withFacts(z.boolean().optional().describe("docker: whether the file system inside is read-only, apart from volumes"), {
      executors: ["docker"],
    }),
    writable: withFacts(
      z
        .array(z.string().min(1))
        .optional()
        .describe("bubblewrap: the folders that can be written to; everything else is read-only; `$VAR` is the server's"),
      { aliases: ["mounts", "binds"], executors: ["bubblewrap"], outOfRange: notIn("a list of directories") },
    ),
  })
  .meta({ title: "Executor", description: "Where commands run" })
  .register(mappingFacts, { place: "`executor`" });

export const inheritedEnvSchema = z
  .object({
    inherit: inherit.optional().describe("The server's variables that commands get: `all` (the default), `minimal`, or a list of names"),
  })
  .meta({ title: "Environment", description: "What commands see of the server's environment" })
  .register(mappingFacts, { place: "`env`" });

export const limitsSchema = z
  .object({
    max_output_bytes: withFacts(z.int().min(1).optional().describe("Bytes that are kept of each output stream; by default 1 MiB"), {
      aliases: ["max_output"],
      unit: "bytes",
      outOfRange: notIn("an integer of at least 1"),
    }),
    max_concurrency: withFacts(z.int().min(1).optional().describe("Commands that run at once; by default 32"), {
      aliases: ["concurrency"],
      outOfRange: notIn("an integer of at least 1"),
    }),
    max_queue: withFacts(z.int().min(0).optional().describe("Calls that wait for their turn; by default 1024"), {
      outOfRange: notIn("an integer of at least 0"),
    }),
    max_timeout: withFacts(z.number().gt(0).max(maxTimeout).optional().describe("The most seconds that any tool's timeout may be"), {
      aliases: ["timeout"],
      unit: "seconds",
      outOfRange: notIn(`a number above 0 and up to ${maxTimeout}`),
    }),
    max_reply_bytes: withFacts(
      z.int().min(minReplyBytes).optional().describe("Bytes of a reply as JSON; longer text is cut; by default 64 KiB"),
      { aliases: ["max_reply"], unit: "bytes", outOfRange: notIn(`an integer of at least ${minReplyBytes}`) },
    ),
    max_capture_bytes: withFacts(
      z.int().min(1).optional().describe("Bytes of output beyond a reply that are kept for `output_read`; by default 256 MiB"),
      { aliases: ["max_capture"], unit: "bytes", outOfRange: notIn("an integer of at least 1") },
    ),
  })
  .meta({ title: "Limits", description: "What commands may use" })
  .register(mappingFacts, { place: "`limits`" });

export const constraintSchema = z
  .object({
    pattern: withFacts(z.string().nullish().describe("A regular expression that the whole value must match; for text"), {
      aliases: ["regex", "regexp", "match"],
    }),
    deny_pattern: withFacts(z.string().optional().describe("A regular expression that no part of the value may match; for text"), {
      aliases: ["deny", "not_pattern", "blocked"],
    }),
    one_of: withFacts(oneOf.optional().describe("The only values that are allowed; for text and numbers"), {
      aliases: ["allow", "allowed", "enum", "choices", "values"],
      outOfRange: (report) => report("empty-one-of"),
    }),
    max_length: withFacts(z.int().min(0).optional().describe("The most characters of the value; for text"), {
      aliases: ["maxLength", "max_len"],
      outOfRange: notIn("an integer of at least 0"),
    }),
    min: withFacts(z.number().nullish().describe("The smallest value; for numbers"), {
      aliases: ["minimum"],
      outOfRange: notIn("a finite number"),
    }),
    max: withFacts(z.number().nullish().describe("The largest value; for numbers"), {
      aliases: ["maximum"],
      outOfRange: notIn("a finite number"),
    }),
    within: withFacts(z.string().min(1).optional().describe("A folder that the path must stay inside, symbolic links followed; for text"), {
      aliases: ["root", "inside", "folder", "directory"],
      outOfRange: notIn("a directory"),
    }),
  })
  .meta({ title: "Constraint", description: "What the value of an argument may be" })
  .register(mappingFacts, { place: "an argument below the `args` of a tool" });

export const toolPolicySchema = z
  .object({
    description: withFacts(z.string().nullish().describe("Shown instead of the config's description"), { aliases: ["desc"] }),
    confirm: withFacts(z.boolean().optional().describe("Ask the user before each call, with the exact command line"), {
      aliases: ["ask", "approve", "approval", "confirmation"],
    }),
    args: withFacts(z.record(z.string(), constraintSchema).default({}).describe("Constraints, by the name of the argument"), {
      aliases: ["arguments", "parameters", "params", "constraints"],
    }),
  })
  .meta({ title: "Tool policy", description: "What holds for one tool" })
  .register(mappingFacts, { place: "a tool" });

export const policySchema = z
  .object({
    kind: z.literal("policy").default("policy").describe("The kind of document"),
    executor: withFacts(executorSchema.optional().describe("Where commands run; by default beside the server"), {
      aliases: ["sandbox", "runner", "container"],
    }),
    env: withFacts(inheritedEnvSchema.optional().describe("What commands see of the server's environment; by default everything"), {
      aliases: ["environment"],
    }),
    limits: withFacts(limitsSchema.optional().describe("What commands may use"), { aliases: ["limit", "resources"] }),
    default: withFacts(z.enum(["enabled", "disabled"]).default("disabled").describe("Whether a tool that is not named is enabled"), {
      aliases: ["mode"],
      words: defaultWords,
    }),
    tools: withFacts(
      z
        .record(z.string(), toolPolicySchema)
        .default({})
        .describe("The tools that are enabled, or with `default: enabled` those that something is said about, by name"),
      { aliases: ["allow", "allowed", "rules"] },
    ),
  })
  .meta({ title: "Policy", description: "What a server may do: which tools, with which values, where and how" })
  .register(mappingFacts, { place: "the top level of the policy" });

/** The policy without a look inside its parts, and a tool without one inside its arguments. */
const { executor, env, limits, tools } = policySchema.shape;
const anyMapping = z.record(z.string(), z.unknown());
export const policyHeadSchema = policySchema.extend({
  executor: withFactsOf(executor, anyMapping.optional()),
  env: withFactsOf(env, anyMapping.optional()),
  limits: withFactsOf(limits, anyMapping.optional()),
  tools: withFactsOf(tools, anyMapping.default({})),
});
export const toolPolicyHeadSchema = toolPolicySchema.extend({ args: withFactsOf(toolPolicySchema.shape.args, anyMapping.default({})) });

export type ParsedPolicyHead = z.infer<typeof policyHeadSchema>;
export type ParsedToolPolicyHead = z.infer<typeof toolPolicyHeadSchema>;
export type ParsedInheritedEnv = z.infer<typeof inheritedEnvSchema>;
export type ParsedExecutor = z.infer<typeof executorSchema>;
export type ParsedConstraint = z.infer<typeof constraintSchema>;
export type ParsedLimits = z.infer<typeof limitsSchema>;
export type ConstraintKey = keyof ParsedConstraint;
