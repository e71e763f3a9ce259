import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AnyPolicySpec, DockerExecutor } from "../../../runtime/policy/policy-spec.ts";
import type { Setup, SetupOptions } from "../../../runtime/server/setup.ts";
import { setUp } from "../../../runtime/server/setup.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-setup-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "docker"), "", { mode: 0o755 });

const env = { PATH: folder, SECRET: "hunter2" };
const index = createToolIndex([toPart({ command: ["echo"] }, { one: { args: { text: { type: "string" } } }, two: {}, three: {} })]);

function settle(baked: AnyPolicySpec | undefined, launch?: AnyPolicySpec, more: Partial<SetupOptions> = {}): Promise<Setup> {
  const policyLoader = async () => ({ kind: "loaded", policy: launch ?? { tools: {} } }) as const;
  return setUp({ index, ...(baked && { policies: [baked] }), policyLoader, ...more }, launch ? ["policy.yaml"] : [], env);
}

const names = (setup: Setup): readonly string[] => (setup.kind === "ready" ? Array.from(setup.index.listed(), ({ name }) => name) : []);
const tools = (...enabled: readonly string[]): AnyPolicySpec["tools"] => Object.fromEntries(enabled.map((name) => [name, {}]));

describe("what a server settles before it listens", () => {
  it("is what it was generated with, where no policy says otherwise", async () => {
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

  it("are the tools that both policies enable", async () => {
    const setup = await settle({ tools: tools("one", "two") }, { tools: tools("two", "three") });
    expect(names(setup)).toEqual(["two"]);
    expect(setup).toMatchObject({ policies: [{}, {}] });
  });

  it("are the tools of one policy where there is one", async () => {
    expect(names(await settle({ tools: tools("one") }))).toEqual(["one"]);
    expect(names(await settle(undefined, { tools: tools("two") }))).toEqual(["two"]);
  });

  it("does not narrow an index twice that was made under the generated policy", async () => {
    expect(names(await settle({ tools: tools("one") }, { tools: tools("two", "one") }, { isNarrowed: true }))).toEqual(["one", "two"]);
  });

  it.each<[string, AnyPolicySpec["tools"], readonly string[]]>([
    ["nothing of names that there are", { one: { args: { text: { max_length: 3 } } }, two: {} }, []],
    ["names that nothing is near to", { shout: {} }, ['the policy names the tool "shout", which this server does not have']],
  ])("says of the launch policy %s", async (_title, launch, warnings) => {
    expect(await settle(undefined, { default: "enabled", tools: launch })).toMatchObject({ kind: "ready", warnings });
    expect(await settle({ default: "enabled", tools: launch })).toMatchObject({ kind: "ready", warnings: [] });
  });

  it.each<[string, AnyPolicySpec["tools"], string]>([
    [
      "a tool is misspelt",
      { tow: {} },
      'the policy names the tool "tow", which this server does not have, correct the name or remove it, did you mean "two"?',
    ],
    [
      "an argument is misspelt",
      { one: { args: { txt: { max_length: 3 } } } },
      'the policy constrains "txt" of "one", which has no such argument, did you mean "text"?',
    ],
    [
      "an argument is another tool's",
      { two: { args: { text: { max_length: 3 } } } },
      'the policy constrains "text" of "two", which has no such argument, remove it',
    ],
  ])("is nothing where in the launch policy %s", async (_title, launch, text) => {
    expect(await settle(undefined, { default: "enabled", tools: launch })).toEqual({ kind: "refused", text });
  });

  it("are all policies of the launch, each of which narrows", async () => {
    const launches = new Map<string, AnyPolicySpec>([
      ["a.yaml", { tools: tools("one", "two"), limits: { max_queue: 5 } }],
      ["b.yaml", { tools: tools("two", "three"), limits: { max_queue: 9, max_timeout: 7 }, env: { inherit: ["PATH"] } }],
    ]);
    const policyLoader = async (path: string) => ({ kind: "loaded", policy: launches.get(path) ?? { tools: {} } }) as const;
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

  it("reports the mistakes of every policy file", async () => {
    const policyLoader = async (path: string) => ({ kind: "refused", text: `${path}:1:1: error\n` }) as const;
    const setup = await setUp({ index, policyLoader }, ["a.yaml", "b.yaml"], env);
    expect(setup).toEqual({ kind: "refused", text: "a.yaml:1:1: error\nb.yaml:1:1: error\n" });
  });

  it.each<[string, Partial<DockerExecutor>, RegExp | undefined]>([
    ["a volume shows another folder", { working_dir: "/srv", volumes: ["/etc:/srv"] }, /^executor\.volumes: \/etc:\/srv must be mounted/],
    ["a volume is a named one", { working_dir: "/srv", volumes: ["data:/srv:ro"] }, /^executor\.volumes: data:\/srv:ro must/],
    ["nothing says where commands start", { volumes: ["/srv:/srv"] }, /^executor\.working_dir must be set/],
    ["folders stay where they are", { working_dir: "/srv", volumes: ["/srv/:/srv:ro", "$PATH:$PATH", "/cache"] }, undefined],
  ])("keep the folders of an earlier policy in a container where %s", async (_title, executor, problem) => {
    const within: AnyPolicySpec = { default: "enabled", tools: { one: { args: { text: { within: "/srv" } } } } };
    const launch: AnyPolicySpec = { default: "enabled", tools: {}, executor: { type: "docker", image: "i", ...executor } };
    const setup = await settle(within, launch);
    expect(setup.kind === "refused" ? setup.text : "ready").toMatch(problem ?? /^ready$/);
    expect(await settle({ ...within, executor: { type: "docker", image: "i", ...executor } })).toMatchObject({ kind: "ready" });
    expect(await settle({ default: "enabled", tools: {} }, launch)).toMatchObject({ kind: "ready" });
  });

  it("are the stricter executor, environment and limits", async () => {
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
        // A generated policy may allow more than the default, a policy at launch may not.
        limits: { max_timeout: 10, max_output_bytes: 2 ** 23, max_concurrency: 32 },
      },
    });
    expect(setup.kind === "ready" && Object.keys(setup.execution.host.inherited)).toEqual(["PATH"]);
  });

  it.each<[string, Promise<Setup>, RegExp]>([
    [
      "executors contradict each other",
      settle({ tools: {}, executor: { type: "docker", image: "img" } }, { tools: {}, executor: { type: "docker", image: "other" } }),
      /^executor\.image: img and other cannot be combined/,
    ],
    ["the executor is missing", settle({ tools: {}, executor: { type: "bubblewrap" } }), /bwrap, which is not on the server's PATH/],
    [
      "the policy file has mistakes",
      settle(undefined, { tools: {} }, { policyLoader: async () => ({ kind: "refused", text: "policy.yaml:1:1: error" }) }),
      /^policy\.yaml:1:1: error$/,
    ],
    ["it takes no policy", setUp({ index }, ["policy.yaml"], env), /takes no --policy/],
  ])("is nothing where %s", async (_title, settling, problem) => {
    const setup = await settling;
    expect(setup.kind === "refused" ? setup.text : "").toMatch(problem);
  });
});
