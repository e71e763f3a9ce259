/** Tests that effects of a policy on other parts are reported: on arguments that only one side has, on defaults, and on directories. */
import { describe, expect, it } from "vitest";
import type { Version } from "./policy-review.ts";
import { review } from "./policy-review.ts";

const configOf = (...args: readonly string[]): string =>
  `name: fs\ncommand: fs\ntools:\n  - name: show\n    description: Show a file\n    args: [${args.map((arg) => `{ ${arg} }`).join(", ")}]\n`;

const rulesOf = (args: string): string => `tools: { show: { args: { ${args} } } }`;

/** Returns the class, code and message of each change. */
async function changesOf(old: Version, now: Version): Promise<readonly string[]> {
  return (await review(old, now)).map((line) => line.replace(/^(\w+) \S+/, "$1"));
}

describe("`required` of a policy", () => {
  const without = { config: configOf("name: path") };
  const required = { config: configOf("name: path", "name: why"), policies: [rulesOf("why: { required: true, max_length: 9 }")] };

  it("rejects the calls before an argument was added", async () => {
    expect(await changesOf(without, required)).toEqual([
      'widening argument-added show why: an optional argument was added: string, "--why"',
      "narrowing required-added show why: `required` is on",
    ]);
  });

  it("no longer rejects calls if the argument is removed", async () => {
    expect(await changesOf(required, without)).toEqual([
      "breaking argument-removed show why: the argument was removed",
      "widening required-removed show why: `required` is off",
    ]);
  });
});

describe("a default `false`", () => {
  const versionOf = (rest: string, equals: boolean): Version => ({
    config: configOf(`name: plain, type: boolean${rest}`),
    policies: [rulesOf(`plain: { equals: ${equals} }`)],
  });

  it("that `equals` rejects makes calls without the argument invalid", async () => {
    const [absent, stated] = [versionOf("", true), versionOf(", default: false", true)];
    expect(await changesOf(absent, stated)).toEqual([
      "narrowing equals-tightened show plain: `equals` rejects calls without the argument",
      "metadata default-stated show plain: `default` was absent and is false",
    ]);
    expect(await changesOf(stated, absent)).toEqual([
      "widening equals-loosened show plain: `equals` no longer rejects calls without the argument",
      "metadata default-stated show plain: `default` was false and is absent",
    ]);
  });

  it("that `equals` accepts has no effect", async () => {
    expect(await changesOf(versionOf("", false), versionOf(", default: false", false))).toEqual([
      "metadata default-stated show plain: `default` was absent and is false",
    ]);
  });
});

describe("the directory that a relative `within` is resolved against", () => {
  const within = rulesOf("path: { within: data }");
  const executor = "executor: { type: bubblewrap, working_dir: /srv }";

  it("changes if an executor with another one precedes the policy", async () => {
    expect(
      await changesOf(
        { policies: [within, executor], config: configOf("name: path") },
        { policies: [executor, within], config: configOf("name: path") },
      ),
    ).toEqual([
      'widening within-loosened show path: `within` was "data" and is "/srv/data"',
      'narrowing within-tightened show path: `within` was "data" and is "/srv/data"',
    ]);
  });

  it.each([
    ["confines", "/srv|/tmp", true],
    ["does not confine", "/.*", false],
  ])("changes with the call if a policy %s its directory", async (_title, pattern, isMoved) => {
    const config = configOf("name: folder, cwd: true", "name: path");
    const confined = rulesOf(`folder: { pattern: '${pattern}' }, path: { within: data }`);
    expect(await changesOf({ config, policies: [within] }, { config, policies: [confined] })).toEqual([
      ...(isMoved ? ['widening within-loosened show path: `within` was "data" and is "{cwd}/data"'] : []),
      "narrowing pattern-tightened show folder: `pattern` was added",
      ...(isMoved ? ['narrowing within-tightened show path: `within` was "data" and is "{cwd}/data"'] : []),
    ]);
  });

  it("is not shown for an absolute directory", async () => {
    const config = configOf("name: path");
    const absolute = rulesOf("path: { within: /srv/data }");
    expect(await changesOf({ config, policies: [absolute, executor] }, { config, policies: [executor, absolute] })).toEqual([]);
  });
});

describe("unknown arguments", () => {
  const REFUSE = "unknown_args: refuse";
  const versionOf = (keys: string, policy: string, risk = ""): Version => ({
    config: `name: fs\ncommand: fs\n${keys}\ntools: [{ name: show, description: Show a file${risk} }]\n`,
    policies: [policy],
  });
  const ofUnknown = async (old: Version, now: Version): Promise<readonly string[]> =>
    (await changesOf(old, now)).filter((change) => change.includes("unknown"));

  it.each<[string, Version, Version, readonly string[]]>([
    ["a policy", versionOf("", REFUSE), versionOf("", ""), ["widening unknown-arguments-ignored server: unknown arguments are ignored"]],
    ["a config", versionOf("", ""), versionOf(REFUSE, ""), ["narrowing unknown-arguments-refused cli fs: unknown arguments are rejected"]],
    [
      "the risk",
      versionOf("", "", ", risk: write"),
      versionOf("", "", ", risk: read"),
      ["widening unknown-arguments-ignored show: unknown arguments are ignored"],
    ],
    ["no change of risk, because they remain ignored", versionOf("", ""), versionOf("", "", ", risk: read"), []],
    ["no change of policy, because the config rejects them", versionOf(REFUSE, REFUSE), versionOf(REFUSE, ""), []],
    ["no change of config, because the policy rejects them", versionOf(REFUSE, REFUSE), versionOf("", REFUSE), []],
    ["no change of config for tools that write", versionOf(REFUSE, "", ", risk: write"), versionOf("", "", ", risk: write"), []],
  ])("are reported for %s", async (_title, old, now, want) => {
    expect(await ofUnknown(old, now)).toEqual(want);
  });
});
