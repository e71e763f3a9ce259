/** Rules of Claude Code and VS Code, which are in the settings of the user. Pure. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { readPath } from "../config-data.ts";
import { addItem, jsonConfig, removeItem, setAt } from "../json-config.ts";
import { escapePattern } from "../../patterns/language.ts";
import type { Permissions } from "./permissions.ts";

/** A rule in shared settings. */
export interface SharedRule {
  /** Keys of the list or object that contains it. */
  readonly place: readonly [string, ...string[]];
  /** The item of the list, or the key of the object. */
  readonly text: string;
}

/** The storage of rules in the settings of a client. */
export interface SharedForm {
  readonly toRules: (permissions: Permissions) => readonly SharedRule[];
  readonly isSet: (data: unknown, rule: SharedRule) => boolean;
  readonly add: (text: string, rule: SharedRule) => string | undefined;
  readonly remove: (text: string, rule: SharedRule) => string | undefined;
  /** Returns the rule as one line of a diff. */
  readonly print: (rule: SharedRule) => string;
  /** Returns data without the rule, for comparison. */
  readonly without: (data: unknown, rule: SharedRule) => unknown;
  /** Lists of rules, which must be of the right type if they exist. */
  readonly places: readonly SharedRule["place"][];
  readonly isPlace: (value: unknown) => boolean;
}

const CLAUDE_LISTS = ["allow", "ask", "deny"] as const;
const inClaude = (list: (typeof CLAUDE_LISTS)[number], text: string): SharedRule => ({ place: ["permissions", list], text });

/** Lists of rules in `permissions`. `deny` wins over `ask`, and `ask` over `allow`. */
export const claudeForm: SharedForm = {
  toRules: ({ server, free, asked, commands, shell }) => [
    ...free.map((tool) => inClaude("allow", `mcp__${server}__${tool}`)),
    ...asked.map((tool) => inClaude("ask", `mcp__${server}__${tool}`)),
    ...commands.map((command) => inClaude(shell, `Bash(${command}:*)`)),
  ],
  isSet: (data, { place, text }) => itemsOf(data, place).includes(text),
  add: (text, { place, text: item }) => addItem(text, place, item),
  remove: (text, { place, text: item }) => removeItem(text, place, item),
  print: ({ place, text }) => `${place.at(-1)}: ${JSON.stringify(text)}`,
  without: (data, { place: [container, list = ""], text }) => {
    const items = itemsOf(data, [container, list]).filter((item) => item !== text);
    return replaceIn(data, container, (lists) => replaceIn(lists, list, () => items));
  },
  places: CLAUDE_LISTS.map((list) => ["permissions", list] as const),
  isPlace: Array.isArray,
};

/** Key of the terminal commands that VS Code runs without asking. */
const TERMINAL = "chat.tools.terminal.autoApprove";

/** What can precede the name of a program: words of a shell that start it, with their options and variables, and a quote. */
const BEFORE_NAME = String.raw`(?:(?:builtin|command|env|exec|nohup|sudo|time)\s+(?:(?:-\S+|\w+=\S*)\s+)*)*["'\\]?`;

/** Patterns of commands. `false` asks, also if another pattern is `true`. There is no value that denies. */
export const vscodeForm: SharedForm = {
  toRules: ({ commands }) =>
    commands.map((command) => ({
      place: [TERMINAL],
      text: String.raw`/^${BEFORE_NAME}(?:\S*\/)?${escapePattern(command)}["']?(?:\s|$)/`,
    })),
  isSet: (data, { place, text }) => readPath(data, [...place, text]) === false,
  add: (text, rule) => setAt(text, [...rule.place, rule.text], false),
  remove: (text, { place: [container], text: name }) => jsonConfig.remove(text, { container, name }),
  print: ({ text }) => `${JSON.stringify(text)}: false`,
  without: (data, { place: [container], text }) => replaceIn(data, container, (patterns) => replaceIn(patterns, text, () => undefined)),
  places: [[TERMINAL]],
  isPlace: isJsonObject,
};

function itemsOf(data: unknown, place: readonly string[]): readonly unknown[] {
  const found = readPath(data, place);
  return Array.isArray(found) ? found : [];
}

/** Returns a copy with another value of a key. An empty list or object becomes undefined, and is equal to a missing one. */
function replaceIn(data: unknown, key: string, change: (value: unknown) => unknown): unknown {
  const entries = new Map(isJsonObject(data) ? Object.entries(data) : []);
  const changed = change(entries.get(key));
  const isEmpty = changed === undefined || (typeof changed === "object" && changed !== null && Object.keys(changed).length === 0);
  if (isEmpty) entries.delete(key);
  else entries.set(key, changed);
  return Object.fromEntries(entries);
}
