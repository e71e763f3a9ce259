/** Converts the checked parts of a policy to the runtime's type, without absent, null and empty values. */
import type {
  AnyPolicySpec,
  ApprovalSpec,
  ArgConstraint,
  EnvInherit,
  ExecutorSpec,
  LimitsSpec,
  ScalarValue,
  ToolPolicy,
} from "@climax-gen/runtime/compiler";
import { isGlob, toBytes } from "@climax-gen/runtime/compiler";
import { parsedOf } from "../reporting/part.ts";
import type { ConstraintPart, PolicyPart, ToolPolicyPart } from "./policy-parts.ts";
import type { ParsedApproval, ParsedExecutor, ParsedLimits } from "../keys/policy-schema.ts";

/** Converts a policy. Tools and arguments keep the order of the file, in which violations are reported. Throws if a part has an error. */
export function toPolicySpec(policy: PolicyPart): AnyPolicySpec {
  // `checkInheritedEnv` has verified that it is one of two words or a list of strings.
  const inherit = policy.env && (parsedOf(policy.env).inherit as EnvInherit | undefined);
  const { unknown_args } = parsedOf(policy);
  const limits = policy.limits ? toLimits(parsedOf(policy.limits)) : {};
  const approval = policy.approval ? toApproval(parsedOf(policy.approval)) : {};
  // Otherwise `enabled: true` and `confirm: false` are the defaults.
  const isOverriding = policy.approval !== undefined || policy.tools.some(({ name }) => isGlob(name));
  return {
    ...(policy.executor && { executor: toExecutor(parsedOf(policy.executor)) }),
    ...(inherit !== undefined && { env: { inherit } }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(approval).length > 0 && { approval }),
    default: parsedOf(policy).default,
    ...(unknown_args && { unknown_args }),
    tools: Object.fromEntries(policy.tools.map((tool) => [tool.name, toToolPolicy(tool, isOverriding)])),
  };
}

/** Converts amounts of memory to bytes, so that they can be compared. */
function toLimits({ memory, ...limits }: ParsedLimits): LimitsSpec {
  return { ...withoutAbsent(limits), ...(memory !== undefined && { memory: Math.floor(toBytes(memory)) }) };
}

function toApproval({ global, headless, tools }: ParsedApproval): ApprovalSpec {
  return {
    ...(global !== undefined && global !== "none" && { global }),
    ...(tools && Object.keys(tools).length > 0 && { tools }),
    ...(headless === "approve" && { headless }),
  };
}

function toExecutor({ type, image, volumes, working_dir, network, user, memory, pids, read_only, writable }: ParsedExecutor): ExecutorSpec {
  const directory = working_dir ? { working_dir } : {};
  switch (type) {
    case "local":
      return { type };
    case "docker":
      return {
        type,
        image: image ?? "",
        ...(volumes.length > 0 && { volumes }),
        ...directory,
        ...(network && { network }),
        ...withoutAbsent({ user, memory, pids }),
        ...(read_only && { read_only }),
      };
    case "bubblewrap":
      return {
        type,
        ...(writable && writable.length > 0 && { writable }),
        ...directory,
        // `checkExecutor` has verified that it is one of the two.
        ...(network && { network: network as "none" | "host" }),
      };
  }
}

function toToolPolicy(tool: ToolPolicyPart, isOverriding: boolean): ToolPolicy {
  const { enabled, description, require_approval, confirm = require_approval ?? undefined } = parsedOf(tool);
  const args = tool.args.map((arg) => [arg.name, toConstraint(arg)] as const).filter(([, rules]) => Object.keys(rules).length > 0);
  return {
    ...withoutAbsent({ enabled: isOverriding || enabled === false ? enabled : undefined }),
    ...(description && { description }),
    ...withoutAbsent({ confirm: isOverriding || confirm ? confirm : undefined }),
    ...(args.length > 0 && { args: Object.fromEntries(args) }),
  };
}

function toConstraint(part: ConstraintPart): ArgConstraint {
  const { one_of, equals, forbid, required, ...others } = parsedOf(part);
  return withoutAbsent({
    ...others,
    // `checkConstraint` has verified that the values are strings, numbers and booleans.
    one_of: one_of as readonly (string | number)[] | undefined,
    equals: equals as ScalarValue | undefined,
    forbid: forbid || undefined,
    required: required || undefined,
  });
}

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> };

function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  // Only keys are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Present<Fields>;
}
