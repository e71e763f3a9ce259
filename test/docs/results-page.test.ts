/** Checks docs/results.md against the code: its config, and the lines that replies have. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";
import { TIME_LIMITS, untilStarted } from "../fixtures/until.ts";

const page = readPage("results.md");
const configs = readBlocks(page).filter(({ mark }) => mark === "yaml config");

const toWatch = (seconds: number): string =>
  `  - { name: watch_${seconds}, description: d, command: "'echo a; sleep 120'", timeout: ${seconds}, timeout_is_success: true }\n`;

/** Tools whose output the page describes. */
const TOOLS = `
command: sh -c
tools:
  - { name: meaning, description: d, command: "'exit 1'", exit_codes: { 1: nothing matched, 22: { error: full } } }
  - { name: full, description: d, command: "'exit 22'", exit_codes: { 1: nothing matched, 22: { error: full } } }
${TIME_LIMITS.map(toWatch).join("")}  - { name: both, description: d, command: "'echo \\" M src/main.ts\\"; echo warning: something >&2; exit 1'" }
  - { name: quiet, description: d, command: "'echo a; echo b >&2'", stderr: on_failure }
  - { name: stream, description: d, command: cat, args: [{ name: json, stdin: true, required: true }], output: json-stream }
  - name: condition
    description: d
    command: "'cat; exit 1'"
    args: [{ name: json, stdin: true, required: true }]
    output: json
    exit_codes: { 1: { error_if: error, text: vulnerabilities were found } }
  - { name: silent, description: d, command: "'cat; echo b >&2; exit 1'", args: [{ name: text, stdin: true }], stderr: never }
  - { name: last, description: d, command: cat, args: [{ name: text, stdin: true }], output: { format: json, from: last_value } }
  - { name: image, description: d, command: "'base64 -d'", args: [{ name: data, stdin: true, required: true }] }
`;
/** A PNG of one pixel, 70 bytes. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const files = Object.fromEntries(configs.map(({ text }, index) => [`config-${index}.yaml`, text]));
const folder = temporaryFolder({ ...files, "tools.yaml": TOOLS });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function callTool(tool: string, args: object = {}): Promise<{ readonly text: string; readonly status: number | null }> {
  const { stdout, status } = await climaxGen(["call", "tools.yaml", tool, JSON.stringify(args)], { cwd: folder });
  return { text: stdout.trimEnd(), status };
}

describe("docs/results.md", () => {
  it("shows configs without errors and warnings", async () => {
    expect(configs).toHaveLength(5);
    // `list` does not search the program.
    for (const file of Object.keys(files))
      expect(await climaxGen(["list", file], { cwd: folder })).toMatchObject({ status: 0, stderr: "" });
  });

  it("shows a policy for a config of the page", async () => {
    const policy = readBlocks(page).find(({ mark }) => mark === "yaml policy");
    const at = configs.findIndex(({ text }) => text.includes("project_test"));
    writeFileSync(join(folder, "policy.yaml"), policy?.text ?? "");
    const { status, stdout, stderr } = await climaxGen(["list", `config-${at}.yaml`, "--policy", "policy.yaml"], { cwd: folder });
    expect({ status, stderr, hasTool: stdout.includes("project_test") }).toEqual({ status: 0, stderr: "", hasTool: true });
  });

  it("shows the text of a reply with standard error and an exit code", async () => {
    const { text, status } = await callTool("both");
    expect({ text, status }).toEqual({ text: " M src/main.ts\n\n[stderr]\nwarning: something\n\n[exit code: 1]", status: 1 });
    expect(page).toContain(`\`\`\`text\n${text}\n\`\`\``);
  });

  it("shows the meaning of an exit code", async () => {
    const { text, status } = await callTool("meaning");
    expect({ text, status }).toEqual({ text: "[exit code: 1]\nnothing matched", status: 0 });
    expect(page).toContain(`\`\`\`text\n${text}\n\`\`\``);
    expect(await callTool("full")).toMatchObject({ status: 1 });
  });

  it("shows the end of a reply to a call that was terminated", async () => {
    const { result, seconds } = await untilStarted(
      (limit) => callTool(`watch_${limit}`),
      ({ text }) => text.startsWith("a\n"),
    );
    expect(result).toEqual({ text: `a\n\n[stopped after ${seconds}s]`, status: 0 });
    expect(page).toContain("`[stopped after ");
  });

  it("states when standard error is part of the reply", async () => {
    expect(await callTool("quiet")).toEqual({ text: "a", status: 0 });
    expect(await callTool("silent", { text: "a" })).toEqual({ text: "a\n\n[exit code: 1]", status: 1 });
    expect(await callTool("silent")).toEqual({ text: "[stderr]\nb\n\n[exit code: 1]", status: 1 });
  });

  it("decides by the output whether an exit code is a failure", async () => {
    const line = "[exit code: 1]";
    expect(await callTool("condition", { json: '{"a":1}' })).toMatchObject({
      text: `{"a":1}\n${line}\nvulnerabilities were found`,
      status: 0,
    });
    expect(await callTool("condition", { json: '{"error":1}' })).toEqual({ text: `{"error":1}\n\n${line}`, status: 1 });
  });

  it("states the reply for several JSON values", async () => {
    expect(await callTool("stream", { json: '{\n  "a": 1\n}\n[2]3' })).toEqual({ text: '{"result":[{"a":1},[2],3]}', status: 0 });
    const { text } = await callTool("stream", { json: '{ "Dir": "/a", "Name": "cmd" }\n\n{' });
    expect(text).toContain("[The output is not JSON in value 2, which starts at byte 32: ");
    expect(page).toContain("`[The output is not JSON in value 2, which starts at byte 32: …]`");
  });

  it("states the reply for JSON among other text", async () => {
    const text = '> npm run list\n\n{\n  "a": 1\n}\n';
    expect(await callTool("last", { text })).toEqual({ text: '{"a":1}\n[text around the JSON]\n> npm run list', status: 0 });
    expect(page).toContain("`[text around the JSON]`");
  });

  it("shows the reply for an image", async () => {
    const { text } = await callTool("image", { data: PIXEL });
    expect(page).toContain(`\`\`\`text\n${text}\n\`\`\``);
  });
});
