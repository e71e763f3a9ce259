/** Suggests replacements for values of a wrong type in a config, and policies for constraints, which a config cannot have. */
import { LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { isList, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { argSchema } from "../keys/arg-schema.ts";
import { factsOf, type KeyFacts } from "../keys/key-facts.ts";
import { splitText } from "../reporting/entry-advice.ts";
import { toFlow } from "../../load/flow-text.ts";
import type { KeyContext } from "../reporting/format.ts";
import { constraintSchema } from "../keys/policy-schema.ts";
import { readPath } from "../reporting/report.ts";

/** Constraints of policies, by their names in policies, and the names that a limit of a config has in other formats. */
const constraints: ReadonlyMap<string, string> = new Map([
  ...Object.keys(constraintSchema.shape).map((key) => [key, key] as const),
  ...LIMIT_KEYS.flatMap((key) => (factsOf(argSchema, key).aliases ?? []).map((alias) => [alias, key] as const)),
]);

/** Suggests a policy for a key that names a constraint. Returns undefined for other keys and for global arguments. */
export function findConstraintAdvice(key: string, at: KeyContext): string | undefined {
  const constraint = constraints.get(key);
  return constraint === undefined ? undefined : suggestConstraint(constraint, at);
}

/** Suggests a policy that constrains the argument at the path and keeps all other tools enabled. */
function suggestConstraint(constraint: string, { root, path, value }: KeyContext): string | undefined {
  if (path[0] === "global_args") return undefined;
  const name = path[2] === "args" ? readPath(root, [...path, "name"]) : undefined;
  const arg = typeof name === "string" ? name : "ARGUMENT";
  return suggestToolPolicy({ args: { [arg]: { [constraint]: isMapping(value) ? "…" : value } } }, root, path);
}

/** Suggests a policy with these rules for the tool at the path. */
export function suggestToolPolicy(rules: YamlMapping, root: YamlValue, path: YamlPath): string {
  const name = path[0] === "tools" ? readPath(root, [...path.slice(0, 2), "name"]) : undefined;
  const policy = toFlow({ default: "enabled", tools: { [typeof name === "string" ? name : "TOOL"]: rules } });
  return `remove it and write a policy in a separate file: \`${policy}\``;
}

/** Converts a text such as `a, b` to a list. Returns undefined for keys that do not take a list. */
export function suggestList({ fromText }: KeyFacts, value: YamlValue): YamlValue | undefined {
  if (typeof value === "object") return undefined;
  const parts = splitText(String(value));
  return parts.length === 0 ? undefined : fromText?.(parts);
}

/** Converts `NAME=value` strings, as in Compose files, to a mapping of variables. */
export function suggestVariables(value: YamlValue): YamlValue | undefined {
  const items = isList(value) ? value : [value];
  const pairs = items.map((item) => (typeof item === "string" ? /^([^=\s]+)=(.*)$/s.exec(item) : null));
  if (pairs.length === 0 || pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

/** Suggests the text for a list. Returns undefined for keys other than `command` and `flag`. */
export function suggestWords(key: string, items: readonly YamlValue[]): string | undefined {
  const words = items.flatMap((item) => (typeof item === "string" || typeof item === "number" ? [String(item)] : []));
  const last = words.at(-1);
  if (last === undefined || words.length < items.length) return undefined;
  switch (key) {
    case "command":
      return suggestCommand(words);
    case "flag":
      return `write one of them: ${quote(last)}`;
    default:
      return undefined;
  }
}

/** Joins words into a command that splits into the same words. Returns undefined if a word contains both kinds of quotes. */
function suggestCommand(words: readonly string[]): string | undefined {
  if (words.some((word) => word.includes("'") && word.includes('"'))) return undefined;
  const quoted = words.map((word) => (/^[^\s'"]+$/.test(word) ? word : word.includes('"') ? `'${word}'` : `"${word}"`));
  const command = quoted.join(" ");
  const isPlain = /^[\w./~$-][\w./~$= -]*$/.test(command) && !command.startsWith("- ");
  return `write \`${isPlain ? command : `'${command.replaceAll("'", "''")}'`}\``;
}

/** Maximum members of an enum that a message repeats. */
const maxMembers = 10;

/** Returns the keys of a text argument with the values of an enum on another type. Undefined if they are too many, or are not scalars. */
export function suggestTextEnum(type: string, arg: YamlMapping): string | undefined {
  const members = isList(arg["enum"]) ? arg["enum"] : [];
  const isShort = members.length <= maxMembers && members.every((member) => member !== null && typeof member !== "object");
  if (type === "boolean" || !isShort) return undefined;
  const fallback = toTexts(arg["default"] ?? null);
  const keys = { type: "string", enum: members.map(String), ...(fallback !== undefined && { default: fallback }) };
  return toFlow(keys).slice(2, -2);
}

function toTexts(value: YamlValue): YamlValue | undefined {
  if (isList(value)) return value.map(String);
  return typeof value === "object" ? undefined : String(value);
}
