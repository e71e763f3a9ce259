/** Advice for the ways in which other formats disable tools. */
import { toFlow } from "../../load/flow-text.ts";
import { MAX_SHOWN } from "../reporting/entry-advice.ts";
import { isList, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";

const OFF_WORDS: ReadonlySet<unknown> = new Set(
  "disabled disable deny denied off no none never false block blocked forbid forbidden hidden".split(" "),
);
const ON_WORDS: ReadonlySet<unknown> = new Set(["enable", "enabled", "allow", "allowed", "on", "yes", "true"]);
const ASK_WORDS: ReadonlySet<unknown> = new Set(["ask", "confirm", "confirmed", "approve", "approval", "prompt"]);

/** Keys of other formats that enable or disable a tool. */
const ON_KEYS: ReadonlySet<string> = new Set(["enabled", "enable", "allow", "allowed", "active"]);
const OFF_KEYS: ReadonlySet<string> = new Set(["disabled", "disable", "deny", "denied", "hidden", "block", "blocked", "skip"]);
const MODE_KEYS: ReadonlySet<string> = new Set(["default", "mode", "policy", "access", "permission", "action"]);

/** Keys of other formats for lists of disabled tools. */
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

/** Returns the entry to write instead of a value that is not a mapping. */
export function suggestToolEntry(value: YamlValue): string {
  const meaning = readMeaning(value);
  if (meaning === "off") return "write `{ enabled: false }`";
  return meaning === "ask" ? "write `{ confirm: true }`" : "write `{}` to enable the tool without constraints";
}

/** Returns the advice for a key of another format that enables or disables a tool. Returns undefined for other keys. */
export function suggestForSwitch(key: string, value: YamlValue): string | undefined {
  const meaning = readMeaning(value);
  if (meaning === undefined) return undefined;
  if (ON_KEYS.has(key) || MODE_KEYS.has(key)) return meaning === "ask" ? "write `confirm: true`" : `write \`enabled: ${meaning === "on"}\``;
  return OFF_KEYS.has(key) && meaning !== "ask" ? `write \`enabled: ${meaning === "off"}\`` : undefined;
}

/** Returns the advice for a list of disabled tools. Returns undefined for other keys. */
export function suggestForList(root: YamlMapping, key: string, value: YamlValue): string | undefined {
  if (!OFF_LISTS.has(key)) return undefined;
  const names = listNames(value);
  return `remove it: ${suggestDisabling(root, names)}`;
}

/** Returns the advice for a tool at the top level. Returns undefined if the value cannot be that of a tool. */
export function suggestForTool({ tools = null }: YamlMapping, name: string, value: YamlValue): string | undefined {
  const entry = toToolEntry(value);
  if (entry === undefined) return undefined;
  if (isMapping(tools) && Object.hasOwn(tools, name)) return "merge it into the entry of this tool below `tools`";
  const text = toFlow(isMapping(tools) ? { [name]: entry } : { tools: { [name]: entry } }).slice(2, -2);
  return text.length > MAX_SHOWN ? "move it below `tools`" : `write it below \`tools\`: \`${text}\``;
}

function toToolEntry(value: YamlValue): YamlMapping | undefined {
  if (isMapping(value)) return value;
  const meaning = readMeaning(value);
  if (meaning === "off") return { enabled: false };
  if (meaning === "ask") return { confirm: true };
  return meaning === "on" || value === null ? {} : undefined;
}

function listNames(value: YamlValue): readonly string[] {
  if (isList(value)) return value.flatMap((item) => (typeof item === "string" ? [item] : []));
  if (isMapping(value)) return Object.keys(value);
  return typeof value === "string" ? [value] : [];
}

/** Returns the advice for disabling tools, which depends on the rest of the policy. */
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
