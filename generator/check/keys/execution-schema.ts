/** Defines the keys of a policy about the execution of commands: the executor, the environment and the limits. */
import * as z from "zod";
import { DEFAULT_LIMITS } from "@climax-gen/runtime/internal/policy/combine";
import { MAX_TIMEOUT_SECONDS } from "@climax-gen/runtime/internal/tool/timeout";
import { formatLimit } from "../../describe/format-limit.ts";
import { type KeyFacts, mappingFacts, withFacts } from "./key-facts.ts";
import { secretSourceJson } from "./secret-schema.ts";
import { defaultReply, minReplyBytes } from "./result-schema.ts";

/** The sources of secrets, by the name of the variable. `check/policy/executor-rules.ts` checks them. */
const secrets = z.record(z.string(), z.unknown().meta(secretSourceJson));

const executorTypes = ["local", "docker", "bubblewrap"] as const;

/** `all`, `minimal` or a list of names. `check/policy/executor-rules.ts` checks it. */
const inherit = z.unknown().meta({ anyOf: [{ enum: ["all", "minimal"] }, { type: "array", items: { type: "string" } }] });

/** The name of a network, or `hosts`. `check/policy/network-rules.ts` checks it. */
const network = z.unknown().meta({
  anyOf: [
    { type: ["string", "null"] },
    {
      type: "object",
      properties: {
        hosts: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          description: "bubblewrap: names such as `api.example.org`, `*.example.org` for subdomains, and IP addresses",
        },
      },
      required: ["hosts"],
      additionalProperties: false,
      patternProperties: { "^x-": {} },
    },
  ],
});

const executorWords: ReadonlyMap<string, string> = new Map([
  ...["podman", "container"].map((word) => [word, "docker"] as const),
  ...["bwrap", "sandbox"].map((word) => [word, "bubblewrap"] as const),
  ...["host", "none"].map((word) => [word, "local"] as const),
]);

/** Reports a value outside its range, which a phrase describes. */
export function notIn(range: string): NonNullable<KeyFacts["outOfRange"]> {
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
    network: withFacts(
      network
        .optional()
        .describe("docker: network, such as `none`; bubblewrap: `none` (the default), `host`, or `hosts` that commands may reach"),
      {
        aliases: ["networks"],
        executors: ["docker", "bubblewrap"],
      },
    ),
    user: withFacts(z.string().min(1).optional().describe("docker: user in the container, such as `1000:1000`"), {
      executors: ["docker"],
      outOfRange: notIn("a user"),
    }),
    memory: withFacts(z.string().min(1).optional().describe("docker: maximum memory, such as `512m`"), {
      aliases: ["mem_limit"],
      executors: ["docker"],
      outOfRange: notIn("an amount, for example `512m`"),
    }),
    pids: atLeast(1, "docker: maximum number of processes in the container", { aliases: ["pids_limit"], executors: ["docker"] }),
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
    secrets: secrets.optional().describe("Variables of commands whose values are read for each call, by name"),
  })
  .meta({ title: "Environment", description: "Environment variables of commands" })
  .register(mappingFacts, { place: "`env`" });

/** Returns the field of an integer of at least `least`. */
function atLeast(least: number, description: string, facts: KeyFacts = {}): z.ZodOptional<z.ZodInt> {
  const field = z.int().min(least).optional().describe(description);
  return withFacts(field, { ...facts, outOfRange: notIn(`an integer of at least ${least}`) });
}

/** Returns the sentence about the default of a limit. */
function byDefault(key: keyof typeof DEFAULT_LIMITS): string {
  return `defaults to ${formatLimit(key, DEFAULT_LIMITS[key])}`;
}

/** Maximum of `reply_after`, in seconds. */
const MAX_REPLY_AFTER_SECONDS = 3600;

/** `limits` of a policy. */
export const limitsSchema = z
  .object({
    max_output_bytes: atLeast(1, `Maximum size of each output stream in memory, in bytes; ${byDefault("max_output_bytes")}`, {
      aliases: ["max_output"],
      unit: "bytes",
    }),
    max_concurrency: atLeast(1, `Maximum number of concurrent commands; defaults to ${DEFAULT_LIMITS.max_concurrency}`, {
      aliases: ["concurrency", "concurrent"],
    }),
    max_queue: atLeast(0, `Maximum number of queued calls; defaults to ${DEFAULT_LIMITS.max_queue}`),
    max_timeout: withFacts(z.number().gt(0).max(MAX_TIMEOUT_SECONDS).optional().describe("Maximum timeout of all tools, in seconds"), {
      aliases: ["timeout"],
      unit: "seconds",
      outOfRange: notIn(`a number above 0 and up to ${MAX_TIMEOUT_SECONDS}`),
    }),
    memory: withFacts(
      z.string().min(1).optional().describe("Maximum memory, such as `512m`: in docker of the container, otherwise of each process"),
      { aliases: ["mem", "max_memory", "mem_limit"], outOfRange: notIn("an amount, for example `512m`") },
    ),
    cpu_seconds: atLeast(1, "Maximum processor time of each process, in seconds", { aliases: ["cpu", "cpu_time"], unit: "seconds" }),
    processes: atLeast(1, "Maximum number of processes of a command; needs docker", { aliases: ["pids", "max_processes", "pids_limit"] }),
    max_reply_bytes: atLeast(minReplyBytes, `Maximum size of a reply, in bytes as JSON; longer text is cut; defaults to ${defaultReply}`, {
      aliases: ["max_reply"],
      unit: "bytes",
    }),
    max_capture_bytes: atLeast(
      1,
      `Maximum output of a stream that is kept for \`output_read\`, in bytes; ${byDefault("max_capture_bytes")}`,
      { aliases: ["max_capture"], unit: "bytes" },
    ),
    reply_after: withFacts(
      z
        .number()
        .min(1)
        .max(MAX_REPLY_AFTER_SECONDS)
        .optional()
        .describe("Time after which a running command has its first reply, in seconds; defaults to a reply at its end"),
      {
        aliases: ["respond_after", "answer_after"],
        unit: "seconds",
        outOfRange: notIn(`a number from 1 to ${MAX_REPLY_AFTER_SECONDS}`),
      },
    ),
  })
  .meta({ title: "Limits", description: "Limits of commands" })
  .register(mappingFacts, { place: "`limits`" });

export type ParsedInheritedEnv = z.infer<typeof inheritedEnvSchema>;
export type ParsedExecutor = z.infer<typeof executorSchema>;
export type ParsedLimits = z.infer<typeof limitsSchema>;
/** A key of a constraint. */
