import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { listHazards } from "../../generator/hazards/find-hazards.ts";
import type { BuiltPage } from "../../generator/page/build-page-data.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { renderPage } from "../../generator/page/render-page.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";

const CONFIG = `name: notes
description: Notes in files
command: notes --plain
env: { NOTES_TOKEN: env-secret }
tools:
  - name: note_add
    title: Add a note
    description: Add a note. It is appended to the file.
    risk: write
    command: add
    env: { NOTES_KEY: tool-secret }
    args:
      - name: text
        description: The text
        required: true
        positional: true
        max_length: 1000
      - name: tags
        flag: --tag
        repeat: true
        enum: [home, work]
      - name: password
        secret: true
        default: default-secret
  - name: note_run
    description: Run a script over all notes
    risk: destructive
    command: run
    args:
      - name: script
        positional: true
        required: true
  - name: note_list
    description: List the notes
    command: list
`;

const POLICY = `kind: policy
default: disabled
tools:
  note_add:
    confirm: true
    args:
      text: { max_length: 200, message: keep notes short }
  note_list: {}
`;

const toFile = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

async function build(config: string, policy?: string): Promise<BuiltPage> {
  const policyFiles = policy === undefined ? [] : [toFile("policy.yaml", policy)];
  const { configs, policies, diagnostics } = await checkInputs([toFile("configs/notes.yaml", config)], { policies: policyFiles });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const model = resolveModel(configs, { policies: policies.map(({ spec }) => spec) });
  return buildPage({
    ...model,
    clis: toCliTools(model.clis),
    yaml: { configs, policies, hazards: await listHazards({ configs, policies }) },
  });
}

/** Returns the line of a text in a file, from 1. */
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

const toolOf = ({ data, chunks }: BuiltPage, name: string) => chunks.flat()[data.rows.findIndex((row) => row.name === name)];

describe("the data of a page", () => {
  it("has the position of each tool and argument", async () => {
    const page = await build(CONFIG);
    const tool = toolOf(page, "note_add");
    expect(page.data.files).toEqual(["configs/notes.yaml"]);
    expect(page.data.clis[0]?.position).toEqual([0, 1]);
    expect(tool?.position).toEqual([0, lineOf(CONFIG, "name: note_add")]);
    expect(tool?.args.map(({ name, position }) => [name, position?.[1]])).toEqual([
      ["text", lineOf(CONFIG, "name: text")],
      ["tags", lineOf(CONFIG, "name: tags")],
      ["password", lineOf(CONFIG, "name: password")],
    ]);
  });

  it("has the base commands of each program, also those of single tools", async () => {
    expect((await build(CONFIG)).data.clis.map(({ commands }) => commands)).toEqual([["notes --plain"]]);
    const other = CONFIG.replace("    command: run\n", "    command: -c\n    program: python3 -I\n");
    expect((await build(other)).data.clis.map(({ commands }) => commands)).toEqual([["notes --plain", "python3 -I"]]);
  });

  it("has the command line, with the origin and the position of each word", async () => {
    const tool = toolOf(await build(CONFIG), "note_add");
    const words = tool?.template?.map(({ words: group, ...marks }) => ({ ...marks, words: group.map(({ parts }) => parts) }));
    expect(words).toEqual([
      { words: [["notes"], ["--plain"]] },
      { words: [["add"]] },
      { words: [[{ arg: "text" }]] },
      { optional: true, repeated: true, words: [["--tag"], [{ arg: "tags" }]] },
      { words: [["--password"], [{ arg: "password" }]] },
    ]);
    const flat = tool?.template?.flatMap(({ words: group }) => group) ?? [];
    expect(flat.map(({ origin }) => origin.kind)).toEqual([
      "cli_command",
      "cli_command",
      "tool_command",
      "arg",
      "arg",
      "arg",
      "arg",
      "arg",
    ]);
    expect(flat.find(({ parts }) => parts[0] === "--tag")?.position).toEqual([0, lineOf(CONFIG, "flag: --tag")]);
  });

  it("combines the rules of config and policy, each with its position", async () => {
    const page = await build(CONFIG, POLICY);
    const [text] = toolOf(page, "note_add")?.args ?? [];
    expect(page.data.files).toEqual(["configs/notes.yaml", "policy.yaml"]);
    expect(text?.rules).toEqual([
      { source: "config", text: "at most", values: ["1000"], unit: "characters", position: [0, lineOf(CONFIG, "max_length: 1000")] },
      {
        source: "policy",
        text: "at most",
        unit: "characters",
        values: ["200"],
        message: "keep notes short",
        position: [1, lineOf(POLICY, "max_length")],
      },
    ]);
  });

  it("lists the tools that the policy enables, those that require confirmation, and the names of the others", async () => {
    const { data } = await build(CONFIG, POLICY);
    expect(data.rows.map(({ name, risk, confirm }) => ({ name, risk, confirm }))).toEqual([
      { name: "note_add", risk: "write", confirm: true },
      { name: "note_list", risk: undefined, confirm: undefined },
    ]);
    expect(data.disabled).toEqual(["note_run"]);
    expect(data.rows[0]?.summary).toBe("Add a note.");
  });

  it("contains no value of a variable and no default of a secret argument", async () => {
    const page = await build(CONFIG, POLICY);
    const text = renderPage(page, { script: "", style: "" }, ["policy.yaml"]);
    expect(text).toContain("NOTES_TOKEN");
    expect(text).toContain("NOTES_KEY");
    expect(text).not.toMatch(/(env|tool|default)-secret/);
  });

  it("has hazards with their acknowledgements, and counts the others", async () => {
    const risky = CONFIG.replace("    command: run\n", "    command: -c\n    program: bash\n");
    const open = await build(risky);
    const [hazard] = toolOf(open, "note_run")?.hazards ?? [];
    expect(hazard).toMatchObject({ position: [0, expect.any(Number)] });
    expect(open.data.rows.find(({ name }) => name === "note_run")?.hazards).toBeGreaterThan(0);
    const codes = (toolOf(open, "note_run")?.hazards ?? []).map(({ code }) => code);
    const allow = [...new Set(codes)].map((code) => `{ code: ${code}, reason: reviewed }`).join(", ");
    const acknowledged = await build(risky.replace("    program: bash\n", `    program: bash\n    x-allow: [${allow}]\n`));
    expect(toolOf(acknowledged, "note_run")?.hazards[0]?.acknowledged).toMatchObject({ reason: "reviewed" });
    expect(acknowledged.data.rows.find(({ name }) => name === "note_run")?.hazards).toBeUndefined();
  });

  it("has the facts of a tool in words, before its timeout", async () => {
    const page = await build(CONFIG.replace("    command: list\n", "    command: list\n    network: true\n    idempotent: false\n"));
    expect(["note_add", "note_list"].map((name) => toolOf(page, name)?.facts)).toEqual([
      "timeout 30 s",
      "uses the network, not repeatable, timeout 30 s",
    ]);
  });

  it("has what the policies require of callers, the line before replies, and the secret variables of a tool", async () => {
    const config = CONFIG.replace("tool-secret", "{ header: x-key }").replace("    command: list\n", "    reply_prefix: Times are UTC\n");
    const page = await build(config, "tools: { note_add: { scopes: [deploy, admin] }, note_list: {} }\n");
    expect(["note_add", "note_list"].map((name) => toolOf(page, name)?.facts)).toEqual([
      "timeout 30 s, over HTTP with the scopes deploy and admin, secret variables: NOTES_KEY from the caller's header x-key",
      'timeout 30 s, replies start with "Times are UTC"',
    ]);
  });

  it("has the timeout that a call gets: the tool's or the default, at most that of the policies", async () => {
    const config = CONFIG.replace("    command: list\n", "    command: list\n    timeout: 3\n");
    const timeouts = async (policy?: string) => {
      const page = await build(config, policy);
      return ["note_add", "note_list"].map((name) => toolOf(page, name)?.timeout);
    };
    expect(await timeouts()).toEqual([30, 3]);
    expect(await timeouts("kind: policy\ndefault: enabled\nlimits: { max_timeout: 5 }\n")).toEqual([5, 3]);
  });

  it("is equal for equal inputs", async () => {
    const [first, second] = await Promise.all([build(CONFIG, POLICY), build(CONFIG, POLICY)]);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  it("divides the tools into chunks in the order of the rows", async () => {
    const tools = Array.from(
      { length: 120 },
      (_, index) => `  - { name: t${String(index).padStart(3, "0")}, description: d, command: c }\n`,
    );
    const { data, chunks } = await build(`name: many\ndescription: d\ncommand: many\ntools:\n${tools.join("")}`);
    expect(chunks.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(chunks.flat().map(({ record }) => record.name)).toEqual(data.rows.map(({ name }) => name));
  });
});
