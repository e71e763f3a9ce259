/** From the checked parts of a policy to what the runtime reads: absent, null and empty are one. */
import type { AnyPolicySpec, ArgConstraint, EnvInherit, ExecutorSpec, LimitsSpec, ToolPolicy } from "@climax-gen/runtime/compiler";
import { parsedOf } from "../reporting/part.ts";
import type { ConstraintPart, PolicyPart, ToolPolicyPart } from "./policy-parts.ts";
import type { ParsedExecutor } from "../keys/policy-schema.ts";

/** Tools and arguments keep the order of the file, in which violations are told. Throws where a part has a mistake. */
export function toPolicySpec(policy: PolicyPart): AnyPolicySpec {
  // `checkInheritedEnv` has seen that it is one of two words or a list of texts.
  const inherit = policy.env && (parsedOf(policy.env).inherit as EnvInherit | undefined);
  const { unknown_args } = parsedOf(policy);
  const limits: LimitsSpec = policy.limits ? withoutAbsent(parsedOf(policy.limits)) : {};
  return {
    ...(policy.executor && { executor: toExecutor(parsedOf(policy.executor)) }),
    ...(inherit !== undefined && { env: { inherit } }),
    ...(Object.keys(limits).length > 0 && { limits }),
    default: parsedOf(policy).default,
    ...(unknown_args && { unknown_args }),
    tools: Object.fromEntries(policy.tools.map((tool) => [tool.name, toToolPolicy(tool)])),
  };
}

function toExecutor({ type, image, volumes, working_dir, network, user, memory, pids, read_only, writable }: ParsedExecutor): ExecutorSpec {
  const place = working_dir ? { working_dir } : {};
  switch (type) {
    case "local":
      return { type };
    case "docker":
      return {
        type,
        image: image ?? "",
        ...(volumes.length > 0 && { volumes }),
        ...place,
        ...(network && { network }),
        ...withoutAbsent({ user, memory, pids }),
        ...(read_only && { read_only }),
      };
    case "bubblewrap":
      return {
        type,
        ...(writable && writable.length > 0 && { writable }),
        ...place,
        // `checkExecutor` has seen that it is one of the two.
        ...(network && { network: network as "none" | "host" }),
      };
  }
}

function toToolPolicy(tool: ToolPolicyPart): ToolPolicy {
  const { description, confirm } = parsedOf(tool);
  const args = tool.args.map((arg) => [arg.name, toConstraint(arg)] as const).filter(([, rules]) => Object.keys(rules).length > 0);
  return {
    ...(description && { description }),
    ...(confirm && { confirm }),
    ...(args.length > 0 && { args: Object.fromEntries(args) }),
  };
}

function toConstraint(part: ConstraintPart): ArgConstraint {
  const { pattern, deny_pattern, one_of, max_length, min, max, within } = parsedOf(part);
  // `checkConstraint` has seen that the values are texts and numbers.
  return withoutAbsent({ pattern, deny_pattern, one_of: one_of as readonly (string | number)[] | undefined, max_length, min, max, within });
}

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> };

function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  // Only keys are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Present<Fields>;
}
