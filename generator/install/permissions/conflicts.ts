/** Finds rules of the user that change the effect of the written ones. Pure. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import type { PermissionConflict } from "../../diagnostics/codes-install.ts";
import type { SourceText } from "../../diagnostics/diagnostic.ts";
import { readPath } from "../config-data.ts";
import { tomlConfig } from "../toml-config.ts";
import { GEMINI_PRIORITY } from "./own-rules.ts";
import type { Permissions } from "./permissions.ts";
import type { PermissionClient } from "./rule-file.ts";

/** Returns the conflicts in shared settings. Clients with a file for each server have none there. */
export function findConflicts(client: PermissionClient, data: unknown, permissions: Permissions): readonly PermissionConflict[] {
  switch (client) {
    case "claude-code":
      return claudeConflicts(data, permissions);
    case "vscode":
      return vscodeConflicts(data, permissions);
    case "codex":
    case "gemini":
      return [];
  }
}

/** `deny` wins over `ask`, and `ask` over `allow`. */
function claudeConflicts(data: unknown, { server, free, commands, shell }: Permissions): readonly PermissionConflict[] {
  const items = (list: string): readonly string[] => {
    const found = readPath(data, ["permissions", list]);
    return Array.isArray(found) ? found.filter((item): item is string => typeof item === "string") : [];
  };
  const isShell = (item: string): boolean => commands.some((command) => new Set([" ", ":", ")"]).has(afterPrefix(item, `Bash(${command}`)));
  const isOwnRule = (item: string): boolean => commands.some((command) => item === `Bash(${command}:*)`);
  const isTool = (item: string): boolean =>
    [`mcp__${server}`, `mcp__${server}__*`, ...free.map((tool) => `mcp__${server}__${tool}`)].includes(item);
  const weaker = shell === "deny" ? ["allow", "ask"] : ["allow"];
  return [
    ...weaker.flatMap((list) =>
      items(list)
        .filter(isShell)
        .map((rule): PermissionConflict => ({ rule, place: `permissions.${list}`, effect: "loses", shell })),
    ),
    ...(shell === "ask" ? items("deny").filter((item) => isShell(item) || isOwnRule(item)) : []).map((rule): PermissionConflict => ({
      rule,
      place: "permissions.deny",
      effect: "denies-shell",
      shell,
    })),
    ...["deny", "ask"].flatMap((list) =>
      items(list)
        .filter(isTool)
        .map((rule): PermissionConflict => ({ rule, place: `permissions.${list}`, effect: "blocks-tool", shell })),
    ),
  ];
}

/** Returns the character after a prefix, or an empty text. */
function afterPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length, prefix.length + 1) : "";
}

/** `false` wins over `true`. The setting for all tools wins over both. */
function vscodeConflicts(data: unknown, { commands, shell }: Permissions): readonly PermissionConflict[] {
  const patterns = readPath(data, [TERMINAL]);
  const isShell = (pattern: string): boolean =>
    commands.some((command) => pattern === command || pattern.startsWith(`${command} `) || pattern.startsWith(`/^${command}`));
  const loses = Object.entries(isJsonObject(patterns) ? patterns : {})
    .filter(([pattern, value]) => value !== false && isShell(pattern))
    .map(([rule]): PermissionConflict => ({ rule, place: TERMINAL, effect: "loses", shell: "ask" }));
  const isOpen = readPath(data, [ALL_TOOLS]) === true && commands.length > 0;
  return [...loses, ...(isOpen ? [{ rule: ALL_TOOLS, place: ALL_TOOLS, effect: "overrides", shell } as const] : [])];
}

const TERMINAL = "chat.tools.terminal.autoApprove";
const ALL_TOOLS = "chat.tools.global.autoApprove";

/** Returns the conflicts in the other files of a client with a file for each server. Files that are not readable have none. */
export function findOtherConflicts(
  client: PermissionClient,
  others: readonly SourceText[],
  permissions: Permissions,
): readonly PermissionConflict[] {
  const find = { codex: codexConflicts, gemini: geminiConflicts, "claude-code": () => [], vscode: () => [] }[client];
  return others.flatMap((other) => find(other, permissions));
}

/** The strictest decision wins. A rule without a decision allows. */
function codexConflicts({ path, text }: SourceText, { commands, shell }: Permissions): readonly PermissionConflict[] {
  const decisions = shell === "deny" ? ["allow", "prompt"] : ["allow"];
  return Array.from(text.matchAll(/prefix_rule\(([^()]*)\)/g), ([rule, body = ""]) => ({ rule: rule.replaceAll(/\s+/g, " "), body }))
    .filter(({ body }) => {
      const [, list = ""] = /pattern\s*=\s*\[([^\]]*)/.exec(body) ?? [];
      const words = Array.from(list.matchAll(/"([^"]*)"/g), ([, word = ""]) => word).join(" ");
      const [, decision = "allow"] = /decision\s*=\s*"(\w+)"/.exec(body) ?? [];
      return decisions.includes(decision) && commands.some((command) => `${words} `.startsWith(`${command} `));
    })
    .map(({ rule }): PermissionConflict => ({ rule, place: path, effect: "loses", shell }));
}

/** The highest priority wins. */
function geminiConflicts({ path, text }: SourceText, { commands, shell }: Permissions): readonly PermissionConflict[] {
  const parsed = tomlConfig.parse(text);
  const rules = parsed.kind === "parsed" ? readPath(parsed.data, ["rule"]) : [];
  return (Array.isArray(rules) ? (rules as readonly unknown[]) : []).filter(isJsonObject).flatMap((rule): PermissionConflict[] => {
    const { commandPrefix, decision, priority } = rule;
    const prefixes = [commandPrefix].flat().filter((prefix): prefix is string => typeof prefix === "string");
    const prefix = prefixes.find((one) => commands.some((command) => `${one.trim()} `.startsWith(`${command} `)));
    if (prefix === undefined || decision !== "allow") return [];
    const isStronger = Number(priority) >= GEMINI_PRIORITY;
    return [{ rule: `commandPrefix = "${prefix}"`, place: path, effect: isStronger ? "overrides" : "loses", shell }];
  });
}
