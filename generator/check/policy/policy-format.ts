/** How messages speak of a policy. */
import { nearNames } from "@climax-gen/runtime";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { argSchema, configSchema, maxTimeout, toolSchema } from "../keys/config-schema.ts";
import { shorten, type Expected } from "../reporting/fixes.ts";
import { toExecutor } from "../reporting/entry-advice.ts";
import { suggestForList, suggestForSwitch } from "./disabled-tools.ts";
import { toFlow } from "../reporting/flow-text.ts";
import type { Format, KeyPlace } from "../reporting/format.ts";
import {
  constraintSchema,
  executorSchema,
  inheritedEnvSchema,
  limitsSchema,
  policySchema,
  toolPolicySchema,
} from "../keys/policy-schema.ts";
import { readPath, type Report } from "../reporting/report.ts";

/** `the policy`, `the executor`, `the tool "git_log"`, `the argument "n" of the tool "git_log"`. */
function describeOwner(_root: YamlValue, [part, name, , argument]: YamlPath): string {
  if (part === undefined) return "the policy";
  if (name === undefined) return part === "executor" ? "the executor" : `\`${part}\``;
  const tool = `the tool ${quote(String(name))}`;
  return argument === undefined ? tool : `the argument ${quote(String(argument))} of ${tool}`;
}

const EXECUTOR = "move it to `executor`";

/** Where a key belongs, by the schema that has it; the first one that does. */
const places: readonly (readonly [keys: ReadonlySet<string>, place: string])[] = [
  [new Set(Object.keys(policySchema.shape)), "move it to the top level of the policy"],
  [new Set(Object.keys(executorSchema.shape)), EXECUTOR],
  [new Set(Object.keys(inheritedEnvSchema.shape)), "move it to `env`"],
  [new Set(Object.keys(limitsSchema.shape)), "move it to `limits`"],
  [new Set(Object.keys(toolPolicySchema.shape)), "move it to a tool"],
  [new Set(Object.keys(constraintSchema.shape)), "move it to an argument below the `args` of a tool"],
  [new Set([configSchema, toolSchema, argSchema].flatMap(({ shape }) => Object.keys(shape))), "move it to a config"],
];

function findPlaceOf(key: string, { root }: KeyPlace): string | undefined {
  const place = places.find(([keys]) => keys.has(key))?.[1];
  return place === EXECUTOR ? suggestExecutor(key, root) : place;
}

/** An executor of a type that has the key. */
function suggestExecutor(key: string, { executor }: YamlMapping): string {
  if (key === "type" || isMapping(executor ?? null)) return EXECUTOR;
  if (key === "image") return `${EXECUTOR}, with \`type: docker\``;
  const isOfDocker = ["volumes", "user", "memory", "pids", "read_only"].includes(key);
  return `${EXECUTOR}, with ${isOfDocker ? "`type: docker` and an `image`" : "`type: bubblewrap`"}`;
}

/** Advice for keys that enable or disable tools. */
function findAdvice(key: string, { root, path, value }: KeyPlace): string | undefined {
  const [part, tool] = path;
  if (part === undefined) return suggestForList(root, key, value);
  return part === "tools" && path.length === 2 ? suggestForSwitch(root, String(tool), key, value) : undefined;
}

/** A value outside a range of the schema; which range it is follows from the key. */
function reportRange(path: YamlPath, report: Report): void {
  const key = String(path.findLast((segment) => typeof segment === "string"));
  if (key === "one_of") return report.atValue("empty-one-of", path);
  const range = ranges.get(key);
  if (range === undefined) throw new Error(`the schema of a policy has no range for ${key}`);
  const value = readPath(report.document.value, path);
  report.atValue("policy-range", path, { key, range, found: value === "" ? "empty" : describeValue(value) });
}

const ranges: ReadonlyMap<string, string> = new Map([
  ["user", "a user"],
  ["memory", "an amount, for example `512m`"],
  ["writable", "a list of directories"],
  ["within", "a directory"],
  ["pids", "an integer of at least 1"],
  ["max_output_bytes", "an integer of at least 1"],
  ["max_concurrency", "an integer of at least 1"],
  ["max_queue", "an integer of at least 0"],
  ["max_timeout", `a number above 0 and up to ${maxTimeout}`],
  ["max_length", "an integer of at least 0"],
  ["min", "a finite number"],
  ["max", "a finite number"],
]);

/** Parts that are mappings, and were written as the one word or the list of names that matters most. */
function reportType(path: YamlPath, _expected: Expected, report: Report): boolean {
  const [part, ...inner] = path.map(String);
  if (part === undefined || inner.length > 0) return false;
  const value = readPath(report.document.value, path) ?? null;
  const fix = suggestMapping(part, value, report.writtenAt(path));
  if (fix === undefined) return false;
  report.atValue("wrong-type", path, { what: `\`${part}\``, expected: "a mapping of keys to values", found: describeValue(value), fix });
  return true;
}

function suggestMapping(part: string, value: YamlValue, written: string): string | undefined {
  const [first] = Array.isArray(value) ? (value as readonly YamlValue[]) : [];
  switch (part) {
    case "executor":
      return typeof value === "string" ? suggestExecutorType(value) : undefined;
    case "env":
      if (typeof value === "string" && value !== "all" && value !== "minimal") return `write \`{ inherit: [${shorten(written)}] }\``;
      return typeof value === "string" || typeof first === "string" ? `write \`{ inherit: ${shorten(written)} }\`` : undefined;
    case "tools":
      return typeof first === "string" ? `write each as a key, for example \`${shorten(first)}: {}\`` : undefined;
    default:
      return undefined;
  }
}

/** An executor from the word for its type; Docker needs an image. */
function suggestExecutorType(value: string): string {
  const word = value.toLowerCase();
  const type = foreignValues.get(`type:${word}`) ?? nearNames(word, ["local", "docker", "bubblewrap"], 1)[0] ?? value;
  return `write \`${toFlow(toExecutor(type))}\``;
}

/** What people write who come from Docker, systemd, JSON Schema, OPA or a firewall, and our words for it. */
const foreignKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["sandbox", ["executor"]],
  ["runner", ["executor"]],
  ["container", ["executor", "image"]],
  ["environment", ["env"]],
  ["limit", ["limits"]],
  ["resources", ["limits"]],
  ["allow", ["tools", "one_of"]],
  ["allowed", ["tools", "one_of"]],
  ["rules", ["tools"]],
  ["mode", ["default"]],
  ["arguments", ["args"]],
  ["parameters", ["args"]],
  ["params", ["args"]],
  ["constraints", ["args"]],
  ["desc", ["description"]],
  ["ask", ["confirm"]],
  ["approve", ["confirm"]],
  ["approval", ["confirm"]],
  ["confirmation", ["confirm"]],
  ["regex", ["pattern"]],
  ["regexp", ["pattern"]],
  ["match", ["pattern"]],
  ["deny", ["deny_pattern"]],
  ["not_pattern", ["deny_pattern"]],
  ["blocked", ["deny_pattern"]],
  ["enum", ["one_of"]],
  ["choices", ["one_of"]],
  ["values", ["one_of"]],
  ["maxLength", ["max_length"]],
  ["max_len", ["max_length"]],
  ["minimum", ["min"]],
  ["maximum", ["max"]],
  ["root", ["within"]],
  ["inside", ["within"]],
  ["folder", ["within"]],
  ["directory", ["within", "working_dir"]],
  ["cwd", ["working_dir"]],
  ["workdir", ["working_dir"]],
  ["mounts", ["volumes", "writable"]],
  ["binds", ["volumes", "writable"]],
  ["volume", ["volumes"]],
  ["networks", ["network"]],
  ["mem_limit", ["memory"]],
  ["pids_limit", ["pids"]],
  ["timeout", ["max_timeout"]],
  ["concurrency", ["max_concurrency"]],
  ["max_output", ["max_output_bytes"]],
]);

/** Words for an executor's `type` or for `default`, in lower case. */
const foreignValues: ReadonlyMap<string, string> = new Map([
  ["type:podman", "docker"],
  ["type:container", "docker"],
  ["type:bwrap", "bubblewrap"],
  ["type:sandbox", "bubblewrap"],
  ["type:host", "local"],
  ["type:none", "local"],
  ["default:allow", "enabled"],
  ["default:allowed", "enabled"],
  ["default:enable", "enabled"],
  ["default:on", "enabled"],
  ["default:deny", "disabled"],
  ["default:denied", "disabled"],
  ["default:disable", "disabled"],
  ["default:off", "disabled"],
]);

function findMeant(key: string, value: string): readonly string[] {
  const meant = foreignValues.get(`${key}:${value}`);
  return meant === undefined ? [] : [meant];
}

export const policyFormat: Format = {
  describeOwner,
  foreignKeys,
  additions: new Map(),
  findPlaceOf,
  findAdvice,
  findMeant,
  reportRange,
  reportType,
};
