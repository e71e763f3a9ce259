/** Tests a policy from the command line to the calls of a real server: embedded, given at startup, and both. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "./project.ts";
import { buildFromSources, climaxGen, connectModern, run, temporaryFolder } from "./project.ts";

const TEXT = `name: text
description: Work on text
command: printf
tools:
  - name: say
    description: Print a greeting
    command: "'%s %s'"
    risk: read
    args:
      - { name: word, positional: true, default: hello }
      - { name: times, type: integer, positional: true, default: 1 }
  - name: shout
    description: Print loudly
    command: "'%s!'"
    risk: read
    args: [{ name: word, positional: true, required: true }]
  - name: forbidden_format
    description: Format the disk
    command: "'format'"
    risk: destructive
`;
const OTHER = `name: forbidden_cli
description: All of it is forbidden
command: rm
tools:
  - { name: forbidden_remove, description: Remove files, command: -rf / }
`;
const POLICY = `kind: policy
limits: { max_concurrency: 2 }
tools:
  say:
    description: Print a polite greeting
    args:
      word: { pattern: "[a-z]+", max_length: 10 }
      times: { max: 5 }
  shout: {}
`;

const folder = temporaryFolder({ "configs/text.yaml": TEXT, "configs/other.yaml": OTHER, "configs/policy.yaml": POLICY });
const server = join(folder, "out/dist/server.mjs");
const gen = (...args: readonly string[]) => climaxGen(args, { cwd: folder });
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

beforeAll(async () => {
  expect(await gen("configs", "-o", "out", "--policy", "configs/policy.yaml")).toMatchObject({ status: 0, stdout: "" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a generated server under a policy", () => {
  let client: Caller;
  beforeAll(async () => {
    client = await connectModern(server);
  });
  afterAll(() => client.close());

  it("contains no trace of disabled tools in any file", () => {
    const paths = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8", withFileTypes: true });
    const files = paths.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(files.length).toBeGreaterThan(15);
    expect(
      files.filter((file) => file.includes("other") || /forbidden_(format|cli|remove)|Format the disk/.test(readFileSync(file, "latin1"))),
    ).toEqual([]);
  });

  it("finds, counts and describes the enabled tools", async () => {
    const read = async (args: object): Promise<unknown> => JSON.parse((await client.call("climax_search", { ...args })).texts[0] ?? "");
    expect(await read({})).toMatchObject({ summary: [{ name: "text", tool_count: 2 }] });
    expect(await read({ query: "polite" })).toMatchObject({
      results: [
        { tool_name: "say", input_schema: { properties: { word: { pattern: "^[a-z]+$", maxLength: 10 }, times: { maximum: 5 } } } },
      ],
    });
    expect(await read({ query: "disk" })).toMatchObject({ results: [] });
  });

  it.each<[title: string, name: string, args: object, texts: readonly string[]]>([
    ["runs an allowed call", "say", { word: "hi", times: 2 }, ["hi 2"]],
    ["runs a call with allowed defaults", "say", {}, ["hello 1"]],
    [
      "rejects a call, and reports all of its violations",
      "say",
      { word: "Hi there, you", times: 9 },
      [
        "Policy validation failed:\n  - Argument 'word': value 'Hi there, you' does not match pattern '[a-z]+'\n" +
          "  - Argument 'word': value 'Hi there, you' exceeds maximum length 10\n  - Argument 'times': value 9 exceeds maximum 5",
      ],
    ],
    [
      "treats a disabled tool as unknown, and does not suggest its name",
      "forbidden_formt",
      {},
      ["Unknown tool: forbidden_formt", "Find tools with climax_search, and call them through climax_call."],
    ],
  ])("%s", async (_title, tool_name, args, texts) => {
    expect((await client.call("climax_call", { tool_name, args })).texts).toEqual(texts);
  });
});

it("a server built from the sources applies the policy like the generated one", async () => {
  const built = await buildFromSources(join(folder, "out"));
  const clients = [await connectModern(built, { flags: ["--classic"] }), await connectModern(server, { flags: ["--classic"] })];
  try {
    const [fromSources, fromIndex] = await Promise.all(
      clients.map(async (client) => [await client.listTools(), await client.call("say", { times: 9 })]),
    );
    expect(fromSources).toEqual(fromIndex);
    expect(fromIndex).toMatchObject([[{ name: "say", description: "Print a polite greeting" }, { name: "shout" }], { isError: true }]);
  } finally {
    for (const client of clients) await client.close();
  }
});

describe("a policy given at startup", () => {
  it("narrows the embedded policy: both must enable a tool and allow its arguments", async () => {
    const policy = write("launch.yaml", "tools:\n  say: { args: { word: { one_of: [hi, HI] } } }\n  forbidden_format: {}\n");
    const client = await connectModern(server, { flags: ["--policy", policy] });
    const call = async (tool_name: string, args: object) => (await client.call("climax_call", { tool_name, args })).texts[0];
    try {
      expect(await call("say", { word: "hi" })).toBe("hi 1");
      expect(await call("say", { word: "HI" })).toContain("does not match pattern");
      expect(await call("say", { word: "hey" })).toContain("is not one of: hi, HI");
      expect(await call("say", { word: "hi", times: 6 })).toContain("exceeds maximum 5");
      expect(await call("shout", { word: "x" })).toBe("Unknown tool: shout");
      expect(await call("forbidden_format", {})).toBe("Unknown tool: forbidden_format");
    } finally {
      await client.close();
    }
  });

  it("prevents startup if it constrains an unknown argument", async () => {
    const policy = write("slip.yaml", "default: enabled\ntools: { say: { args: { wrod: { one_of: [hi] } } } }\n");
    const { status, stderr } = await run(process.execPath, [server, "--policy", policy]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/constrains "wrod" of "say", which has no such argument\nhelp: did you mean "word"\?/) as string,
    ]);
  });

  it("is combined with all other policies", async () => {
    const first = write("first.yaml", "tools: { say: {}, shout: {} }\n");
    const second = write("second.yaml", "tools: { say: {} }\n");
    for (const files of [
      [first, second],
      [second, first],
    ]) {
      const flags = files.flatMap((file) => ["--policy", file]);
      const { stdout } = await run(process.execPath, [server, "--list", ...flags]);
      expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual(["say", ""]);
    }
  });

  it("applies, with a warning in the log, if it names a tool of another server", async () => {
    const policy = write("slip.yaml", "default: enabled\ntools: { docker_restart: {} }\n");
    const logFile = join(folder, "slip.log");
    const client = await connectModern(server, { flags: ["--policy", policy], env: { CLIMAX_LOG_FILE: logFile } });
    await client.close();
    expect(readFileSync(logFile, "utf8")).toMatch(/warn.*names the tool \\?"docker_restart\\?", which this server does not have/);
  });

  it.each<[title: string, text: string, said: string]>([
    [
      "an unknown key",
      "tools: { say: { args: { word: { patern: x } } } }\n",
      'policy.yaml:1:33: error[unknown-key]: unknown key "patern" in the argument "word" of the tool "say"\n' +
        "1 | tools: { say: { args: { word: { patern: x } } } }\n",
    ],
    ["a syntax error", "tools: [\n", "error[yaml-"],
    ["a config instead of a policy", "kind: cli\n", "error[not-a-policy]"],
  ])("prevents startup with the diagnostics of climax-gen: %s", async (_title, text, said) => {
    const policy = write("policy.yaml", text);
    const { status, stdout, stderr } = await run(process.execPath, [server, "--policy", policy]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(said);
  });

  it("prevents startup if it does not exist", async () => {
    const { status, stderr } = await run(process.execPath, [server, "--policy", join(folder, "lanch.yaml")]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/error\[file-not-found\]: [^]*help: did you mean ".*launch\.yaml"/);
  });
});

describe("climax-gen with --policy", () => {
  it("skips a policy among the configs of a directory, and rejects one that is named explicitly", async () => {
    expect((await gen("validate", "configs")).stderr).not.toContain("policy");
    const named = await gen("validate", "configs/text.yaml", "configs/policy.yaml");
    expect(named).toMatchObject({ status: 1, stderr: expect.stringContaining("error[policy-as-input]") as string });
  });

  it("detects a changed policy with --check, and prints the command with the policy", async () => {
    expect(await gen("configs", "-o", "out", "--policy", "configs/policy.yaml", "--check")).toMatchObject({ status: 0 });
    write("stricter.yaml", POLICY.replace("max: 5", "max: 4"));
    const { status, stderr } = await gen("configs", "-o", "out", "--policy", "stricter.yaml", "--check");
    expect(status).toBe(1);
    expect(stderr).toContain("out/src/policy.ts: error[output-changed]: ");
    expect(stderr).toContain("run `climax-gen configs -o out --policy stricter.yaml`");
    expect(await gen("configs", "-o", "out", "--check")).toMatchObject({ status: 1 });
  });

  it("warns about unknown names, and fails with --strict", async () => {
    write("slip.yaml", "tools: { sya: {}, shout: {} }\n");
    const slip = { stderr: expect.stringMatching(/error\[policy-misspelt-tool\]: [^]*help: did you mean "say"\?/) as string };
    expect(await gen("validate", "configs", "--policy", "slip.yaml")).toMatchObject({ status: 1, ...slip });
    write("typo.yaml", "tools: { docker_restart: {}, shout: {} }\n");
    const said = { stderr: expect.stringMatching(/warning\[policy-unknown-tool\]: /) as string };
    expect(await gen("validate", "configs", "--policy", "typo.yaml")).toMatchObject({ status: 0, ...said });
    expect(await gen("validate", "configs", "--policy", "typo.yaml", "--strict")).toMatchObject({ status: 1, ...said });
  });

  it("lists the enabled tools with their constraints", async () => {
    const { stdout } = await gen("list", "configs", "--policy", "configs/policy.yaml");
    expect(stdout).toContain("CONSTRAINTS");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("times: at most 5");
    expect(stdout).not.toContain("forbidden");
    const data = JSON.parse((await gen("list", "configs", "--policy", "configs/policy.yaml", "--json")).stdout) as readonly object[];
    expect(data).toMatchObject([
      { name: "say", confirm: false, constraints: { times: { max: 5 } } },
      { name: "shout", constraints: {} },
    ]);
  });

  it("writes nothing if the policy has an error", async () => {
    write("bad.yaml", "tools: { say: { args: { times: { pattern: x } } } }\n");
    expect(await gen("configs", "-o", "other", "--policy", "bad.yaml")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("error[constraint-type]") as string,
    });
    expect(readdirSync(folder)).not.toContain("other");
  });
});

describe("a startup policy that names a tool disabled by the embedded policy", () => {
  const config = "name: g\ncommand: echo\ntools:\n  - { name: g_pull, description: Pull }\n  - { name: g_push, description: Push }\n";

  it("starts, although another tool has a similar name, and dist/ does not name the tool", async () => {
    const directory = temporaryFolder({
      "g.yaml": config,
      "pull.yaml": "tools: { g_pull: {} }\n",
      "both.yaml": "tools: { g_pull: {}, g_push: {} }\n",
      "slip.yaml": "tools: { g_pul: {} }\n",
    });
    try {
      expect(await climaxGen(["g.yaml", "-o", "out", "--policy", "pull.yaml"], { cwd: directory })).toMatchObject({ status: 0 });
      const list = (policy: string) => run(process.execPath, ["out/dist/server.mjs", "--list", "--policy", policy], { cwd: directory });
      expect(await list("both.yaml")).toEqual({ status: 0, stdout: "g_pull\tPull\n", stderr: "" });
      expect(await list("slip.yaml")).toMatchObject({ status: 1, stderr: expect.stringContaining('did you mean "g_pull"?') as string });
      expect(readFileSync(join(directory, "out/dist/index/header.json"), "utf8")).not.toContain("g_push");
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
