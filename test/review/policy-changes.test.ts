/** Tests what is reported about realistic changes of policies and of the environment of commands. */
import { describe, expect, it } from "vitest";
import type { Version } from "./policy-review.ts";
import { CONFIG, review } from "./policy-review.ts";

describe("the executor", () => {
  const bubblewrap = (...folders: readonly string[]): Version => ({
    policies: [`executor: { type: bubblewrap, writable: ${JSON.stringify(folders)} }`],
  });
  const docker = (...volumes: readonly string[]): Version => ({
    policies: [`executor: { type: docker, image: alpine, volumes: ${JSON.stringify(volumes)} }`],
  });

  it("is only loosened by a writable directory that contains the earlier one", async () => {
    expect(await review(bubblewrap("/srv/data", "/tmp"), bubblewrap("/srv", "/tmp"))).toEqual([
      'widening new-policy.yaml:3 executor-loosened server: `executor.writable` was ["/srv/data","/tmp"] and is ["/srv","/tmp"]',
    ]);
    expect(await review(bubblewrap("../a", "/srv"), bubblewrap("../a", "/srv/data"))).toEqual([
      'narrowing new-policy.yaml:3 executor-tightened server: `executor.writable` was ["../a","/srv"] and is ["../a","/srv/data"]',
    ]);
  });

  it("is not changed by a writable directory inside another one", async () => {
    expect(await review(bubblewrap("/srv"), bubblewrap("/srv/data", "/srv"))).toEqual([]);
  });

  it("is only loosened by a volume that is no longer read-only", async () => {
    expect(await review(docker("/srv:/data:ro"), docker("/srv:/data"))).toEqual([
      'widening new-policy.yaml:3 executor-loosened server: `executor.volumes` was ["/srv:/data:ro"] and is ["/srv:/data"]',
    ]);
    expect(await review(docker("/srv:/data:rw", "/tmp"), docker("/srv:/data:ro", "/tmp"))).toEqual([
      'narrowing new-policy.yaml:3 executor-tightened server: `executor.volumes` was ["/srv:/data:rw","/tmp"] and is ["/srv:/data:ro","/tmp"]',
    ]);
  });

  it.each([
    ["is not changed by the order of a volume's options", "/srv:/data:z,noexec", "/srv:/data:noexec,z", []],
    ["is loosened and tightened by a volume's options", "/srv:/data:noexec", "/srv:/data", ["executor-loosened", "executor-tightened"]],
  ])("%s", async (_title, old, now, codes) => {
    expect((await review(docker(old), docker(now))).map((line) => line.split(" ")[2])).toEqual(codes);
  });

  it.each([
    ["host", "inner", ["tightened"]],
    ["inner", "none", ["tightened"]],
    ["host", "none", ["tightened"]],
    ["none", "inner", ["loosened"]],
    ["inner", "host", ["loosened"]],
    ["none", "host", ["loosened"]],
    ["inner", "other", ["loosened", "tightened"]],
  ])("is compared by its network: %s, then %s", async (old, now, verdicts) => {
    const on = (network: string): Version => ({ policies: [`executor: { type: docker, image: alpine, network: ${network} }`] });
    const codes = (await review(on(old), on(now))).map((line) => line.split(" ")[2]);
    expect(codes).toEqual(verdicts.map((verdict) => `executor-${verdict}`));
  });

  it.each([
    ["none", "{ hosts: [a.example] }", ["loosened"]],
    ["host", "{ hosts: [a.example] }", ["tightened"]],
    ["{ hosts: [a.example] }", "host", ["loosened"]],
    ["{ hosts: [a.example] }", "none", ["tightened"]],
    ["{ hosts: [a.example] }", "{ hosts: [a.example, b.example] }", ["loosened"]],
    ["{ hosts: ['*.example'] }", "{ hosts: [a.example] }", ["tightened"]],
    ["{ hosts: [a.example] }", "{ hosts: [b.example] }", ["loosened", "tightened"]],
    ["{ hosts: [a.example] }", "{ hosts: [A.example.] }", []],
  ])("is compared by the hosts of its network: %s, then %s", async (old, now, verdicts) => {
    const on = (network: string): Version => ({ policies: [`executor: { type: bubblewrap, network: ${network} }`] });
    const codes = (await review(on(old), on(now))).map((line) => line.split(" ")[2]);
    expect(codes).toEqual(verdicts.map((verdict) => `executor-${verdict}`));
  });

  it.each([
    ["type: local", "type: bubblewrap, working_dir: /srv", ["changed", "tightened"]],
    ["type: bubblewrap, working_dir: /srv", "type: local", ["changed", "loosened"]],
    ["type: bubblewrap", "type: local", ["loosened"]],
    ["type: local", "type: docker, image: alpine", ["changed", "tightened"]],
    ["type: bubblewrap, working_dir: /srv", "type: docker, image: alpine, working_dir: /srv", ["changed", "loosened", "tightened"]],
  ])("of another type is changed by its directory and image: %s, then %s", async (old, now, verdicts) => {
    const codes = (await review({ policies: [`executor: { ${old} }`] }, { policies: [`executor: { ${now} }`] })).map(
      (line) => line.split(" ")[2],
    );
    expect(codes).toEqual(verdicts.map((verdict) => `executor-${verdict}`));
  });

  it("is loosened and tightened by a volume with another source", async () => {
    const codes = (await review(docker("/srv:/data"), docker("/home:/data"))).map((line) => line.split(" ")[2]);
    expect(codes).toEqual(["executor-loosened", "executor-tightened"]);
  });
});

describe("the inherited variables", () => {
  it("can be an empty list", async () => {
    expect(await review({ policies: [""] }, { policies: ["env: { inherit: [] }"] })).toEqual([
      "narrowing new-policy.yaml:3 inherit-tightened server: no variables are inherited",
    ]);
  });

  it.each([
    ["minimal", "[PATH, LC_ALL]", ['tightened server: no longer inherits "HOME", "USER", "LANG", "TERM", "TMPDIR", "TZ" and "LC_*"']],
    ["[PATH, LC_ALL]", "minimal", ['loosened server: inherits "HOME", "USER", "LANG", "TERM", "TMPDIR", "TZ" and "LC_*"']],
    ["[LC_ALL]", "[PATH]", ['loosened server: inherits "PATH"', 'tightened server: no longer inherits "LC_ALL"']],
    ["minimal", "all", ["loosened server: all variables are inherited"]],
  ])("are compared by their names: %s, then %s", async (old, now, changes) => {
    const inheriting = (inherit: string): Version => ({ policies: [`env: { inherit: ${inherit} }`] });
    const lines = await review(inheriting(old), inheriting(now));
    expect(lines.map((line) => line.replace(/^.*? inherit-/, ""))).toEqual(changes);
  });
});

describe("limits", () => {
  it("are shown with their units", async () => {
    const old = { policies: ["limits: { memory: 512m, max_timeout: 60 }"] };
    expect(await review(old, { policies: ["limits: { memory: 1g, max_output_bytes: 1500 }"] })).toEqual([
      "widening old-policy.yaml:3 limits-loosened server: `max_timeout` was 60 s and is absent",
      "widening new-policy.yaml:3 limits-loosened server: `memory` was 512 MiB and is 1024 MiB",
      "narrowing new-policy.yaml:3 limits-tightened server: `max_output_bytes` was 1 MiB and is 1,500 bytes",
    ]);
  });
});

describe("several policies", () => {
  const base = "limits: { max_timeout: 60 }\ntools:\n  git_log: { args: { max_count: { max: 90 }, path: { pattern: src/.* } } }";
  const layer = "limits: { max_timeout: 30 }\ntools:\n\n  git_log: { args: { max_count: { max: 50 }, path: { pattern: '[a-z/]+' } } }";

  it("are located in the file with the changed value", async () => {
    expect(await review({ policies: [base] }, { policies: [base, layer] })).toEqual([
      "narrowing new-policy-2.yaml:3 limits-tightened server: `max_timeout` was 60 s and is 30 s",
      "narrowing new-policy-2.yaml:6 max-tightened git_log max_count: `max` was 90 and is 50",
      "narrowing new-policy-2.yaml:6 pattern-tightened git_log path: `pattern` was added",
    ]);
  });

  it("are located in the old file if the value was removed", async () => {
    const patterns = (lines: readonly string[]) => lines.filter((line) => line.includes("pattern"));
    expect(patterns(await review({ policies: [base, layer] }, { policies: [base] }))).toEqual([
      "widening old-policy-2.yaml:6 pattern-loosened git_log path: `pattern` was removed",
    ]);
  });

  it("report nothing if a stricter layer hides the change", async () => {
    const loose = base.replace("60", "600").replace("90", "900");
    expect(await review({ policies: [base, layer] }, { policies: [loose, layer] })).toEqual([]);
  });

  it("report a disabled tool at the key that disables it", async () => {
    const off = "tools:\n  git_push:\n    enabled: false";
    expect(await review({}, { policies: ["tools: { git_push: {} }", off] })).toEqual([
      "narrowing new-policy-2.yaml:5 tool-disabled git_push: the policy disables the tool",
    ]);
  });
});

describe("a description of a policy", () => {
  it("is located in the policy", async () => {
    const described = { policies: ["tools: { git_push: { description: Only when asked } }"] };
    expect(await review({}, described)).toEqual([
      'metadata new-policy.yaml:3 description-changed git_push: `description` was "Send commits" and is "Only when asked"',
    ]);
    expect(await review(described, {})).toEqual([
      'metadata old-policy.yaml:3 description-changed git_push: `description` was "Only when asked" and is "Send commits"',
    ]);
  });
});

describe("variables and the directory of commands", () => {
  const inCli = CONFIG.replace("command: git\n", "command: git\nenv: { PAGER: cat, LANG: C }\nworking_dir: /srv\n");
  const inTools = CONFIG.replaceAll("    risk:", "    env: { PAGER: cat, LANG: C }\n    working_dir: /srv\n    risk:");

  it("can move between a CLI and its tools without a change", async () => {
    expect(await review({ config: inCli }, { config: inTools })).toEqual([]);
    expect(await review({ config: inTools }, { config: inCli })).toEqual([]);
  });

  it("are reported for the tools that get other values", async () => {
    const onlyLog = inCli
      .replace("env: { PAGER: cat, LANG: C }\nworking_dir: /srv\n", "")
      .replace("    risk: read", "    env: { PAGER: cat, LANG: D }\n    working_dir: /srv\n    risk: read");
    expect(await review({ config: inCli }, { config: onlyLog })).toEqual([
      'breaking old.yaml:4 env-changed cli git: changed values of "PAGER" and "LANG"',
      'breaking old.yaml:5 working-dir-changed cli git: `working_dir` was "/srv" and is absent',
      'breaking new.yaml:8 env-changed git_log: changed values of "LANG"',
      'widening old.yaml:4 code-variable-changed cli git: "PAGER" can decide which code runs',
    ]);
  });
});

describe("approval of clients that cannot ask", () => {
  const policy = (headless: string, ...tools: readonly string[]): string =>
    `approval: { headless: ${headless} }\ntools: { ${tools.map((name) => `${name}: { confirm: true }`).join(", ")} }`;
  const codesOf = async (old: readonly string[], now: readonly string[]): Promise<readonly (string | undefined)[]> =>
    (await review({ policies: old }, { policies: now })).map((line) => line.split(" ").slice(0, 3).join(" "));

  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      "is loosened if the last rejecting policy approves",
      [policy("approve", "git_push"), policy("deny", "git_push")],
      [policy("approve", "git_push"), policy("approve", "git_push")],
      ["widening new-policy.yaml:3 approval-loosened"],
    ],
    [
      "is tightened if the first policy rejects",
      [policy("approve", "git_push"), policy("approve", "git_push")],
      [policy("approve", "git_push"), policy("deny", "git_push")],
      ["narrowing new-policy.yaml:3 approval-tightened"],
    ],
    [
      "is loosened and tightened if the policies of two tools change places",
      [policy("approve", "git_push"), policy("deny", "git_log")],
      [policy("deny", "git_push"), policy("approve", "git_log")],
      ["widening new-policy-2.yaml:3 approval-loosened", "narrowing new-policy.yaml:3 approval-tightened"],
    ],
    [
      "is not changed by a policy if another policy still rejects",
      [policy("approve", "git_push"), policy("deny", "git_push"), policy("deny", "git_push")],
      [policy("approve", "git_push"), policy("approve", "git_push"), policy("deny", "git_push")],
      [],
    ],
  ])("%s", async (_title, old, now, want) => {
    expect(await codesOf(old, now)).toEqual(want);
  });

  it("is loosened if a renamed tool needs only the confirmation of a policy that approves", async () => {
    const old = [policy("approve", "git_push"), policy("deny", "git_push", "git_log")];
    const now = [policy("approve", "git_send"), policy("deny", "git_log")];
    const changes = await review({ policies: old }, { policies: now, config: CONFIG.replace("git_push", "git_send") });
    expect(changes.filter((line) => line.startsWith("widening")).map((line) => line.split(" ")[2])).toEqual(["approval-loosened"]);
  });
});
