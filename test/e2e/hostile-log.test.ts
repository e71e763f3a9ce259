/** Tests control characters from callers in the log and the audit log. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Project } from "./project.ts";
import { generateProject } from "./project.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const CONFIG = `name: echo
command: echo
tools:
  - { name: say, description: Say it, args: [{ name: text, positional: true }] }
`;

/** The one-character form of an escape sequence that erases the screen, other line endings, reversed text, and a hidden tag. */
const HOSTILE = "x\u009b2J\u0085forged\u2028forged\u202etxt\u200b\u{e0041}\u007f";

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "echo.yaml": CONFIG });
});
afterAll(() => project.remove());

it("the log and the audit escape control characters reversibly, and are readable only by the server's user", () => {
  const [audit, log] = [join(project.folder, "audit.jsonl"), join(project.folder, "log")];
  const call = (id: number, tool_name: string, text: string): object => {
    const params = { name: "climax_call", arguments: { tool_name, args: { text } } };
    return { jsonrpc: "2.0", id, method: "tools/call", params };
  };
  const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: HOSTILE, version: "1" } };
  const messages = [{ jsonrpc: "2.0", id: 0, method: "initialize", params: info }, call(1, HOSTILE, "x"), call(2, "say", HOSTILE)];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const env = { ...process.env, CLIMAX_AUDIT_FILE: audit, CLIMAX_LOG_FILE: log };
  const flags = ["--audit-values", "--log-level", "info"];
  const { stderr } = spawnSync(process.execPath, [project.server, ...flags], { input, env, encoding: "utf8", timeout: PATIENCE_MS });
  const entries = readFileSync(audit, "utf8");

  expect(stderr.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(entries.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const logged = stderr.split("\n").flatMap((line) => / call (?<fields>\{.*)/.exec(line)?.groups?.["fields"] ?? []);
  expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ tool: HOSTILE, outcome: "unknown_tool" }),
    expect.objectContaining({ tool: "say" }),
  ]);
  const written = entries.trimEnd().split("\n");
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ tool: HOSTILE, client: { name: HOSTILE, version: "1" } }),
    expect.objectContaining({ event: "started", tool: "say", args: { text: HOSTILE } }),
    expect.objectContaining({ tool: "say", args: { text: HOSTILE } }),
  ]);

  // Only the owner can read the files.
  expect([audit, log].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
});
