/** Names the parts of a policy in messages, and suggests remedies for its unknown keys and wrong types. */
import { CONSTRAINT_KEYS, formOfConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { argSchema } from "../keys/arg-schema.ts";
import { configSchema } from "../keys/config-schema.ts";
import { toolSchema } from "../keys/tool-schema.ts";
import { shorten } from "../reporting/fixes.ts";
import { suggestPattern } from "../reporting/schema-words.ts";
import { splitText, toExecutor } from "../reporting/entry-advice.ts";
import { suggestForList, suggestForSwitch, suggestForTool } from "./disabled-tools.ts";
import { toFlow } from "../../load/flow-text.ts";
import { describeMove, factsOf, fieldsOf, findByAlias } from "../keys/key-facts.ts";
import type { Format, KeyAdvice, KeyContext, TypeFault } from "../reporting/format.ts";
import { executorSchema, inheritedEnvSchema, limitsSchema } from "../keys/execution-schema.ts";
import { approvalSchema, constraintSchema, policySchema, toolPolicySchema } from "../keys/policy-schema.ts";
import { readPath, type Report } from "../reporting/report.ts";

/** Returns `the policy`, `the executor`, `the tool "git_log"`, `the executor of the tool "git_log"` or `the argument "n" of the tool "git_log"`. */
function describeOwner(_root: YamlValue, [part, name, key, argument]: YamlPath): string {
  if (part === undefined) return "the policy";
  if (name === undefined) return part === "executor" ? "the executor" : `\`${part}\``;
  const tool = `the tool ${quote(String(name))}`;
  if (key === "executor") return `the executor of ${tool}`;
  return argument === undefined ? tool : `the argument ${quote(String(argument))} of ${tool}`;
}

const EXECUTOR = "move it to `executor`";

const mappings = [policySchema, executorSchema, inheritedEnvSchema, limitsSchema, approvalSchema, toolPolicySchema, constraintSchema];
const mappingsOfConfigs = [configSchema, toolSchema, argSchema];

function suggestMove(key: string, { root, path, value }: KeyContext): string | undefined {
  const move = describeMove(key, mappings);
  if (move === EXECUTOR) return suggestExecutor(key, executorAt(root, path));
  const isOfConfigs = mappingsOfConfigs.some((mapping) => fieldsOf(mapping).has(key));
  if (move !== undefined || isOfConfigs) return move ?? "move it to a config";
  if (path.length > 0 || value === null) return undefined;
  if (isMapping(value) && "tools" in value) return `move the keys below \`${shorten(key)}\` to the top level of the file`;
  return isOfAnotherFormat(value) ? undefined : suggestForTool(root, key, value);
}

/** Reports whether a mapping has keys, but none of a tool. */
function isOfAnotherFormat(value: YamlValue): boolean {
  const keys = isMapping(value) ? Object.keys(value) : [];
  return keys.length > 0 && !keys.some((key) => fieldsOf(toolPolicySchema).has(key));
}

/** Returns the executor of a tool if the path is inside it, or of the policy. */
function executorAt(root: YamlMapping, [part, name = ""]: YamlPath): YamlValue {
  const tool = part === "tools" ? readPath(root, ["tools", name, "executor"]) : undefined;
  return tool ?? root["executor"] ?? null;
}

/** Suggests an executor of a type that has the key. */
function suggestExecutor(key: string, executor: YamlValue): string {
  if (key === "type" || isMapping(executor)) return EXECUTOR;
  if (key === "image") return `${EXECUTOR}, with \`type: docker\``;
  const isOfDocker = !factsOf(executorSchema, key).executors?.includes("bubblewrap");
  return `${EXECUTOR}, with ${isOfDocker ? "`type: docker` and an `image`" : "`type: bubblewrap`"}`;
}

/** Advice for keys that enable or disable tools, or require confirmation of all of them. */
function findAdvice(key: string, { root, path, value }: KeyContext): KeyAdvice | undefined {
  const [part] = path;
  if (part === undefined) return toAdvice(suggestForList(root, key, value) ?? suggestForConfirm(root, key, value));
  if (part === "functions" && key === "executor") return { hint: "remove it: a function runs in the program that embeds the server" };
  if (part === "tools" && path.length === 4 && path[2] === "args")
    return toAdvice(suggestForBooleans(key, value) ?? suggestPattern(key, value));
  return part === "tools" && path.length === 2 ? toAdvice(suggestForSwitch(key, value)) : undefined;
}

/** Suggests `equals` for another name of a list of values, such as `enum`, with the only value of a boolean. */
function suggestForBooleans(key: string, value: YamlValue): string | undefined {
  const only = onlyBoolean(value);
  const takesList = CONSTRAINT_KEYS.some((one) => formOfConstraint(one) === "values" && findByAlias(constraintSchema, key).includes(one));
  return only !== undefined && takesList ? `write \`equals: ${only}\`` : undefined;
}

/** Returns the boolean that is the only item of a list. Lists of values are for text and numbers. */
export function onlyBoolean(list: unknown): boolean | undefined {
  const [first, ...others]: readonly unknown[] = isList(list) ? list : [];
  return typeof first === "boolean" && others.length === 0 ? first : undefined;
}

function suggestForConfirm({ approval }: YamlMapping, key: string, value: YamlValue): string | undefined {
  if (key !== "confirm" || value !== true) return undefined;
  return isMapping(approval) ? "remove it, and write `global: all` in `approval`" : "write `approval: { global: all }`";
}

function toAdvice(hint: string | undefined): KeyAdvice | undefined {
  return hint === undefined ? undefined : { hint };
}

/** Reports a part that is a word or a list of names instead of a mapping. Suggests the mapping that contains this value. */
function reportType({ path }: TypeFault, report: Report): boolean {
  const [part, ...inner] = path.map(String);
  if (part === undefined) return false;
  const value = readPath(report.document.value, path) ?? null;
  const fix =
    inner.length === 0 || (inner.length === 2 && inner[1] === "executor")
      ? suggestMapping(inner[1] ?? part, value, report.writtenAt(path))
      : suggestInner(path, value);
  if (fix === undefined) return false;
  const what = `\`${String(path.at(-1))}\``;
  report.atValue("wrong-type", path, { what, expected: "a mapping of keys to values", found: describeValue(value), fix });
  return true;
}

/** Suggests a mapping of names for a list, in `tools` of `approval` and `args` of a tool. */
function suggestInner(path: YamlPath, value: YamlValue): string | undefined {
  const [part, , key] = path;
  if (path.length === 2 && part === "approval" && path[1] === "tools") return suggestByName(value, true);
  return path.length === 3 && part === "tools" && key === "args" ? suggestByName(value, {}) : undefined;
}

/** Suggests the names of a list of names, or of mappings with a `name`, as keys. Returns undefined for any other value. */
function suggestByName(list: YamlValue, entry: YamlValue): string | undefined {
  const [first = null] = isList(list) ? list : [];
  if (typeof first === "string") return `write each as a key, for example \`${toFlow({ [first]: entry }).slice(2, -2)}\``;
  if (!isMapping(first)) return undefined;
  const { name, ...rest } = first;
  return typeof name === "string" ? `write each by its name, for example \`${toFlow({ [name]: rest }).slice(2, -2)}\`` : undefined;
}

function suggestMapping(part: string, value: YamlValue, written: string): string | undefined {
  const [first] = isList(value) ? value : [];
  switch (part) {
    case "executor":
      return typeof value === "string" ? suggestExecutorType(value) : undefined;
    case "env":
      if (typeof value === "string" && value !== "all" && value !== "minimal") return `write \`${toFlow({ inherit: splitText(value) })}\``;
      return typeof value === "string" || typeof first === "string" ? `write \`{ inherit: ${shorten(written)} }\`` : undefined;
    case "tools":
      return suggestByName(value, {});
    case "approval":
      return typeof value === "string" || value === true ? `write \`${toFlow({ global: value === true ? "all" : value })}\`` : undefined;
    default:
      return undefined;
  }
}

/** Suggests an executor for the name of its type. Docker needs an image. */
function suggestExecutorType(value: string): string {
  const word = value.toLowerCase();
  const type = factsOf(executorSchema, "type").words?.get(word) ?? nearNames(word, ["local", "docker", "bubblewrap"], 1)[0] ?? value;
  return `write \`${toFlow(toExecutor(type))}\``;
}

/** Names the type `docker` together with the image that it needs. */
function describeChoice(word: string, path: YamlPath, report: Report): string | undefined {
  if (path.at(-1) !== "type" || path.at(-2) !== "executor" || word !== "docker") return undefined;
  const executor = readPath(report.document.value, path.slice(0, -1)) ?? null;
  if (!isMapping(executor) || executor["image"]) return undefined;
  return `\`${toFlow(toExecutor(word)).slice(2, -2)}\``;
}

/** The words and suggestions of messages about policies. */
export const policyFormat: Format = { describeOwner, suggestMove, findAdvice, describeChoice, reportType };

/** Returns the format of a policy for the tools of a server, by name. */
export function createPolicyFormat(tools: ReadonlySet<string>): Format {
  const isTool = (key: string, path: YamlPath): boolean => path.length === 0 && tools.has(key);
  return {
    ...policyFormat,
    findAdvice: (key, context) =>
      toAdvice(isTool(key, context.path) ? suggestForTool(context.root, key, context.value) : undefined) ?? findAdvice(key, context),
  };
}
