/** Diagnostics about policies, alone and together with configs. */
import type { CodeEntry } from "./code-entry.ts";
import { describeReplacement, didYouMean, joinWords, listQuoted, quote, rejectValue } from "../text/wording.ts";

/** An argument and its tool. */
export interface OfTool {
  readonly tool: string;
  readonly arg: string;
}

export const policyCodes = {
  "policy-as-input": {
    severity: "error",
    message: "a policy cannot be an input, because it defines no tools",
    help: ({ hasKind }: { readonly hasKind: boolean }) =>
      `pass the policy with \`--policy\`, and the configs as inputs${hasKind ? "" : "; next to configs, it needs `kind: policy`"}`,
  },
  "config-as-policy": {
    severity: "error",
    message: "a config cannot be a policy, because it enables no tools",
    help: "pass the config as an input, and a policy with `--policy`",
  },
  "only-policies": {
    severity: "error",
    message: (details: { readonly found: "policies" | "fragments" }) => `the inputs contain ${details.found}, but no config`,
    help: "pass a file or directory with configs",
  },
  "not-a-policy": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("kind", details.found),
    help: "write `kind: policy`, or pass a file that contains a policy",
  },
  "policy-range": {
    severity: "error",
    message: (details: { readonly key: string; readonly range: string; readonly found: string }) =>
      `\`${details.key}\` must be ${details.range}, not ${details.found}`,
    help: (details: { readonly range: string }) => describeReplacement(details.range),
  },
  "docker-without-image": {
    severity: "error",
    message: "the executor of type docker has no image",
    help: "add one, for example `image: alpine:3`",
  },
  "docker-image-option": {
    severity: "error",
    message: (details: { readonly found: string }) => `${quote(details.found)} is not an image: docker reads it as an option`,
    help: "write the name of an image, for example `alpine:3`",
  },
  "executor-key": {
    severity: "error",
    message: (details: { readonly key: string; readonly type: string }) =>
      `\`${details.key}\` is not a key of an executor of type ${details.type}`,
    help: (details: { readonly key: string; readonly others: readonly string[] }) => {
      const types = details.others.map((type) =>
        type === "docker" && details.key !== "image" ? "`type: docker` with an `image`" : `\`type: ${type}\``,
      );
      return `use ${joinWords(types, "or")}, or remove the key`;
    },
  },
  "processes-executor": {
    severity: "error",
    message: (details: { readonly type: string }) => `an executor of type ${details.type} cannot limit processes`,
    help: "use `type: docker` with an `image`, or remove the limit",
  },
  "processes-without-executor": {
    severity: "warning",
    message: "only docker can limit processes, so the server does not start without a policy that has `type: docker`",
    help: "add `executor: { type: docker, image: alpine:3 }`, or remove the limit",
  },
  "memory-format": {
    severity: "error",
    message: (details: { readonly found: string }) => `${quote(details.found)} is not an amount of memory`,
    help: "use a number and a unit, for example `512m` or `2g`",
  },
  "literal-path": {
    severity: "warning",
    message: (details: { readonly key: string; readonly text: string }) => `${quote(details.text)} is not expanded in \`${details.key}\``,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "inherit-value": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("inherit", details.found),
    help: (details: { readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? 'use "all", "minimal", a list of names, or `[]` for no variables',
  },
  "bad-pattern": {
    severity: "error",
    message: (details: { readonly key: string; readonly problem: string; readonly isOfConfig?: boolean }) =>
      `invalid \`${details.key}\`: ${details.problem.replace(/^not a valid pattern: /, "")}`,
    help: (details: { readonly isOfConfig?: boolean }) =>
      details.isOfConfig === true
        ? "use RE2 syntax, for example `[a-z]+`; a policy can exclude values by `deny_pattern`"
        : "use RE2 syntax, with allowed values in `pattern` and excluded values in `deny_pattern`",
  },
  "min-above-max": {
    severity: "error",
    message: (details: { readonly min: number; readonly max: number }) =>
      `\`min\` (${details.min}) is greater than \`max\` (${details.max})`,
    help: "swap the two values, or correct one of them",
  },
  "empty-one-of": {
    severity: "error",
    message: "an empty `one_of` allows no values",
    help: "list the allowed values, or remove the key",
  },
  "one-of-item": {
    severity: "error",
    message: (details: { readonly expected: string; readonly found: string }) =>
      `each value of \`one_of\` must be ${details.expected}, not ${details.found}`,
    help: (details: { readonly expected: string; readonly fix?: string | undefined }) =>
      details.fix ?? describeReplacement(details.expected),
  },
  "duplicate-one-of": {
    severity: "warning",
    message: (details: { readonly value: string }) => `duplicate value ${details.value} in \`one_of\``,
    help: "remove all but one",
  },
  "policy-function": {
    severity: "error",
    message: (details: { readonly name: string; readonly isTool: boolean }) =>
      `${quote(details.name)} is ${details.isTool ? "a tool of a config" : "a glob"}, not the name of a function`,
    help: (details: { readonly isTool: boolean }) => (details.isTool ? "move it to `tools`" : "write the name of each function"),
  },
  "policy-unknown-tool": {
    severity: "warning",
    message: (details: { readonly tool: string }) => `no config has a tool ${quote(details.tool)}, so the entry has no effect`,
    help: "remove the entry, pass the config of the tool, or move the entry to `functions` if a program that embeds the server defines it",
  },
  "policy-misspelt-tool": {
    severity: "error",
    message: (details: { readonly tool: string }) => `no config has a tool ${quote(details.tool)}`,
    help: (details: { readonly near: readonly string[] }) => didYouMean(details.near),
  },
  "policy-unknown-argument": {
    severity: "error",
    message: (details: OfTool) => `the tool ${quote(details.tool)} has no argument ${quote(details.arg)}, so the constraint has no effect`,
    help: (details: { readonly near: readonly string[]; readonly names: readonly string[] }) => {
      const listed = listNames([...new Set([...details.near, ...details.names])]);
      if (details.near.length > 0) return `${didYouMean(details.near)} The arguments are ${listed}`;
      return details.names.length === 0 ? "remove the constraint" : `use one of ${listed}, or remove the constraint`;
    },
  },
  "policy-unmatched-glob": {
    severity: "warning",
    message: (details: { readonly glob: string }) => `no config has a tool that matches ${quote(details.glob)}, so the entry has no effect`,
    help: "remove the entry, or pass the config of the tools",
  },
  "policy-unmatched-argument": {
    severity: "error",
    message: (details: { readonly glob: string; readonly arg: string }) =>
      `no tool that matches ${quote(details.glob)} has an argument ${quote(details.arg)}, so the constraint has no effect`,
    help: (details: { readonly near: readonly string[] }) => didYouMean(details.near) ?? "remove the constraint",
  },
  "policy-disabled-entry": {
    severity: "error",
    message: (details: { readonly tool: string; readonly glob: string }) =>
      `${quote(details.glob)} disables ${quote(details.tool)}, so this entry has no effect`,
    help: "add `enabled: true` to this entry, or remove the entry",
  },
  "approval-conflict": {
    severity: "error",
    message: "`require_approval` is another name of `confirm`, but has another value",
    help: "remove one of them",
  },
  "approval-glob": {
    severity: "error",
    message: (details: { readonly glob: string }) => `\`approval.tools\` takes names of tools, not the glob ${quote(details.glob)}`,
    help: (details: { readonly glob: string }) => `write \`confirm\` in an entry ${quote(details.glob)} of the policy's \`tools\``,
  },
  "approval-without-risk": {
    severity: "warning",
    message: (details: { readonly level: string; readonly tools: readonly string[] }) =>
      details.level === "destructive"
        ? `tools without a \`risk\` are not confirmed under \`global: destructive\`: ${listQuoted(details.tools)}`
        : `tools without a \`risk\` are confirmed under \`global: ${details.level}\`: ${listQuoted(details.tools)}`,
    help: "set their `risk` in the config, or `confirm` in the policy",
  },
  "presence-conflict": {
    severity: "error",
    message: "`forbid` and `required` together reject every call",
    help: "remove one of them",
  },
  "idle-constraint": {
    severity: "warning",
    message: (details: { readonly key: string }) =>
      `calls cannot pass the argument, so \`${details.key}\` next to \`forbid: true\` can only reject the default`,
    help: "remove one of the two keys",
  },
  "idle-tool-key": {
    severity: "warning",
    message: (details: { readonly key: string }) => `\`${details.key}\` has no effect with \`enabled: false\``,
    help: "remove one of the two keys",
  },
  "message-alone": {
    severity: "error",
    message: "`message` has no effect without a constraint",
    help: "add a constraint, or remove the message",
  },
  "forbid-required": {
    severity: "error",
    message: (details: OfTool) => `\`forbid\` rejects every call of ${quote(details.tool)}, which requires ${quote(details.arg)}`,
    help: "write `enabled: false` for the tool, or remove `forbid`",
  },
  "include-absolute": {
    severity: "error",
    message: (details: { readonly path: string }) => `${quote(details.path)} is not a relative path`,
    help: "write the path relative to this file",
  },
  "include-unreadable": {
    severity: "error",
    message: (details: { readonly path: string; readonly reason: string }) =>
      `cannot include ${quote(details.path)}${details.reason === "" ? "" : `: ${details.reason}`}`,
    help: "write the path of a readable file, relative to this file",
  },
  "include-cycle": {
    severity: "error",
    message: (details: { readonly path: string }) => `${quote(details.path)} includes this file, directly or through other files`,
    help: "remove one of the entries of `include`",
  },
  "include-default": {
    severity: "error",
    message: (details: { readonly own: string; readonly path: string; readonly other: string }) =>
      `\`default: ${details.own}\` has no effect here: ${quote(details.path)} includes this file and is \`${details.other}\``,
    help: (details: { readonly other: string }) => `remove the key, or write \`default: ${details.other}\``,
  },
  "policies-contradict": {
    severity: "error",
    message: (details: { readonly problem: string }) => details.problem,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "policies-leave-nothing": {
    severity: "warning",
    message: "no tool is enabled in all policies",
    help: "enable a tool in each of the policies",
  },
  "policy-leaves-nothing": {
    severity: "warning",
    message: "the policy enables no tools",
    help: "name the tools to enable, or write `default: enabled`",
  },
  "constraint-type": {
    severity: "error",
    message: (details: OfTool & { readonly key: string; readonly type: string }) =>
      `\`${details.key}\` does not apply to ${quote(details.arg)} of ${quote(details.tool)}, which has the type ${details.type}`,
    help: (details: { readonly fitting: readonly string[] }) => {
      const keys = details.fitting.map((key) => `\`${key}\``);
      return keys.length === 0 ? "remove the key" : `use ${joinWords(keys, "or")}`;
    },
  },
  "one-of-not-in-enum": {
    severity: "warning",
    message: (details: OfTool & { readonly value: string }) =>
      `${quote(details.value)} is not in the enum of ${quote(details.arg)} of ${quote(details.tool)}`,
    help: (details: { readonly near: readonly string[] }) => didYouMean(details.near) ?? "remove the value",
  },
  "no-value-left": {
    severity: "error",
    message: (details: OfTool) => `the constraints reject every value of ${quote(details.arg)} of ${quote(details.tool)}`,
    help: "loosen one of the constraints",
  },
  "default-refused": {
    severity: "warning",
    message: (details: OfTool & { readonly value: string; readonly key: string }) =>
      `\`${details.key}\` rejects the default ${details.value} of ${quote(details.arg)}, so calls of ${quote(details.tool)} without this argument fail`,
    help: "change the constraint or the default",
  },
} as const satisfies Record<string, CodeEntry>;

/** Maximum number of arguments that a help names. */
const MAX_NAMES = 8;

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
