import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inheritEnvironment } from "../../../runtime/policy/inherited-environment.ts";
import { combineExecutors } from "../../../runtime/policy/combine-executors.ts";
import { combineInherit, combineLimits } from "../../../runtime/policy/combine.ts";
import type { BubblewrapExecutor, DockerExecutor, EnvInherit, ExecutorSpec, LimitsSpec } from "../../../runtime/policy/policy-spec.ts";

type Docker = Omit<DockerExecutor, "type" | "image">;

const local: ExecutorSpec = { type: "local" };
const docker = (more: Docker = {}): ExecutorSpec => ({ type: "docker", image: "img", ...more });
const sandbox = (more: Omit<BubblewrapExecutor, "type"> = {}): ExecutorSpec => ({ type: "bubblewrap", ...more });

describe("two executors", () => {
  it.each<[string, ExecutorSpec | undefined, ExecutorSpec | undefined, ExecutorSpec]>([
    ["are local if neither is set", undefined, undefined, local],
    ["are the other executor if one is local", local, docker({ user: "u" }), docker({ user: "u" })],
    ["are the other executor if one is not set", sandbox({ network: "host" }), undefined, sandbox({ network: "host" })],
  ])("%s", (_title, left, right, want) => {
    expect(combineExecutors(left, right)).toEqual({ kind: "combined", executor: want });
    expect(combineExecutors(right, left)).toEqual({ kind: "combined", executor: want });
  });

  it.each<[string, Docker, Docker, Docker]>([
    ["keep the volumes of both", { volumes: ["/a:/a", "/b:/b"] }, { volumes: ["/b:/b", "/c:/c"] }, { volumes: ["/b:/b"] }],
    ["omit volumes that only one has", { volumes: ["/a:/a"] }, {}, {}],
    ["mount a volume read-only if one does", { volumes: ["/a:/a"] }, { volumes: ["/a:/a:ro"] }, { volumes: ["/a:/a:ro"] }],
    ["keep a volume next to one that only one has", { volumes: ["/a:/a", "/ab:/ab"] }, { volumes: ["/a:/a"] }, { volumes: ["/a:/a"] }],
    [
      "keep restrictive options of a volume that only one has",
      { volumes: ["/a:/a:noexec,z"] },
      { volumes: ["/a:/a:O"] },
      { volumes: ["/a:/a:noexec,O"] },
    ],
    [
      "keep nosuid and nodev if one has them",
      { volumes: ["/a:/a:nosuid"] },
      { volumes: ["/a:/a:nodev"] },
      { volumes: ["/a:/a:nosuid,nodev"] },
    ],
    ["keep the options that both have", { volumes: ["/a:/a:z,rw"] }, { volumes: ["/a:/a:ro,z,shared"] }, { volumes: ["/a:/a:ro,z"] }],
    ["treat a volume at another path as another volume", { volumes: ["/a:/a"] }, { volumes: ["/a:/b"] }, {}],
    ["have no network if one has no network", { network: "host" }, { network: "none" }, { network: "none" }],
    ["have any network rather than the host's", { network: "host" }, { network: "inner" }, { network: "inner" }],
    ["have the default network rather than the host's", { network: "host" }, {}, {}],
    ["have the user of the one that sets it", { user: "1000" }, {}, { user: "1000" }],
    ["have the smaller memory limit, in any unit", { memory: "1g" }, { memory: "512M" }, { memory: "512M" }],
    ["take a memory in bytes", { memory: "1k" }, { memory: "1023" }, { memory: "1023" }],
    ["take memory that is limited rather than 0, which is not", { memory: "0" }, { memory: "64g" }, { memory: "64g" }],
    ["take the smaller number of processes", { pids: 10 }, { pids: 5 }, { pids: 5 }],
    ["take a number of processes rather than -1, which is unlimited", { pids: -1 }, { pids: 500 }, { pids: 500 }],
    ["take a number of processes rather than 0, which is unlimited", { pids: 0 }, { pids: 500 }, { pids: 500 }],
    ["are read-only if one is", { read_only: false }, { read_only: true }, { read_only: true }],
    ["have the directory of the one that sets it", {}, { working_dir: "/w" }, { working_dir: "/w" }],
  ])("of docker %s", (_title, left, right, want) => {
    const executor = docker({ volumes: [], ...want });
    expect(combineExecutors(docker(left), docker(right))).toEqual({ kind: "combined", executor });
    expect(combineExecutors(docker(right), docker(left))).toEqual({ kind: "combined", executor });
  });

  it.each<[string, Omit<BubblewrapExecutor, "type">, Omit<BubblewrapExecutor, "type">, Omit<BubblewrapExecutor, "type">]>([
    ["write to the directories that both may write to", { writable: ["/a", "/b"] }, { writable: ["/b", "/c"] }, { writable: ["/b"] }],
    ["write only to the nested directory", { writable: ["/a"] }, { writable: ["/a/b", "/ab"] }, { writable: ["/a/b"] }],
    ["write to no directory whose path only occurs inside the other's", { writable: ["/a"] }, { writable: ["/b/a/c"] }, { writable: [] }],
    [
      "write to no directory that a sandbox with a writable root replaces",
      { writable: ["/"] },
      { writable: ["/proc", "/proc/sys", "/dev/shm", "/tmp/a", "/run", "/runs"] },
      { writable: ["/runs"] },
    ],
    ["write below the root", { writable: ["/"] }, { writable: ["/a"] }, { writable: ["/a"] }],
    ["do not resolve a variable below a directory", { writable: ["/a", "$B"] }, { writable: ["/a/$X", "$B/c"] }, { writable: ["$B/c"] }],
    ["do not resolve .. in a directory", { writable: ["/a"] }, { writable: ["/a/../b"] }, { writable: [] }],
    ["have the host's network if both do", { network: "host" }, { network: "host" }, { network: "host" }],
    ["have no network otherwise", { network: "host" }, {}, {}],
  ])("of bubblewrap %s", (_title, left, right, want) => {
    const executor = { ...sandbox({ writable: [], network: "none" }), ...want };
    expect(combineExecutors(sandbox(left), sandbox(right))).toEqual({ kind: "combined", executor });
    expect(combineExecutors(sandbox(right), sandbox(left))).toEqual({ kind: "combined", executor });
  });

  it.each<[string, ExecutorSpec, ExecutorSpec, string]>([
    ["two sandboxes", docker(), sandbox(), "executor.type: docker and bubblewrap cannot be combined"],
    ["two images", docker(), { type: "docker", image: "other" }, "executor.image: img and other cannot be combined"],
    ["two users", docker({ user: "a" }), docker({ user: "b" }), "executor.user: a and b cannot be combined"],
    ["root, because the image may have another user", docker(), docker({ user: "0:0" }), "executor.user: 0:0 must be in both policies"],
    ["root by a longer number", docker(), docker({ user: "00" }), "executor.user: 00 must be in both policies"],
    ["root by a number with a sign", docker(), docker({ user: "+0:0" }), "executor.user: +0:0 must be in both policies"],
    ["two networks", docker({ network: "a" }), docker(), "executor.network: a and the default cannot be combined"],
    [
      "a volume without the one that covers a part of it",
      docker({ volumes: ["/a:/a", "/a/b:/a/b:ro"] }),
      docker({ volumes: ["/a:/a"] }),
      "executor.volumes: /a/b:/a/b:ro must be in both policies",
    ],
    [
      "a volume without the empty one that hides a part of it",
      docker({ volumes: ["/a:/a"] }),
      docker({ volumes: ["/a:/a", "/a//.git/"] }),
      "executor.volumes: /a//.git/ must be in both policies",
    ],
    ["two directories", docker({ working_dir: "/a" }), docker({ working_dir: "/b" }), "executor.working_dir: /a and /b cannot be combined"],
    ["two directories of bubblewrap", sandbox({ working_dir: "/a" }), sandbox({ working_dir: "/b" }), "executor.working_dir: /a and /b"],
  ])("cannot be %s", (_title, left, right, problem) => {
    expect(combineExecutors(left, right)).toMatchObject({ kind: "conflict", problem: expect.stringContaining(problem) as string });
  });

  it("are together never looser than either of them", () => {
    fc.assert(
      fc.property(executor, executor, (left, right) => {
        const combined = combineExecutors(left, right);
        if (combined.kind === "conflict") return;
        expect([left, right].flatMap((one) => findLoosened(combined.executor, one))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("are unchanged if they are equal", () => {
    fc.assert(
      fc.property(executor, (one) => {
        const combined = combineExecutors(one, one);
        expect(combined.kind).toBe("combined");
        if (combined.kind === "combined") expect(findLoosened(one, combined.executor)).toEqual([]);
      }),
    );
  });
});

const maybe = <Value>(...values: readonly Value[]) => fc.constantFrom(undefined, ...values);
const some = (...values: readonly string[]) => fc.option(fc.uniqueArray(fc.constantFrom(...values)), { nil: undefined });
const executor = fc
  .oneof(
    fc.constant({ type: "local" }),
    fc.record({
      type: fc.constant("docker"),
      image: fc.constantFrom("img", "img", "img", "other"),
      volumes: some("/a:/a", "/a:/a:ro", "/b:/b", "/a:/b", "/data"),
      network: maybe("none", "host", "inner"),
      working_dir: maybe("/w"),
      user: maybe("1000", "root"),
      memory: maybe("512m", "1g", "0", "1024"),
      pids: maybe(-1, 1, 100),
      read_only: maybe(true, false),
    }),
    fc.record({
      type: fc.constant("bubblewrap"),
      writable: some("/a", "/a/b", "/ab", "/", "/a/../c"),
      network: maybe("none", "host"),
      working_dir: maybe("/w"),
    }),
  )
  .map((spec) => Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as unknown as ExecutorSpec);

/** Lists the permissions that the first executor grants beyond the second. Independent of the code under test. */
function findLoosened(first: ExecutorSpec, second: ExecutorSpec): readonly string[] {
  if (second.type === "local") return [];
  if (first.type !== second.type) return ["type"];
  const isLooser = (key: string, looser: boolean): readonly string[] => (looser ? [key] : []);
  if (first.type === "bubblewrap" && second.type === "bubblewrap") {
    const inside = (path: string): boolean =>
      (second.writable ?? []).some((root) => path === root || path.startsWith(root === "/" ? "/" : `${root}/`));
    return [
      ...isLooser("writable", !(first.writable ?? []).every(inside)),
      ...isLooser("network", first.network === "host" && second.network !== "host"),
    ];
  }
  if (first.type !== "docker" || second.type !== "docker") return [];
  const bytes = new Map([
    ["512m", 2 ** 29],
    ["1g", 2 ** 30],
    ["1024", 1024],
  ]);
  const count = (pids = Infinity): number => (pids > 0 ? pids : Infinity);
  const amount = (memory = ""): number => bytes.get(memory) ?? Infinity;
  const offers = (volume: string): boolean => (second.volumes ?? []).some((other) => volume === other || volume === `${other}:ro`);
  return [
    ...isLooser("image", first.image !== second.image),
    ...isLooser("volumes", !(first.volumes ?? []).every(offers)),
    ...isLooser("network", first.network !== second.network && first.network !== "none" && second.network !== "host"),
    ...isLooser("user", first.user === "root" && second.user !== "root"),
    ...isLooser("memory", amount(first.memory) > amount(second.memory)),
    ...isLooser("pids", count(first.pids) > count(second.pids)),
    ...isLooser("read_only", second.read_only === true && first.read_only !== true),
  ];
}

describe("two limits", () => {
  it.each<[string, LimitsSpec | undefined, LimitsSpec | undefined, LimitsSpec]>([
    ["that no policy sets are empty", undefined, undefined, {}],
    ["of which one is given are that limit", { max_timeout: 5 }, {}, { max_timeout: 5 }],
    [
      "are each the smaller of both",
      { max_output_bytes: 10, max_concurrency: 2, max_queue: 0 },
      { max_output_bytes: 5, max_concurrency: 3, max_queue: 9, max_timeout: 1 },
      { max_output_bytes: 5, max_concurrency: 2, max_queue: 0, max_timeout: 1 },
    ],
  ])("%s", (_title, left, right, want) => {
    expect(combineLimits(left, right)).toEqual(want);
    expect(combineLimits(right, left)).toEqual(want);
  });
});

describe("two environments", () => {
  it.each<[string, EnvInherit | undefined, EnvInherit | undefined, EnvInherit]>([
    ["that no policy restricts are all variables", undefined, "all", "all"],
    ["are the restricted environment", "all", "minimal", "minimal"],
    ["keep the names that both have", ["A", "B"], ["B", "C"], ["B"]],
    ["keep the names of the minimal environment", ["PATH", "LC_ALL", "AWS_KEY"], "minimal", ["PATH", "LC_ALL"]],
    ["are empty if one is empty", [], "all", []],
  ])("%s", (_title, left, right, want) => {
    expect(combineInherit(left, right)).toEqual(want);
    expect(combineInherit(right, left)).toEqual(want);
  });

  it("contain the variables that both allow", () => {
    const inherit = fc.oneof(
      fc.constantFrom<EnvInherit>("all", "minimal"),
      fc.uniqueArray(fc.constantFrom("PATH", "LC_ALL", "TZ", "AWS_KEY", "__proto__")),
    );
    const env = JSON.parse('{"PATH":"1","HOME":"2","LC_ALL":"3","AWS_KEY":"4","__proto__":"5"}') as Record<string, string>;
    fc.assert(
      fc.property(inherit, inherit, (left, right) => {
        const names = (one: EnvInherit): readonly string[] => Object.keys(inheritEnvironment(env, one));
        expect(names(combineInherit(left, right))).toEqual(names(left).filter((name) => names(right).includes(name)));
      }),
    );
  });
});
