import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AnyPolicySpec, DockerExecutor, ToolPolicy } from "../../../runtime/policy/policy-spec.ts";
import { needsConfirmation } from "../../../runtime/policy/policy.ts";
import type { OneCallOptions, Setup, SetupOptions } from "../../../runtime/server/setup.ts";
import { setUp } from "../../../runtime/server/setup.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-setup-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "docker"), "", { mode: 0o755 });

const env = { PATH: folder, SECRET: "hunter2" };
const index = createToolIndex([toPart({ command: ["echo"] }, { one: { args: { text: { type: "string" } } }, two: {}, three: {} })]);

function settle(baked: AnyPolicySpec | undefined, launch?: AnyPolicySpec, more: Partial<SetupOptions> = {}): Promise<Setup> {
  const policyLoader = async () => ({ kind: "loaded", files: [launch ?? { tools: {} }] }) as const;
  return setUp({ index, ...(baked && { policies: [baked] }), policyLoader, ...more }, launch ? ["policy.yaml"] : [], env);
}

const names = (setup: Setup): readonly string[] => (setup.kind === "ready" ? Array.from(setup.index.listed(), ({ name }) => name) : []);
const tools = (...enabled: readonly string[]): AnyPolicySpec["tools"] => Object.fromEntries(enabled.map((name) => [name, {}]));

describe("the setup of a server before it listens", () => {
  it("has the tools and the defaults of the generated server without a policy", async () => {
    const setup = await settle(undefined);
    expect(names(setup)).toEqual(["one", "two", "three"]);
    expect(setup).toMatchObject({
      policies: [],
      execution: {
        executor: { type: "local" },
        host: { variables: env, inherited: env },
        limits: {
          max_output_bytes: 1024 * 1024,
          max_concurrency: 32,
          max_queue: 1024,
          max_timeout: Infinity,
          max_reply_bytes: Infinity,
          max_capture_bytes: 2 ** 28,
        },
      },
    });
  });

  it("has the tools that both policies enable", async () => {
    const setup = await settle({ tools: tools("one", "two") }, { tools: tools("two", "three") });
    expect(names(setup)).toEqual(["two"]);
    expect(setup).toMatchObject({ policies: [{}, {}] });
  });

  it("has the tools of one policy", async () => {
    expect(names(await settle({ tools: tools("one") }))).toEqual(["one"]);
    expect(names(await settle(undefined, { tools: tools("two") }))).toEqual(["two"]);
  });

  it("does not need the executors of tools that the machine lacks", async () => {
    const executor = { type: "docker", image: "tools" } as const;
    const parts = [
      toPart({ name: "a", command: ["echo"], os: ["macos"] }, { one: {} }),
      toPart({ name: "b", command: ["echo"] }, { two: {} }),
    ];
    const withoutDocker = async (policy: AnyPolicySpec, of = parts): Promise<readonly string[]> => {
      const setup = await setUp({ index: createToolIndex(of), policies: [policy] }, [], { PATH: "/none" });
      return setup.kind === "ready" ? names(setup) : [setup.text];
    };
    const missing = "the policy runs commands with docker, which is not on the server's PATH";
    // A container runs Linux on every system.
    expect(await withoutDocker({ default: "enabled", tools: { one: { executor } } })).toEqual(["two"]);
    expect(await withoutDocker({ default: "enabled", tools: { two: { executor: { type: "local" } } }, executor })).toEqual(["two"]);
    expect(await withoutDocker({ default: "enabled", tools: {}, executor }, parts.slice(0, 1))).toEqual([]);
    expect(await withoutDocker({ default: "enabled", tools: { two: { executor } } })).toEqual([`tool two: ${missing}`]);
    expect(await withoutDocker({ default: "enabled", tools: {}, executor })).toEqual([missing]);
  });

  it("has the tools that the globs of a policy match and no rule disables", async () => {
    expect(names(await settle({ tools: { "t*": {} } }))).toEqual(["two", "three"]);
    expect(names(await settle({ tools: tools("one", "two") }, { tools: { "*o": {} } }))).toEqual(["two"]);
    expect(names(await settle(undefined, { default: "enabled", tools: { "t*": { enabled: false } } }))).toEqual(["one"]);
    expect(names(await settle(undefined, { tools: { "*": {}, three: { enabled: false } } }))).toEqual(["one", "two"]);
  });

  it("has the tools of a startup policy and of the policies that it includes", async () => {
    const including: AnyPolicySpec = { tools: { one: {} } };
    const included: AnyPolicySpec = { tools: { "t*": {}, shout: {}, "x*": {} }, approval: { global: "all" } };
    const policyLoader = async () => ({ kind: "loaded", files: [including, included] }) as const;
    const setup = await setUp({ index, policies: [{ tools: tools("one", "two") }], policyLoader }, ["policy.yaml"], env);
    expect(names(setup)).toEqual(["one", "two"]);
    if (setup.kind !== "ready") throw new Error(setup.text);
    expect(["one", "two"].map((name) => needsConfirmation(name, setup.policies))).toEqual([true, true]);
    expect(setup.warnings).toEqual([
      'the policy names the tool "shout", which this server does not have',
      'the policy names "x*", which matches no tool of this server',
    ]);
  });

  it("confirms the calls that a level of either policy includes", async () => {
    const setup = await settle({ tools: tools("one", "two") }, { default: "enabled", tools: {}, approval: { global: "write" } });
    if (setup.kind !== "ready") throw new Error(setup.text);
    expect(["one", "two"].map((name) => needsConfirmation(name, setup.policies))).toEqual([true, true]);
  });

  it("does not apply the generated policy again to an index that it has already narrowed", async () => {
    expect(names(await settle({ tools: tools("one") }, { tools: tools("two", "one") }, { isNarrowed: true }))).toEqual(["one", "two"]);
  });

  it.each<[string, AnyPolicySpec["tools"], readonly string[]]>([
    ["nothing if all names exist", { one: { args: { text: { max_length: 3 } } }, two: {} }, []],
    ["names without a similar one", { shout: {} }, ['the policy names the tool "shout", which this server does not have']],
  ])("reports for the startup policy %s", async (_title, launch, warnings) => {
    expect(await settle(undefined, { default: "enabled", tools: launch })).toMatchObject({ kind: "ready", warnings });
    expect(await settle({ default: "enabled", tools: launch })).toMatchObject({ kind: "ready", warnings: [] });
  });

  it.each<[string, AnyPolicySpec["tools"], string]>([
    ["a tool is misspelled", { tow: {} }, 'the policy names the tool "tow", which this server does not have\nhelp: did you mean "two"?'],
    [
      "an argument is misspelled",
      { one: { args: { txt: { max_length: 3 } } } },
      'the policy constrains "txt" of "one", which has no such argument\nhelp: did you mean "text"?',
    ],
    [
      "an argument is another tool's",
      { two: { args: { text: { max_length: 3 } } } },
      'the policy constrains "text" of "two", which has no such argument\nhelp: remove the constraint',
    ],
    [
      "no tool of a glob has the argument",
      { "*": { args: { txt: { max_length: 3 } } } },
      'the policy constrains "txt" of "*", and no tool that matches has such an argument\nhelp: did you mean "text"?',
    ],
    [
      "no tool of a glob has a similar argument",
      { "t*": { args: { text: { max_length: 3 } } } },
      'the policy constrains "text" of "t*", and no tool that matches has such an argument\nhelp: remove the constraint',
    ],
  ])("is rejected if in the startup policy %s", async (_title, launch, text) => {
    expect(await settle(undefined, { default: "enabled", tools: launch })).toEqual({ kind: "refused", text });
  });

  it("is rejected if the startup policy requires approval of a misspelled tool", async () => {
    const launch: AnyPolicySpec = { default: "enabled", tools: {}, approval: { tools: { tow: true, shout: true } } };
    const text = 'the policy names the tool "tow" in `approval.tools`, which this server does not have\nhelp: did you mean "two"?';
    expect(await settle(undefined, launch)).toEqual({ kind: "refused", text });
  });

  it("accepts names in globs and approvals that only a disabled tool has", async () => {
    const launch: AnyPolicySpec = {
      default: "enabled",
      tools: { "*": { args: { gone: { max_length: 3 } } } },
      approval: { tools: { tow: true, shout: true } },
    };
    expect(await settle(undefined, launch, { loadDisabled: async () => (name) => name === "tow" })).toMatchObject({
      kind: "ready",
      warnings: [
        'the policy constrains "gone" of "*", and no tool that matches has such an argument',
        'the policy names the tool "shout" in `approval.tools`, which this server does not have',
      ],
    });
  });

  it("applies every startup policy, each of which restricts the others", async () => {
    const launches = new Map<string, AnyPolicySpec>([
      ["a.yaml", { tools: tools("one", "two"), limits: { max_queue: 5 } }],
      ["b.yaml", { tools: tools("two", "three"), limits: { max_queue: 9, max_timeout: 7 }, env: { inherit: ["PATH"] } }],
    ]);
    const policyLoader = async (path: string) => ({ kind: "loaded", files: [launches.get(path) ?? { tools: {} }] }) as const;
    for (const files of [
      ["a.yaml", "b.yaml"],
      ["b.yaml", "a.yaml"],
    ]) {
      const setup = await setUp({ index, policyLoader }, files, env);
      expect(names(setup)).toEqual(["two"]);
      const limits = {
        max_queue: 5,
        max_timeout: 7,
        max_concurrency: 32,
        max_output_bytes: 1024 * 1024,
        max_reply_bytes: Infinity,
        max_capture_bytes: 2 ** 28,
      };
      expect(setup).toMatchObject({ policies: [{}, {}], execution: { limits, host: { inherited: { PATH: folder } } } });
    }
    const baked = await setUp({ index, policies: [...launches.values()] }, [], env);
    expect([names(baked), baked]).toMatchObject([["two"], { execution: { limits: { max_queue: 5, max_timeout: 7 } } }]);
  });

  it("reports the errors of every policy file", async () => {
    const policyLoader = async (path: string) => ({ kind: "refused", text: `${path}:1:1: error\n` }) as const;
    const setup = await setUp({ index, policyLoader }, ["a.yaml", "b.yaml"], env);
    expect(setup).toEqual({ kind: "refused", text: "a.yaml:1:1: error\nb.yaml:1:1: error\n" });
  });

  it.each<[string, Partial<DockerExecutor>, RegExp | undefined]>([
    ["a volume shows another folder", { working_dir: "/srv", volumes: ["/etc:/srv"] }, /^executor\.volumes: \/etc:\/srv must be mounted/],
    ["a volume is a named one", { working_dir: "/srv", volumes: ["data:/srv:ro"] }, /^executor\.volumes: data:\/srv:ro must/],
    ["no key sets the working directory", { volumes: ["/srv:/srv"] }, /^executor\.working_dir must be set/],
    ["directories do not move", { working_dir: "/srv", volumes: ["/srv/:/srv:ro", "$PATH:$PATH", "/cache"] }, undefined],
  ])("requires the directories of an earlier policy in a container: %s", async (_title, executor, problem) => {
    const within: AnyPolicySpec = { default: "enabled", tools: { one: { args: { text: { within: "/srv" } } } } };
    const launch: AnyPolicySpec = { default: "enabled", tools: {}, executor: { type: "docker", image: "i", ...executor } };
    const setup = await settle(within, launch);
    expect(setup.kind === "refused" ? setup.text : "ready").toMatch(problem ?? /^ready$/);
    expect(await settle({ ...within, executor: { type: "docker", image: "i", ...executor } })).toMatchObject({ kind: "ready" });
    expect(await settle({ default: "enabled", tools: {} }, launch)).toMatchObject({ kind: "ready" });
  });

  it("has the stricter executor, environment and limits", async () => {
    const setup = await settle(
      { default: "enabled", tools: {}, env: { inherit: ["PATH", "SECRET"] }, limits: { max_timeout: 10, max_output_bytes: 2 ** 24 } },
      {
        default: "enabled",
        tools: {},
        executor: { type: "docker", image: "img" },
        env: { inherit: "minimal" },
        limits: { max_timeout: 20, max_output_bytes: 2 ** 23, max_concurrency: 1000 },
      },
    );
    expect(setup).toMatchObject({
      execution: {
        executor: { type: "docker", image: "img" },
        host: { variables: env, inherited: { PATH: folder } },
        // A generated policy may allow more than the default. A startup policy may not.
        limits: { max_timeout: 10, max_output_bytes: 2 ** 23, max_concurrency: 32 },
      },
    });
    expect(setup.kind === "ready" && Object.keys(setup.execution.host.inherited)).toEqual(["PATH"]);
  });

  it("tests each executor that an enabled tool uses once, and no other", async () => {
    const bin = join(folder, "engines");
    mkdirSync(bin);
    const log = join(bin, "log");
    for (const name of ["docker", "bwrap"])
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name}" >> ${log}\n[ "$1" != --json-status-fd ]\n`, { mode: 0o755 });
    const docker = (image: string): ToolPolicy => ({ executor: { type: "docker", image } });
    const bubblewrap: ToolPolicy = { executor: { type: "bubblewrap", network: "host" } };
    const probed = async (policy: AnyPolicySpec, more: Partial<OneCallOptions> = {}): Promise<readonly string[]> => {
      writeFileSync(log, "");
      expect(await setUp({ index, policies: [policy], ...more }, [], { PATH: `${bin}:/usr/bin:/bin` })).toMatchObject({ kind: "ready" });
      return readFileSync(log, "utf8").split("\n").filter(Boolean).toSorted();
    };
    expect(await probed({ tools: { one: docker("a"), two: docker("b"), three: docker("a") } })).toEqual(["docker"]);
    expect(await probed({ tools: { one: bubblewrap, two: bubblewrap, three: docker("a") } })).toEqual(["bwrap", "docker"]);
    expect(await probed({ tools: { one: bubblewrap, two: {} }, executor: { type: "bubblewrap" } })).toEqual(["bwrap", "bwrap"]);
    // Only the tool "two" will be called.
    expect(await probed({ tools: { one: bubblewrap, two: docker("a") } }, { calledTool: "two" })).toEqual(["docker"]);
    // No enabled tool uses the executor of the policy, or that of the tool "two".
    const others = { one: bubblewrap, two: { enabled: false, ...docker("a") } };
    expect(await probed({ tools: others, executor: { type: "docker", image: "b" } })).toEqual(["bwrap"]);
  });

  it("is refused with the tools of each executor that cannot run commands", async () => {
    const policy: AnyPolicySpec = {
      executor: { type: "docker", image: "-v" },
      tools: {
        one: { executor: { type: "bubblewrap", writable: ["/no/such/folder"] } },
        two: { executor: { type: "bubblewrap" } },
        three: {},
      },
    };
    expect(await settle(policy)).toEqual({
      kind: "refused",
      text: [
        'tool three: executor.image: "-v" is not an image: docker reads it as an option',
        "tool one: executor.writable: /no/such/folder is not a directory",
        "tool two: the policy runs commands with bwrap, which is not on the server's PATH",
      ].join("\n"),
    });
  });

  it("is refused if an executor of a tool cannot have the limits", async () => {
    const rules: AnyPolicySpec["tools"] = { one: { executor: { type: "docker", image: "i" } }, two: { executor: { type: "local" } } };
    expect(await settle({ tools: rules, limits: { processes: 9 } })).toMatchObject({
      text: expect.stringMatching(/^tool two: limits\.processes: an executor of type local cannot/) as string,
    });
    expect(await settle({ tools: { one: rules["one"] ?? {} }, limits: { processes: 9 } })).toMatchObject({ kind: "ready" });
  });

  it.each<[string, Promise<Setup>, RegExp]>([
    [
      "executors contradict each other",
      settle({ tools: {}, executor: { type: "docker", image: "img" } }, { tools: {}, executor: { type: "docker", image: "other" } }),
      /^executor\.image: img and other cannot be combined/,
    ],
    ["the executor is missing", settle({ tools: {}, executor: { type: "bubblewrap" } }), /bwrap, which is not on the server's PATH/],
    [
      "the policy file has errors",
      settle(undefined, { tools: {} }, { policyLoader: async () => ({ kind: "refused", text: "policy.yaml:1:1: error" }) }),
      /^policy\.yaml:1:1: error$/,
    ],
    ["the server does not accept policies", setUp({ index }, ["policy.yaml"], env), /does not accept --policy/],
  ])("is rejected if %s", async (_title, settling, problem) => {
    const setup = await settling;
    expect(setup.kind === "refused" ? setup.text : "").toMatch(problem);
  });
});
