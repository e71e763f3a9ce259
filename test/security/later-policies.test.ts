/** Tests that no later policy allows a call that an earlier policy rejects. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { displayedFolder } from "../../runtime/command-line/command-line.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { findEscape } from "../../runtime/policy/within.ts";
import type { ArgConstraint } from "../../runtime/constraint/arg-constraint.ts";
import type { AnyPolicySpec, ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import { combineExecution } from "../../runtime/executor/this-machine.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { commandOf, toCommandTool } from "../fixtures/tools.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "climax-later-")));
afterAll(() => rmSync(top, { recursive: true }));
const [data, other] = [join(top, "data"), join(top, "other")];
for (const folder of ["data/sub", "other/sub"]) mkdirSync(join(top, folder), { recursive: true });
for (const file of ["data/file", "data/sub/file", "other/file", "other/secret"]) writeFileSync(join(top, file), "");
symlinkSync("../other", join(data, "out"));

const toTool = (workingDir: string | undefined): Tool =>
  toCommandTool({
    name: "t",
    description: "",
    command: [],
    args: [
      { name: "path", type: "string", positional: true },
      { name: "dir", type: "string", cwd: true },
    ],
    cli: {
      name: "c",
      description: "",
      command: ["cat"],
      global_args: [],
      tool_count: 1,
      ...(workingDir !== undefined && { working_dir: workingDir }),
    },
  });

const folder = fc.constantFrom(data, other, join(data, "sub"), "/etc", "/");
const constraint: fc.Arbitrary<ArgConstraint> = fc.oneof(
  fc.record({ within: fc.constantFrom(".", "sub", "..", "/", data, other) }),
  fc.record({ pattern: fc.constantFrom(".*", "/.*", "[a-z]+", ".*/other") }),
  fc.record({ one_of: fc.constant([data, other, "file", "secret"]) }),
);
const executor: fc.Arbitrary<ExecutorSpec> = fc.oneof(
  fc.constant<ExecutorSpec>({ type: "local" }),
  fc.record({ type: fc.constant("bubblewrap" as const), working_dir: folder }, { requiredKeys: ["type"] }),
  fc.record(
    {
      type: fc.constant("docker" as const),
      image: fc.constant("i"),
      working_dir: folder,
      volumes: fc.subarray([`${data}:${data}`, `${other}:${data}`, `${other}:/work`]),
    },
    { requiredKeys: ["type", "image"] },
  ),
);
const policy: fc.Arbitrary<AnyPolicySpec> = fc
  .record({ executor, path: constraint, dir: constraint }, { requiredKeys: [] })
  .map(({ executor: where, path, dir }) => ({
    default: "enabled",
    tools: { t: { args: { ...(path && { path }), ...(dir && { dir }) } } },
    ...(where && { executor: where }),
  }));
const given = fc.record(
  {
    path: fc.constantFrom("file", "secret", "sub/file", "out/file", "hostname", ".", join(data, "file"), join(other, "secret")),
    dir: fc.constantFrom(data, other, join(data, "sub"), "/etc", ""),
  },
  { requiredKeys: ["path"] },
);

/** `undefined` if a server with these policies does not start. */
async function isAllowed(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  embedded: readonly AnyPolicySpec[],
  launch: readonly AnyPolicySpec[],
): Promise<boolean | undefined> {
  const policies = { embedded: embedded.map(toPolicy), launch: launch.map(toPolicy) };
  const combined = combineExecution(policies, {});
  if (combined.kind === "refused") return undefined;
  const { execution } = combined;
  const all = [...policies.embedded, ...policies.launch];
  const surroundings = { env: {}, policies: all, execution, directory: "/", findEscape, fileFolder: displayedFolder };
  return (await prepareCall({ tool, given: args }, surroundings)).kind === "ready";
}

/** Returns the file that a local or bubblewrap command opens. */
const targetOf = (tool: Tool, { path, dir }: { path: string; dir?: string }, last: ExecutorSpec | undefined): string => {
  const own = last !== undefined && last.type === "bubblewrap" ? last.working_dir : undefined;
  return join(path.startsWith("/") ? "/" : dir || (own ?? commandOf(tool).program.working_dir ?? process.cwd()), path);
};

describe("a later policy", () => {
  it("allows no file that an earlier policy rejects", async () => {
    let narrowed = 0;
    let runs = 0;
    const property = fc.asyncProperty(
      fc.constantFrom(undefined, data, other),
      given,
      fc.array(policy, { minLength: 1, maxLength: 2 }),
      policy,
      fc.boolean(),
      async (workingDir, args, earlier, later, isBaked) => {
        const tool = toTool(workingDir);
        const after = await (isBaked ? isAllowed(tool, args, [...earlier, later], []) : isAllowed(tool, args, earlier, [later]));
        if (after !== true) return void (narrowed += 1);
        runs += 1;
        const executors = [...earlier, later].map((one) => one.executor);
        const last = executors.find((one) => one !== undefined && one.type === "bubblewrap" && one.working_dir !== undefined);
        // The same file, by a path that does not depend on a directory.
        const target = targetOf(tool, args, last);
        if (executors.some((one) => one?.type === "docker")) return;
        for (const { tools } of earlier) {
          const within = Object.entries(tools["t"]?.args ?? {}).find(([name]) => name === "path")?.[1].within;
          if (within === undefined) continue;
          const before = await isAllowed(tool, { ...args, path: target }, earlier.map(onlyWithin), []);
          expect({ target, within, before }).toEqual({ target, within, before: true });
        }
      },
    );
    await fc.assert(property, { numRuns: 2000 });
    // Otherwise, the property would be vacuous.
    expect([runs > 100, narrowed > 100]).toEqual([true, true]);
  });

  it.each<[string, ExecutorSpec]>([
    ["bubblewrap", { type: "bubblewrap", working_dir: "/etc" }],
    ["docker", { type: "docker", image: "i", working_dir: "/etc" }],
  ])("with an executor %s does not move the directory of an earlier one", async (_title, where) => {
    const within: AnyPolicySpec = { tools: { t: { args: { path: { within: "." } } } } };
    const moving: AnyPolicySpec = { default: "enabled", tools: {}, executor: where };
    const tool = toTool(data);
    expect(await isAllowed(tool, { path: "hostname" }, [within], [moving])).toBe(false);
    expect(await isAllowed(tool, { path: "hostname" }, [within, moving], [])).toBe(false);
    expect(await isAllowed(tool, { path: join(data, "file") }, [within], [moving])).toBe(true);
    expect(await isAllowed(tool, { path: "hostname" }, [moving], [within])).toBe(true);
    expect(await isAllowed(tool, { path: "hostname" }, [{ ...within, executor: where }], [])).toBe(true);
  });
});

/** `path` is absolute, so that constraints on its text do not apply to the file. */
function onlyWithin(spec: AnyPolicySpec): AnyPolicySpec {
  const { within } = Object.entries(spec.tools["t"]?.args ?? {}).find(([name]) => name === "path")?.[1] ?? {};
  const dir = Object.entries(spec.tools["t"]?.args ?? {}).find(([name]) => name === "dir")?.[1];
  return { ...spec, tools: { t: { args: { ...(dir && { dir }), ...(within !== undefined && { path: { within } }) } } } };
}
