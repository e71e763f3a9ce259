/** Tests the output of `install` about files of users. Tokens of other servers are next to the entry, on its lines and inside it. */
import { describe, expect, it } from "vitest";
import { createColors } from "picocolors";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import type { ClientId } from "../../generator/install/clients.ts";
import { clientFacts } from "../../generator/install/clients.ts";
import { formatChange, planInstall } from "../../generator/install/plan-install.ts";
import { toEntry } from "../../generator/install/server-entry.ts";

const SERVER = "/srv/out/dist/server.mjs";
const COMMAND = { node: "/usr/bin/node", server: SERVER, flags: ["--classic"], searchPath: "/usr/bin:/bin" };

interface Options {
  readonly client?: ClientId;
  readonly isRemoval?: boolean;
  readonly force?: boolean;
  readonly isColored?: boolean;
}

/** Returns what the command prints: the diff, or the refusal. */
function print(text: string, { client = "cursor", isRemoval = false, force = false, isColored = false }: Options = {}): string {
  const facts = clientFacts(client);
  const plan = planInstall(
    { path: "f", text },
    { client: facts, name: "tools", server: SERVER, force, ...(!isRemoval && { entry: toEntry(facts, COMMAND) }) },
  );
  if (plan.kind === "unchanged") throw new Error("nothing to change");
  if (plan.kind === "refused") return formatDiagnostics([plan.diagnostic]) + (plan.snippet ?? "");
  return formatChange({ path: "f", isNew: text === "", container: facts.container }, plan.shown, createColors(isColored));
}

const ADDED = `--- f
+++ f
@@ mcpServers @@
+"tools": {
+  "command": "/usr/bin/node",
+  "args": [
+    "/srv/out/dist/server.mjs",
+    "--classic"
+  ],
+  "env": {
+    "PATH": "/usr/bin:/bin"
+  }
+}
`;

/** Returns a file of a user, with tokens in every form that clients accept. `own` is the entry of the server, with a comma. */
const withTokens = (own: string): string => `{
  "apiKey": "secret-1",
  "mcpServers": {
    "github": { "command": "npx", "args": ["-y", "mcp", "--token", "secret-2"], "env": { "GITHUB_TOKEN": "secret-3" } },
    // "old": { "env": { "TOKEN": "secret-4" } },
    ${own}
    "docs": { "url": "https://docs.example.com/mcp?key=secret-5", "headers": { "Authorization": "Bearer secret-6" } }
  },
  "projects": { "/home/me": { "env": { "TOKEN": "secret-7" } } }
}
`;

const OWN = `"tools": {
      "command": "/opt/node-20/bin/node", "args": ["${SERVER}"], // secret-8
      "env": { "API_KEY": "secret-9", "PATH": "/bin" },
      "timeout": 60, "headers": { "X-Key": "secret-10" }
    },`;

const FOREIGN = '"tools": { "command": "uvx", "args": ["mcp", "--token", "secret-8"], "env": { "TOKEN": "secret-9", "PATH": "/bin" } },';

describe("a printed change", () => {
  it.each<[string, string]>([
    ["between others", withTokens("")],
    ["on the only line of a file", JSON.stringify(JSON.parse(withTokens("").replaceAll(/^ *\/\/.*/gm, "")))],
    ["next to another on its line", '{ "mcpServers": { "github": { "command": "x", "env": { "TOKEN": "secret" } } } }\n'],
  ])("shows an entry %s, and nothing of other entries", (_, text) => {
    expect(print(text)).toBe(ADDED);
  });

  it("starts with /dev/null for a new file", () => {
    expect(print("")).toBe(ADDED.replace("--- f", "--- /dev/null"));
  });

  it("shows all keys of an updated entry, and the values that the command writes", () => {
    expect(print(withTokens(OWN))).toBe(`--- f
+++ f
@@ mcpServers @@
 "tools": {
-  "command": "/opt/node-20/bin/node",
+  "command": "/usr/bin/node",
   "args": [
-    "/srv/out/dist/server.mjs"
+    "/srv/out/dist/server.mjs",
+    "--classic"
   ],
   "env": {
     "API_KEY": "…",
-    "PATH": "/bin"
+    "PATH": "/usr/bin:/bin"
   },
   "timeout": "…",
   "headers": {
     "X-Key": "…"
   }
 }
`);
  });

  it("hides the arguments of another server that is replaced", () => {
    const shown = print(withTokens(FOREIGN), { force: true });
    expect(shown).toContain('-  "command": "uvx",\n');
    expect(shown).toContain('-    "…",\n');
    expect(shown).toContain('-    "TOKEN": "…",\n');
    expect(shown).not.toContain("secret");
  });

  it("hides the arguments of another server whose command is a list", () => {
    const text =
      '{"mcp":{"tools":{"command":["uvx","--token","secret-1"],"environment":{"PATH":"/bin","TOKEN":"secret-2"},"enabled":true}}}';
    const shown = print(text, { client: "opencode", force: true });
    expect(shown).toContain('-    "uvx",\n-    "…",\n-    "…"\n');
    expect(shown).toContain('"PATH": "/bin"');
    expect(shown).toContain('+    "/usr/bin/node",\n+    "/srv/out/dist/server.mjs",\n');
    expect(shown).not.toContain("secret");
  });

  it("shows a removed entry without its secrets", () => {
    const shown = print(withTokens(OWN), { isRemoval: true });
    expect(
      shown
        .split("\n")
        .slice(3, -1)
        .every((line) => line.startsWith("-")),
    ).toBe(true);
    expect(shown).toContain('-  "command": "/opt/node-20/bin/node",\n');
    expect(shown).toContain('-    "API_KEY": "…",\n');
    expect(shown).not.toContain("secret");
  });

  it("has the form of the file", () => {
    const text = `[mcp_servers.tools]
command = "/opt/node-20/bin/node"
args = ["${SERVER}"]
env = { API_KEY = "secret-1", PATH = "/bin" }
startup_timeout_sec = 20

[mcp_servers.github.env]
TOKEN = "secret-2"
`;
    expect(print(text, { client: "codex" })).toBe(`--- f
+++ f
@@ mcp_servers @@
 [mcp_servers.tools]
-command = "/opt/node-20/bin/node"
-args = ["/srv/out/dist/server.mjs"]
-env = { API_KEY = "…", PATH = "/bin" }
+command = "/usr/bin/node"
+args = ["/srv/out/dist/server.mjs", "--classic"]
+env = { API_KEY = "…", PATH = "/usr/bin:/bin" }
 startup_timeout_sec = "…"
+required = true
`);
  });

  it("escapes cursor movements", () => {
    const text = JSON.stringify({ mcpServers: { tools: { command: "\u202Ex", args: [SERVER] } } });
    expect(print(text)).toContain('-  "command": "\\u202ex"');
  });

  it("is red and green on a terminal", () => {
    const shown = print(withTokens(OWN), { isColored: true });
    expect(shown).toContain('\u001B[31m-  "command"');
    expect(shown).toContain('\u001B[32m+  "command"');
  });
});

describe("a refusal", () => {
  it.each<[string, string]>([
    ["an entry of another server", withTokens(FOREIGN)],
    ["a syntax error", withTokens('"broken": { "env": { "TOKEN": "secret-8" }')],
  ])("gives the position of %s, without the line", (_, text) => {
    const shown = print(text);
    expect(shown).toMatch(/^f:\d+:\d+: error/);
    expect(shown).not.toContain("secret");
  });
});
