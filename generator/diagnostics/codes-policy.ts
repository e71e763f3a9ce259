/** Diagnostics about policies, alone and together with configs. */
import { error, nearOr, warning } from "./code-entry.ts";
import { describeReplacement, didYouMean, joinWords, listQuoted, quote, rejectValue } from "../text/wording.ts";

/** An argument and its tool. */
export interface OfTool {
  readonly tool: string;
  readonly arg: string;
}

/** Ways to get the effect of keys of docker with bubblewrap. */
const bubblewrapKeys: ReadonlyMap<string, string> = new Map([
  ["read_only", "remove the key: commands can change only the directories of `writable`"],
  ["volumes", "list the directories that commands change in `writable`: they can read all others"],
  ["memory", "move it to `limits`"],
]);

export const policyCodes = {
  "policy-as-input": error(
    "a policy cannot be an input, because it defines no tools",
    ({ hasKind }: { readonly hasKind: boolean }) =>
      `pass the policy with \`--policy\`, and the configs as inputs${hasKind ? "" : "; next to configs, it needs `kind: policy`"}`,
  ),
  "config-as-policy": error(
    "a config cannot be a policy, because it enables no tools",
    "pass the config as an input, and a policy with `--policy`",
  ),
  "only-policies": error("the inputs contain {found}, but no config", "pass a file or directory with configs"),
  "not-a-policy": error(
    (details: { readonly found: string }) => rejectValue("kind", details.found),
    "write `kind: policy`, or pass a file that contains a policy",
  ),
  "policy-range": error("`{key}` must be {range}, not {found}", (details: { readonly range: string }) =>
    describeReplacement(details.range),
  ),
  "docker-without-image": error("the executor of type docker has no image", "add one, for example `image: alpine:3`"),
  "docker-image-option": error(
    '"{found}" is not an image: docker reads it as an option',
    "write the name of an image, for example `alpine:3`",
  ),
  "scope-characters": error('no access token has the scope "{found}"', "{fix}"),
  "executor-without-type": error(
    "the executor of a tool must have a type: without one, commands would run without a sandbox",
    "remove it, or write `executor: { type: local }` to run the commands without a sandbox",
  ),
  "executor-key": error(
    "`{key}` is not a key of an executor of type {type}",
    (details: { readonly key: string; readonly type: string; readonly others: readonly string[] }) => {
      const instead = details.type === "bubblewrap" ? bubblewrapKeys.get(details.key) : undefined;
      if (instead !== undefined) return instead;
      const types = details.others.map((type) =>
        type === "docker" && details.key !== "image" ? "`type: docker` with an `image`" : `\`type: ${type}\``,
      );
      return `use ${joinWords(types, "or")}, or remove the key`;
    },
  ),
  "executor-conflict": error(
    (details: { readonly tool: string; readonly globs: readonly string[] }) =>
      `${joinWords(details.globs.map(quote), "and")} have different executors, and both match "${details.tool}"`,
    (details: { readonly tool: string }) => `write \`executor\` in the entry of the tool "${details.tool}", or in only one of the two`,
  ),
  "idle-executor": warning("no tool uses this executor: {reason}", "remove it"),
  "network-hosts": error("{problem}", "{fix}"),
  "processes-executor": error(
    "an executor of type {type} cannot limit processes",
    "use `type: docker` with an `image`, or remove the limit",
  ),
  "processes-without-executor": warning(
    "only docker can limit processes, so the server does not start without a policy that has `type: docker`",
    "add `executor: { type: docker, image: alpine:3 }`, or remove the limit",
  ),
  "memory-format": error('"{found}" is not an amount of memory', "use a number and a unit, for example `512m` or `2g`"),
  "literal-path": warning('"{text}" is not expanded in `{key}`', "{fix}"),
  "inherit-value": error(
    (details: { readonly found: string }) => rejectValue("inherit", details.found),
    nearOr('use "all", "minimal", a list of names, or `[]` for no variables'),
  ),
  "bad-pattern": error(
    (details: { readonly key: string; readonly problem: string; readonly isOf?: "limit" | "output" }) =>
      `invalid \`${details.key}\`: ${details.problem.replace(/^not a valid pattern: /, "")}`,
    ({ isOf }: { readonly isOf?: "limit" | "output" }) => {
      if (isOf === "output") return "use RE2 syntax, for example `(?m)^error:`";
      return isOf === "limit"
        ? "use RE2 syntax, for example `[a-z]+`; a policy can exclude values by `deny_pattern`"
        : "use RE2 syntax, with allowed values in `pattern` and excluded values in `deny_pattern`";
    },
  ),
  "min-above-max": error("`min` ({min}) is greater than `max` ({max})", "swap the two values, or correct one of them"),
  "empty-one-of": error("an empty `{key}` allows no values", "list the allowed values, or remove the key"),
  "one-of-item": error(
    "each value of `{key}` must be {expected}, not {found}",
    (details: { readonly expected: string; readonly fix?: string | undefined }) => details.fix ?? describeReplacement(details.expected),
  ),
  "duplicate-one-of": warning("duplicate value {value} in `{key}`", "remove all but one"),
  "policy-function": error(
    (details: { readonly name: string; readonly isTool: boolean }) =>
      `${quote(details.name)} is ${details.isTool ? "a tool of a config" : "a glob"}, not the name of a function`,
    (details: { readonly isTool: boolean }) => (details.isTool ? "move it to `tools`" : "write the name of each function"),
  ),
  "policy-unknown-tool": warning(
    'no config has a tool "{tool}", so the entry has no effect',
    "remove the entry, pass the config of the tool, or move the entry to `functions` if a program that embeds the server defines it",
  ),
  "policy-misspelt-tool": error('no config has a tool "{tool}"', (details: { readonly near: readonly string[] }) =>
    didYouMean(details.near),
  ),
  "policy-unknown-argument": error(
    'the tool "{tool}" has no argument "{arg}", so the constraint has no effect',
    (details: { readonly near: readonly string[]; readonly names: readonly string[] }) => {
      const listed = listNames([...new Set([...details.near, ...details.names])]);
      if (details.near.length > 0) return `${didYouMean(details.near)} The arguments are ${listed}`;
      return details.names.length === 0 ? "remove the constraint" : `use one of ${listed}, or remove the constraint`;
    },
  ),
  "policy-unmatched-glob": warning(
    'no config has a tool that matches "{glob}", so the entry has no effect',
    "remove the entry, or pass the config of the tools",
  ),
  "policy-unmatched-argument": error(
    'no tool that matches "{glob}" has an argument "{arg}", so the constraint has no effect',
    nearOr("remove the constraint"),
  ),
  "policy-disabled-entry": error(
    '"{glob}" disables "{tool}", so this entry has no effect',
    "add `enabled: true` to this entry, or remove the entry",
  ),
  "approval-conflict": error("`require_approval` is another name of `confirm`, but has another value", "remove one of them"),
  "approval-glob": error(
    '`approval.tools` takes names of tools, not the glob "{glob}"',
    'write `confirm` in an entry "{glob}" of the policy\'s `tools`',
  ),
  "approval-without-risk": warning(
    (details: { readonly level: string; readonly tools: readonly string[] }) =>
      details.level === "destructive"
        ? `tools without a \`risk\` are not confirmed under \`global: destructive\`: ${listQuoted(details.tools)}`
        : `tools without a \`risk\` are confirmed under \`global: ${details.level}\`: ${listQuoted(details.tools)}`,
    "set their `risk` in the config, or `confirm` in the policy",
  ),
  "presence-conflict": error("`forbid` and `required` together reject every call", "remove one of them"),
  "idle-constraint": warning(
    "calls cannot pass the argument, so `{key}` next to `forbid: true` can only reject the default",
    "remove one of the two keys",
  ),
  "idle-tool-key": warning("`{key}` has no effect with `enabled: false`", "remove one of the two keys"),
  "message-alone": error("`message` has no effect without a constraint", "add a constraint, or remove the message"),
  "forbid-required": error(
    '`forbid` rejects every call of "{tool}", which requires "{arg}"',
    "write `enabled: false` for the tool, or remove `forbid`",
  ),
  "include-absolute": error('"{path}" is not a relative path', "write the path relative to this file"),
  "include-unreadable": error(
    (details: { readonly path: string; readonly reason: string }) =>
      `cannot include ${quote(details.path)}${details.reason === "" ? "" : `: ${details.reason}`}`,
    "write the path of a readable file, relative to this file",
  ),
  "include-cycle": error('"{path}" includes this file, directly or through other files', "remove one of the entries of `include`"),
  "include-default": error(
    '`default: {own}` has no effect here: "{path}" includes this file and is `{other}`',
    "remove the key, or write `default: {other}`",
  ),
  "policies-contradict": error("{problem}", "{fix}"),
  "policies-leave-nothing": warning("no tool is enabled in all policies", "enable a tool in each of the policies"),
  "policy-leaves-nothing": warning("the policy enables no tools", "name the tools to enable, or write `default: enabled`"),
  "constraint-type": error(
    '`{key}` does not apply to "{arg}" of "{tool}", which has the type {type}',
    (details: { readonly fitting: readonly string[] }) => {
      const keys = details.fitting.map((key) => `\`${key}\``);
      return keys.length === 0 ? "remove the key" : `use ${joinWords(keys, "or")}`;
    },
  ),
  "one-of-not-in-enum": warning('"{value}" is not in the enum of "{arg}" of "{tool}"', nearOr("remove the value")),
  "no-value-left": error('the constraints reject every value of "{arg}" of "{tool}"', "loosen one of the constraints"),
  "default-refused": warning(
    '`{key}` rejects the default {value} of "{arg}", so calls of "{tool}" without this argument fail',
    "change the constraint or the default",
  ),
} as const;

/** Maximum number of arguments that a help names. */
const MAX_NAMES = 8;

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
