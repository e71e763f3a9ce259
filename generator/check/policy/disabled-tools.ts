/** Advice for policies that name the tools that are disabled: a policy names those that are enabled. */
import { isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";

const OFF_WORDS: ReadonlySet<unknown> = new Set(
  "disabled disable deny denied off no none never false block blocked forbid forbidden hidden".split(" "),
);
const ON_WORDS: ReadonlySet<unknown> = new Set(["enabled", "enable", "allow", "allowed", "on", "yes", "true"]);
const ASK_WORDS: ReadonlySet<unknown> = new Set(["ask", "confirm", "confirmed", "approve", "approval", "prompt"]);

/** Keys of a tool that say whether it is enabled, in the words of other formats. */
const ON_KEYS: ReadonlySet<string> = new Set(["enabled", "enable", "allow", "allowed", "active"]);
const OFF_KEYS: ReadonlySet<string> = new Set(["disabled", "disable", "deny", "denied", "hidden", "block", "blocked", "skip"]);
const MODE_KEYS: ReadonlySet<string> = new Set(["default", "mode", "policy", "access", "permission", "action"]);

/** Keys of a policy for tools that it disables. */
const OFF_LISTS: ReadonlySet<string> = new Set(
  "deny denied deny_tools denylist disable disabled disabled_tools disallow disallowed block blocked blocklist blacklist exclude excluded forbid forbidden except".split(
    " ",
  ),
);

type Meaning = "on" | "off" | "ask";

function readMeaning(value: YamlValue): Meaning | undefined {
  if (typeof value === "boolean") return value ? "on" : "off";
  const word = typeof value === "string" ? value.toLowerCase() : undefined;
  if (OFF_WORDS.has(word)) return "off";
  if (ON_WORDS.has(word)) return "on";
  return ASK_WORDS.has(word) ? "ask" : undefined;
}

/** What to write instead of a tool's value that is not a mapping. */
export function suggestToolEntry(root: YamlMapping, name: string, value: YamlValue): string {
  switch (readMeaning(value)) {
    case "off":
      return suggestDisabling(root, [name]);
    case "ask":
      return "write `{ confirm: true }`";
    case "on":
    case undefined:
      return "write `{}` to enable the tool without constraints";
  }
}

/** What to do with a key of a tool that says whether it is enabled. Undefined for other keys. */
export function suggestForSwitch(root: YamlMapping, tool: string, key: string, value: YamlValue): string | undefined {
  const meaning = readMeaning(value);
  if (ON_KEYS.has(key) || MODE_KEYS.has(key)) {
    if (meaning === "on") return "remove it: a tool that the policy names is enabled";
    if (meaning === "ask") return "write `confirm: true`";
    return meaning === "off" ? suggestDisabling(root, [tool]) : undefined;
  }
  if (!OFF_KEYS.has(key)) return undefined;
  if (meaning === "off") return "remove it: a tool that the policy names is enabled";
  return meaning === "on" ? suggestDisabling(root, [tool]) : undefined;
}

/** What to do with a list of disabled tools. Undefined for other keys. */
export function suggestForList(root: YamlMapping, key: string, value: YamlValue): string | undefined {
  if (!OFF_LISTS.has(key)) return undefined;
  const names = listNames(value);
  return `remove it: ${suggestDisabling(root, names)}`;
}

function listNames(value: YamlValue): readonly string[] {
  if (Array.isArray(value)) return (value as readonly YamlValue[]).flatMap((item) => (typeof item === "string" ? [item] : []));
  if (isMapping(value)) return Object.keys(value);
  return typeof value === "string" ? [value] : [];
}

/** How to disable the tools, by what else the policy says. */
function suggestDisabling({ default: unnamed, tools }: YamlMapping, names: readonly string[]): string {
  const named = isMapping(tools) ? tools : {};
  const isNamed = names.some((name) => Object.hasOwn(named, name));
  const removal = isNamed
    ? `remove ${names.length === 1 ? "the tool" : "the tools"} from \`tools\``
    : "a policy names the tools that are enabled";
  const others = Object.keys(named).filter((name) => !names.includes(name) && readMeaning(named[name] ?? null) !== "off");
  if (unnamed === "enabled")
    return `${removal}${isNamed ? "," : ":"} remove \`default: enabled\`, and name each tool that stays enabled, such as \`TOOL: {}\``;
  if (others.length > 0)
    return isNamed ? `${removal}: tools that a policy does not name are disabled` : `${removal}, and disables all others`;
  return `${removal}${isNamed ? "," : ":"} ${isNamed ? "and " : ""}name each tool that stays enabled in \`tools\`, such as \`TOOL: {}\``;
}
