/** Converts the checked parts of a policy to the runtime's type, without absent, null and empty values. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type {
  AnyPolicySpec,
  ApprovalSpec,
  BubblewrapExecutor,
  DockerExecutor,
  EnvInherit,
  EnvSpec,
  ExecutorSpec,
  LimitsSpec,
  ToolPolicy,
} from "@climax-gen/runtime/internal/policy/policy-spec";
import type { NetworkHosts } from "@climax-gen/runtime/internal/policy/network-hosts";
import { toHost } from "@climax-gen/runtime/internal/policy/network-hosts";
import type { SecretSources } from "@climax-gen/runtime/internal/tool/secret-source";
import { CONSTRAINT_KEYS, isValueConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { toBytes } from "@climax-gen/runtime/internal/policy/docker-values";
import { isGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import { omitAbsent, withEntries } from "../files/omit-absent.ts";
import { parsedOf } from "../reporting/part.ts";
import type { ConstraintPart, PolicyPart, ToolPolicyPart } from "./policy-parts.ts";
import { limitsSchema, type ParsedExecutor, type ParsedLimits } from "../keys/execution-schema.ts";
import { withoutDefaults } from "../keys/key-facts.ts";
import type { ParsedApproval, ParsedConstraint } from "../keys/policy-schema.ts";

/** Converts a policy. Tools and arguments keep the order of the file, in which violations are reported. Throws if a part has an error. */
export function toPolicySpec(policy: PolicyPart): AnyPolicySpec {
  const parsed = parsedOf(policy);
  // `checkInheritedEnv` has verified both.
  const inherit = policy.env && (parsedOf(policy.env).inherit as EnvInherit | undefined);
  const secrets = policy.env && withEntries((parsedOf(policy.env).secrets ?? {}) as SecretSources);
  // Otherwise `enabled: true` and `confirm: false` are the defaults.
  const functions = policy.functions.map((rules) => [rules.name, toToolPolicy(rules, true)] as const);
  const isOverriding = policy.approval !== undefined || policy.tools.some(({ name }) => isGlob(name));
  return omitAbsent<AnyPolicySpec>({
    executor: policy.executor && toExecutor(parsedOf(policy.executor)),
    env: withEntries(omitAbsent<EnvSpec>({ inherit, secrets })),
    limits: policy.limits && withEntries(toLimits(parsedOf(policy.limits))),
    approval: policy.approval && withEntries(toApproval(parsedOf(policy.approval))),
    default: parsed.default,
    unknown_args: parsed.unknown_args,
    tools: Object.fromEntries(policy.tools.map((tool) => [tool.name, toToolPolicy(tool, isOverriding)])),
    functions: withEntries(Object.fromEntries(functions)),
  });
}

/** Converts amounts of memory to bytes, so that they can be compared. */
function toLimits(limits: ParsedLimits): LimitsSpec {
  const { memory } = limits;
  return omitAbsent<LimitsSpec>({
    ...withoutDefaults(limitsSchema, limits),
    memory: memory === undefined ? undefined : Math.floor(toBytes(memory)),
  });
}

function toApproval({ global, headless, tools }: ParsedApproval): ApprovalSpec {
  return omitAbsent<ApprovalSpec>({
    global: global === "none" ? undefined : global,
    tools: tools && withEntries(tools),
    headless: headless === "approve" ? headless : undefined,
  });
}

function toExecutor(parsed: ParsedExecutor): ExecutorSpec {
  const { type, image, volumes, writable = [], user, memory, pids } = parsed;
  const working_dir = parsed.working_dir || undefined;
  // `checkNetwork` has verified that it is text, or for bubblewrap a list of hosts.
  const network = (parsed.network || undefined) as string | NetworkHosts | undefined;
  switch (type) {
    case "local":
      return { type };
    case "docker":
      return omitAbsent<DockerExecutor>({
        type,
        image: image ?? "",
        volumes: volumes.length > 0 ? volumes : undefined,
        working_dir,
        network: typeof network === "string" ? network : undefined,
        user,
        memory,
        pids,
        read_only: parsed.read_only || undefined,
      });
    case "bubblewrap":
      return omitAbsent<BubblewrapExecutor>({
        type,
        writable: writable.length > 0 ? writable : undefined,
        working_dir,
        network: typeof network === "object" ? { hosts: network.hosts.map(toHost) } : (network as "none" | "host" | undefined),
      });
  }
}

function toToolPolicy(tool: ToolPolicyPart, isOverriding: boolean): ToolPolicy {
  const { enabled, description, scopes, require_approval, confirm = require_approval ?? undefined } = parsedOf(tool);
  const args = tool.args.map((arg) => [arg.name, toConstraint(arg)] as const).filter(([, rules]) => Object.keys(rules).length > 0);
  return omitAbsent<ToolPolicy>({
    enabled: isOverriding || enabled === false ? enabled : undefined,
    description: description || undefined,
    confirm: isOverriding || confirm ? confirm : undefined,
    scopes: scopes === undefined || scopes.length === 0 ? undefined : scopes,
    executor: tool.executor && toExecutor(parsedOf(tool.executor)),
    args: withEntries(Object.fromEntries(args)),
  });
}

/** Omits absent and null constraints, and a `forbid` or `required` that is false. */
function toConstraint(part: ConstraintPart): ArgConstraint {
  const rules: Required<ParsedConstraint> extends Readonly<Record<keyof ArgConstraint, unknown>> ? ParsedConstraint : never =
    parsedOf(part);
  // `checkConstraint` has verified the values.
  return Object.fromEntries(
    CONSTRAINT_KEYS.map((key) => [key, rules[key]] as const).filter(
      ([key, value]) => value !== undefined && value !== null && (value !== false || isValueConstraint(key)),
    ),
  );
}
