/** Rules of Codex and Gemini CLI in a file for one server. Pure. */
import { hashContent } from "../../write/manifest.ts";
import type { ServerEntry } from "../entry-value.ts";
import type { Permissions } from "./permissions.ts";

/** Priority of the rules of Gemini CLI, from 0 to 999. The highest one wins. */
export const GEMINI_PRIORITY = 900;

/** Programs that start the program after them, in the forms that the rules name. */
const WRAPPERS = ["command", "env"] as const;

/** Returns the rules of Codex in Starlark. */
export function codexRules({ server, commands, shell }: Permissions): string {
  const decision = shell === "deny" ? "forbidden" : "prompt";
  const reason = justify(server);
  const rules = commands.flatMap((command) => {
    const words = command.split(" ");
    return [words, [[...WRAPPERS], ...words]].map(
      (pattern) =>
        `prefix_rule(\n    pattern = ${print(pattern)},\n    decision = ${print(decision)},\n    justification = ${print(reason)},\n    match = [${print(flatten(pattern))}],\n)\n`,
    );
  });
  return rules.join("\n");
}

function flatten(pattern: readonly (string | readonly string[])[]): readonly string[] {
  return pattern.map((word) => (typeof word === "string" ? word : (word[0] ?? "")));
}

/** Prints a value of JSON, which Starlark and TOML read too, with a space after each comma. */
function print(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(print).join(", ")}]` : JSON.stringify(value);
}

/** Returns the keys of a server's entry in `config.toml` with which Codex runs tools without asking, or asks about them. */
export function codexApprovals({ free, asked }: Permissions): ServerEntry {
  const toEntries = (names: readonly string[], mode: string): readonly [string, ServerEntry][] =>
    names.map((name) => [name, { approval_mode: mode }]);
  const tools = Object.fromEntries([...toEntries(free, "approve"), ...toEntries(asked, "prompt")]);
  return Object.keys(tools).length === 0 ? {} : { tools };
}

/** Returns the policies of Gemini CLI in TOML. */
export function geminiPolicies({ server, free, asked, commands, shell }: Permissions): string {
  const tools = (names: readonly string[], decision: string): readonly string[] =>
    names.length === 0 ? [] : [toRule([["mcpName", server], ["toolName", names], ["decision", decision], PRIORITY])];
  const prefixes = commands.flatMap((command) => [command, ...WRAPPERS.map((wrapper) => `${wrapper} ${command}`)]);
  const shellRule: readonly Pair[] = [
    ["toolName", "run_shell_command"],
    ["commandPrefix", prefixes],
    ["decision", shell === "deny" ? "deny" : "ask_user"],
    PRIORITY,
    ...(shell === "deny" ? [["denyMessage", justify(server)] as const] : []),
  ];
  return [...tools(free, "allow"), ...tools(asked, "ask_user"), ...(commands.length === 0 ? [] : [toRule(shellRule)])].join("\n");
}

type Pair = readonly [key: string, value: string | number | readonly string[]];

const PRIORITY: Pair = ["priority", GEMINI_PRIORITY];

function toRule(pairs: readonly Pair[]): string {
  return `[[rule]]\n${pairs.map(([key, value]) => `${key} = ${print(value)}\n`).join("")}`;
}

/** Returns the text that the model receives with a refusal. */
function justify(server: string): string {
  return `Use the tools of the MCP server ${server} instead of the shell.`;
}

/** Adds the head by which the command recognizes its file. */
export function withHead(server: string, rules: string): string {
  return `# Rules of the MCP server ${server}, written by climax-gen install --permissions.\n# To keep changes, write them to another file.\n# ${hashContent(Buffer.from(rules))}\n\n${rules}`;
}

/** Reports whether a file is as the command wrote it, except for line endings and a byte order mark. */
export function isOwnText(text: string): boolean {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [, hash, rules] = /^#[^\n]*\n#[^\n]*\n# (sha256-\S+)\n\n([^]*)$/.exec(plain) ?? [];
  return hash !== undefined && rules !== undefined && hashContent(Buffer.from(rules)) === hash;
}
