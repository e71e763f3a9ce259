/** Tests the rules of clients: their text in `test/golden/permissions`, one archive per client, and the edits of the user's files. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { tomlConfig } from "../../generator/install/toml-config.ts";
import { clientFacts } from "../../generator/install/clients.ts";
import { findConflicts, findOtherConflicts } from "../../generator/install/permissions/conflicts.ts";
import { codexApprovals } from "../../generator/install/permissions/own-rules.ts";
import type { Permissions } from "../../generator/install/permissions/permissions.ts";
import { toPermissions } from "../../generator/install/permissions/permissions.ts";
import type { PermissionPlan } from "../../generator/install/permissions/plan-permissions.ts";
import { planOwnRules, planSharedRules } from "../../generator/install/permissions/plan-permissions.ts";
import type { PermissionClient } from "../../generator/install/permissions/rule-file.ts";
import { findRuleProblem, locateRules, permissionClients } from "../../generator/install/permissions/rule-file.ts";
import { vscodeForm } from "../../generator/install/permissions/shared-rules.ts";
import { findShellForms } from "../../generator/install/permissions/shell-forms.ts";

import { isUpdate, readCase, textOf, updateCase } from "../golden-archive.ts";

const ROOT = fileURLToPath(new URL("../golden/permissions/", import.meta.url));

const GIT: Permissions = {
  server: "git-tools",
  free: ["climax_read", "climax_search"],
  asked: ["climax_call"],
  commands: ["git", "sh /srv/run.sh"],
  shell: "deny",
};
const SETTINGS = `// My settings
{
  "model": "sonnet", // best
  "permissions": {
    "allow": ["WebFetch", "Bash(npm test)"], /* two */
    "deny": [
      // never
      "Read(.env)",
    ],
  },
  "chat.tools.terminal.autoApprove": {
    "ls": true, // harmless
  },
}
`;

interface Files {
  readonly settings: string;
  readonly record: string;
}

type Shared = Extract<PermissionClient, "claude-code" | "vscode">;
const shared: readonly Shared[] = ["claude-code", "vscode"];

/** Applies a plan to the files. Fails if it is refused. */
function apply(client: Shared, files: Files, permissions: Permissions | string): Files {
  const request = typeof permissions === "string" ? { server: permissions } : { server: permissions.server, permissions };
  const plan = planShared(client, files, request);
  if (plan.kind === "refused") throw new Error(plan.diagnostic.code);
  return { ...files, ...Object.fromEntries(plan.changes.map(({ file, text }) => [file, text ?? ""])) };
}

function planShared(
  client: Shared,
  files: Files,
  request: { readonly server: string; readonly permissions?: Permissions },
): PermissionPlan {
  const source = (path: keyof Files) => ({ path, text: files[path] });
  return planSharedRules({ settings: source("settings"), record: source("record") }, { client, force: false, ...request });
}

function planOwn(client: "codex" | "gemini", text: string, permissions?: Permissions, force = false): PermissionPlan {
  return planOwnRules({ path: "file", text }, { client, server: "git-tools", force, ...(permissions && { permissions }) });
}

const ownText = (plan: PermissionPlan): string | undefined => (plan.kind === "planned" ? plan.changes[0]?.text : undefined);

/** Returns the files of a client for the rules, by the name in its archive. */
function write(client: PermissionClient, permissions: Permissions): Readonly<Record<string, string>> {
  const name = permissions.shell;
  if (client === "claude-code" || client === "vscode") {
    const { settings, record } = apply(client, { settings: SETTINGS, record: "" }, permissions);
    return { [`${name}.settings.json`]: settings, [`${name}.record.json`]: record };
  }
  const text = ownText(planOwn(client, "", permissions)) ?? "";
  if (client === "gemini") return { [`${name}.toml`]: text };
  return {
    [`${name}.rules`]: text,
    [`${name}.config.toml`]: `${tomlConfig.print({ container: "mcp_servers", name: "git-tools" }, codexApprovals(permissions))}\n`,
  };
}

describe("the rules", () => {
  it.each(permissionClients)("of %s are those of the archive", (client) => {
    const files = { ...write(client, GIT), ...write(client, { ...GIT, shell: "ask" }) };
    for (const [file, text] of Object.entries(files)) {
      if (isUpdate) updateCase(ROOT, client, file, text);
      expect(text).toBe(textOf(readCase(ROOT, client), file));
    }
  });
});

describe("rules in shared settings", () => {
  it.each(shared)("of %s are written once, and removed byte for byte", (client) => {
    const texts = [SETTINGS, `\uFEFF${SETTINGS.replaceAll("\n", "\r\n")}`, SETTINGS.trimEnd()];
    for (const settings of texts) {
      const installed = apply(client, { settings, record: "" }, GIT);
      expect(apply(client, installed, GIT)).toEqual(installed);
      const removed = apply(client, installed, "git-tools");
      // A list that did not exist remains, and is empty.
      expect(removed.settings.replace(/,?\s*"ask": \[\](?=,)/, "")).toBe(settings);
      expect(removed.record).toBe("");
    }
  });

  it.each(shared)("of %s are written to a new file", (client) => {
    const installed = apply(client, { settings: "", record: "" }, GIT);
    expect(JSON.parse(installed.settings)).toBeTypeOf("object");
    expect(apply(client, installed, GIT)).toEqual(installed);
  });

  it.each(shared)("of %s are kept for another server, until it is removed too", (client) => {
    const both = apply(client, apply(client, { settings: "{}", record: "" }, GIT), { ...GIT, server: "other" });
    const one = apply(client, both, "git-tools");
    expect(one.settings).toContain("git");
    expect(one.settings).not.toContain("git-tools");
    const none = apply(client, one, "other");
    expect(none.settings).not.toContain("git");
    expect(none.record).toBe("");
  });

  it("of the user are kept, if they are equal", () => {
    const settings = '{ "permissions": { "deny": ["Bash(git:*)"] } }';
    const removed = apply("claude-code", apply("claude-code", { settings, record: "" }, GIT), "git-tools");
    expect(JSON.parse(removed.settings)).toMatchObject({ permissions: { deny: ["Bash(git:*)"] } });
  });

  it("that the user has edited are kept", () => {
    const installed = apply("claude-code", { settings: "{}", record: "" }, GIT);
    const edited = { ...installed, settings: installed.settings.replace("Bash(git:*)", "Bash(git push:*)") };
    expect(JSON.parse(apply("claude-code", edited, "git-tools").settings)).toMatchObject({ permissions: { deny: ["Bash(git push:*)"] } });
  });

  it("change with the permissions", () => {
    const installed = apply("claude-code", { settings: "{}", record: "" }, GIT);
    const asked = apply("claude-code", installed, { ...GIT, shell: "ask", commands: ["git"] });
    expect(JSON.parse(asked.settings)).toMatchObject({ permissions: { deny: [], ask: ["mcp__git-tools__climax_call", "Bash(git:*)"] } });
  });

  it("are refused for settings of another form", () => {
    const code = (settings: string, record = ""): string | undefined => {
      const plan = planShared("claude-code", { settings, record }, { server: "git-tools", permissions: GIT });
      return plan.kind === "refused" ? plan.diagnostic.code : undefined;
    };
    expect(code('{ "permissions": [] }')).toBe("permission-shape");
    expect(code('{ "permissions": { "allow": "all" } }')).toBe("permission-shape");
    expect(code('{ "permissions": {}, "permissions": { "deny": ["x"] } }')).toBe("permission-layout");
    expect(code('{ "permissions"')).toBe("client-file-syntax");
    expect(code("{}", "{")).toBe("permission-record");
  });
});

describe("rules in a file of the server", () => {
  it.each(["codex", "gemini"] as const)("of %s are written once, and removed, also with CRLF", (client) => {
    const text = ownText(planOwn(client, "", GIT)) ?? "";
    for (const found of [text, `\uFEFF${text.replaceAll("\n", "\r\n")}`]) {
      expect(planOwn(client, found, GIT)).toEqual({ kind: "planned", changes: [] });
      expect(planOwn(client, found)).toMatchObject({ changes: [{ text: undefined }] });
    }
    expect(planOwn(client, "")).toEqual({ kind: "planned", changes: [] });
  });

  it.each(["codex", "gemini"] as const)("of %s are not changed after an edit without --force", (client) => {
    const edited = `${ownText(planOwn(client, "", GIT)) ?? ""}# mine\n`;
    for (const permissions of [GIT, undefined]) {
      expect(planOwn(client, edited, permissions)).toMatchObject({ kind: "refused", diagnostic: { code: "edited-rule-file" } });
      expect(planOwn(client, edited, permissions, true)).toMatchObject({ kind: "planned", changes: [{}] });
    }
  });
});

const tool = (name: string, command: readonly string[], risk?: string): Tool =>
  ({ name, ...(risk !== undefined && { risk }), handler: { kind: "command", program: { command, global_args: [] } } }) as unknown as Tool;

describe("the shell commands of programs", () => {
  it("are the name in every directory, with the next word of a program that starts others", () => {
    const commands = [["git"], ["/usr/bin/git", "--no-pager"], ["./bin/tool"], ["sh", "/srv/run.sh"], ["python3.12", "tool.py"]];
    expect(findShellForms(commands.map((words, at) => tool(`t${at}`, words)))).toEqual({
      commands: ["./bin/tool", "/usr/bin/git", "git", "python3.12 tool.py", "sh /srv/run.sh", "tool"],
      uncovered: [],
    });
  });

  it("name a program with a language of its own, because its commands are those of the server", () => {
    const commands = [["gawk", "--sandbox"], ["/usr/bin/sed", "--sandbox"], ["pytest"], ["gnuplot"]];
    expect(findShellForms(commands.map((words) => tool("t", words)))).toEqual({
      commands: ["/usr/bin/sed", "gawk", "gnuplot", "pytest", "sed"],
      uncovered: [],
    });
    expect(findShellForms([tool("t", ["python3", "-I"]), tool("t", ["node", "--test"])]).commands).toEqual([]);
  });

  it("have no rule for names that a prefix cannot express", () => {
    const names = ["my tool", 'a"b', "a'b", "a*", "a(b)", "a:b", "a\\b", "$TOOL", "a\nb", "ä", "-x", ""];
    const { commands, uncovered } = findShellForms([...names.map((name) => tool(name, [name])), tool("sh", ["sh", "-c", "x"])]);
    expect(commands).toEqual([]);
    expect(uncovered).toEqual([...names, "sh -c"].toSorted());
  });
});

describe("the permissions of a server", () => {
  const tools = [tool("git_log", ["git"], "read"), tool("git_add", ["git"], "write"), tool("git_x", ["git"])];
  const of = (flags: readonly string[], header = { classic: false, risks: ["read", "write", "none"] }): Permissions =>
    toPermissions({ name: "git", flags, header, tools }, "leave", { commands: ["git"], uncovered: [] });

  it("are about the tools that its mode lists", () => {
    expect(of(["--split-calls"])).toMatchObject({ free: ["climax_read", "climax_search"], asked: ["climax_call"], commands: [] });
    expect(of([])).toMatchObject({ free: ["climax_search"], asked: ["climax_call"] });
    expect(of([], { classic: false, risks: ["read"] })).toMatchObject({ free: ["climax_call", "climax_search"], asked: [] });
    expect(of(["--classic"])).toMatchObject({ free: ["git_log"], asked: ["git_add", "git_x"] });
    expect(of(["--discovery", "auto"]).free).toEqual(["climax_search", "git_log"]);
  });
});

describe("the pattern of VS Code", () => {
  // VS Code divides a command line at `;`, `&&`, `|` and `$(…)`, and compares each part. It makes this expression of a text between slashes.
  const rule = vscodeForm.toRules(GIT)[0]?.text ?? "";
  const [, source = "", flags] = /^\/(.+)\/([a-z]*)$/.exec(rule) ?? [];
  const pattern = new RegExp(source, flags);
  const started = (lines: string): readonly string[] => lines.split("\n").filter((line) => pattern.test(line));

  it("fits commands that start the program, also with words of a shell before it", () => {
    const lines =
      "git\ngit status\ngit\tstatus\n/usr/bin/git status\n./git x\n\\git status\n\"git\" status\n'/usr/bin/git' status\ncommand git status\n" +
      "command -p git status\nenv git status\nenv -i A=b git status\nexec git status\nnohup git status\ntime git status\nsudo -n git status\n" +
      "builtin command git status";
    expect(started(lines)).toEqual(lines.split("\n"));
  });

  it("fits no other program", () => {
    expect(started("gitk\ngit-lfs x\necho git\nmygit\n/opt/git/run\nenv A=git ls\nls git\nGIT status\n-c git")).toEqual([]);
  });
});

describe("conflicts", () => {
  const effects = (found: readonly { readonly rule: string; readonly effect: string }[]): readonly string[] =>
    found.map(({ rule, effect }) => `${effect} ${rule}`);

  it("are the user's rules about the same commands and tools", () => {
    const data = { permissions: { allow: ["Bash(git log:*)", "Bash(gitk:*)", "Bash"], deny: ["mcp__git-tools"] } };
    expect(effects(findConflicts("claude-code", data, GIT))).toEqual(["loses Bash(git log:*)", "blocks-tool mcp__git-tools"]);
    const patterns = { "chat.tools.terminal.autoApprove": { git: true, ls: true }, "chat.tools.global.autoApprove": true };
    expect(effects(findConflicts("vscode", patterns, GIT))).toEqual(["loses git", "overrides chat.tools.global.autoApprove"]);
  });

  it("are in the other files of Codex and Gemini CLI", () => {
    const rules = 'prefix_rule(pattern=["git", "log"], decision="allow")\nprefix_rule(pattern=["ls"])\n';
    expect(findOtherConflicts("codex", [{ path: "default.rules", text: rules }], GIT)).toMatchObject([{ effect: "loses" }]);
    const policy = (priority: number): string =>
      `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git log"\ndecision = "allow"\npriority = ${priority}\n`;
    const found = [100, 950].flatMap((priority) => findOtherConflicts("gemini", [{ path: "a.toml", text: policy(priority) }], GIT));
    expect(found.map(({ effect }) => effect)).toEqual(["loses", "overrides"]);
    expect(findOtherConflicts("gemini", [{ path: "a.toml", text: "[[" }], GIT)).toEqual([]);
  });
});

describe("the files", () => {
  it("are in the directories that the clients read", () => {
    const machine = { platform: "linux" as const, home: "/h", workingDirectory: "/w", env: {} };
    const at = (id: PermissionClient, config: string, scope: "user" | "project" = "user", env = {}) =>
      locateRules({ ...clientFacts(id), id }, { config, scope, name: "x", machine: { ...machine, env } });
    expect(at("claude-code", "/h/.claude.json")).toMatchObject({ settings: "/h/.claude/settings.json" });
    expect(at("claude-code", "/w/.mcp.json", "project")).toMatchObject({ settings: "/w/.claude/settings.json" });
    expect(at("claude-code", "/c/.claude.json", "user", { CLAUDE_CONFIG_DIR: "/c" })).toMatchObject({ settings: "/c/settings.json" });
    expect(at("codex", "/w/.codex/config.toml", "project")).toEqual({ kind: "own", path: "/w/.codex/rules/climax-gen-x.rules" });
    expect(at("gemini", "/h/.gemini/settings.json")).toEqual({ kind: "own", path: "/h/.gemini/policies/climax-gen-x.toml" });
    expect(at("gemini", "/w/.gemini/settings.json", "project")).toBeUndefined();
    expect(at("vscode", "/w/.vscode/mcp.json", "project")).toMatchObject({
      settings: "/w/.vscode/settings.json",
      record: "/w/.vscode/climax-gen-permissions.json",
    });
  });

  it("exist for four clients", () => {
    expect(findRuleProblem(clientFacts("cursor"), "user")?.problem).toBe("install writes no rules for Cursor");
    expect(findRuleProblem(clientFacts("gemini"), "project")?.problem).toContain("does not read the rules of a project");
    expect(findRuleProblem(clientFacts("codex"), "project")).toBeUndefined();
  });
});
