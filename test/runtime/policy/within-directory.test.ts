/** Tests `within` if the caller names the directory in which the program runs. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findViolations } from "../../../runtime/policy/find-violations.ts";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import type { Policy } from "../../../runtime/policy/policy.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import type { FlatCli } from "../../fixtures/tools.ts";
import { toolOf } from "./tools.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "climax-within-")));
afterAll(() => rmSync(top, { recursive: true }));

for (const folder of ["root/sub", "outside", "other/sub"]) mkdirSync(join(top, folder), { recursive: true });
for (const file of ["root/file", "root/sub/file", "outside/secret"]) writeFileSync(join(top, file), "");

describe("within, if the caller chooses the working directory", () => {
  const ARGS: readonly ToolArg[] = [
    { name: "dir", type: "string", cwd: true },
    { name: "path", type: "string" },
  ];
  const inTop = (path: string): string => join(top, path);
  const isAllowed = async (
    values: Readonly<Record<string, string>>,
    rules: Readonly<Record<string, ArgConstraint>>,
    cli: Partial<FlatCli> = {},
    args = ARGS,
  ): Promise<boolean> => {
    const tool = toolOf(args, {}, cli);
    const policy = toPolicy({ tools: { t: { args: rules } } });
    const directory = values["dir"] ?? cli.working_dir ?? ".";
    return (
      (await findViolations(tool, { values: new Map(Object.entries(values)), policies: [policy], workingDirectory: directory })).length ===
      0
    );
  };

  it("a directory that the caller chooses freely does not move the root directory", async () => {
    const cli = { working_dir: inTop("root") };
    expect(await isAllowed({ dir: inTop("outside"), path: "secret" }, { path: { within: "." } }, cli)).toBe(false);
    expect(await isAllowed({ dir: inTop("root/sub"), path: "file" }, { path: { within: "." } }, cli)).toBe(true);
    expect(await isAllowed({ path: "file" }, { path: { within: "." } }, cli)).toBe(true);
  });

  it("a directory that a policy confines moves the root directory", async () => {
    const rules = { dir: { within: inTop("root") }, path: { within: "." } };
    expect(await isAllowed({ dir: inTop("root/sub"), path: "file" }, rules)).toBe(true);
    expect(await isAllowed({ dir: inTop("root/sub"), path: inTop("root/file") }, rules)).toBe(false);
    expect(await isAllowed({ dir: inTop("outside"), path: "secret" }, rules)).toBe(false);
  });

  it.each<[string, ArgConstraint]>([
    ["pattern", { pattern: ".*/outside" }],
    ["list", { one_of: [inTop("outside")] }],
    ["value", { equals: inTop("outside") }],
    ["folder", { within: inTop("outside") }],
  ])("a later policy does not move the root directory of an earlier one by a %s for the directory", async (_title, rule) => {
    const toPolicyOf = (args: Readonly<Record<string, ArgConstraint>>): Policy => toPolicy({ tools: { t: { args } } });
    const [early, late] = [toPolicyOf({ path: { within: "." } }), toPolicyOf({ dir: rule })];
    const values = new Map([
      ["dir", inTop("outside")],
      ["path", "secret"],
    ]);
    const checkUnder = async (...policies: readonly Policy[]): Promise<readonly string[]> => {
      const violations = await findViolations(toolOf(ARGS, {}, { working_dir: inTop("root") }), {
        values,
        policies,
        workingDirectory: inTop("outside"),
      });
      return violations.map(({ message }) => message.replaceAll(top, "TOP"));
    };
    const refusal = ["Argument 'path': value 'secret' is not inside '.'"];
    expect(await checkUnder(early)).toEqual(refusal);
    expect(await checkUnder(early, late)).toEqual(refusal);
    expect(await checkUnder(late, early)).toEqual([]);
  });

  it.each<[string, ArgConstraint]>([
    ["pattern that matches every folder", { pattern: ".*" }],
    ["pattern that matches every absolute path", { pattern: "/.*" }],
    ["pattern that matches every name", { pattern: "[\\w/.-]*", max_length: 4000 }],
    ["folder that is the whole system", { within: "/" }],
    ["folder that is the whole system in another notation", { within: "//usr/.." }],
  ])("a %s does not confine the directory", async (_title, rule) => {
    const cli = { working_dir: inTop("root") };
    const rules = { dir: rule, path: { within: "." } };
    expect(await isAllowed({ dir: "/etc", path: "hostname" }, rules, cli)).toBe(false);
    expect(await isAllowed({ dir: inTop("root"), path: "file" }, rules, cli)).toBe(true);
  });

  it.each<[string, string, string, string]>([
    ["below another", "/[^/]+/.+", inTop("outside"), "secret"],
    ["two levels below another", "/[^/]+/[^/]+/.+", inTop("outside"), "secret"],
    ["at the top", "/[^/]+", "/etc", "hostname"],
  ])("a pattern that matches every directory %s does not confine the directory", async (_title, pattern, dir, path) => {
    const rules = { dir: { pattern }, path: { within: "." } };
    const cli = { working_dir: inTop("root") };
    expect(await isAllowed({ dir, path }, rules, cli)).toBe(false);
    expect(await isAllowed({ dir, path: inTop("root/file") }, rules, cli)).toBe(true);
  });

  it("a pattern that matches the root directory does not confine the directory", async () => {
    const rules = { dir: { pattern: "/" }, path: { within: "." } };
    expect(await isAllowed({ dir: "/", path: "etc/hostname" }, rules, { working_dir: inTop("root") })).toBe(false);
  });

  it("a pattern does not confine a directory with the part '..'", async () => {
    const rules = { dir: { pattern: `${top}/(root|outside)/.*` }, path: { within: "." } };
    const cli = { working_dir: inTop("root") };
    expect(await isAllowed({ dir: inTop("root/sub"), path: "file" }, rules, cli)).toBe(true);
    expect(await isAllowed({ dir: inTop("outside/"), path: "secret" }, rules, cli)).toBe(true);
    expect(await isAllowed({ dir: `${top}/root/../outside`, path: "secret" }, rules, cli)).toBe(false);
    expect(await isAllowed({ dir: `${top}/root/../../../../../etc`, path: "hostname" }, rules, cli)).toBe(false);
  });

  it("a default directory moves the root directory", async () => {
    const args = ARGS.map((arg) => (arg.cwd ? { ...arg, default: inTop("other") } : arg));
    expect(await isAllowed({ dir: inTop("other"), path: "sub/new" }, { path: { within: "sub" } }, {}, args)).toBe(true);
    expect(await isAllowed({ dir: inTop("root"), path: "sub/new" }, { path: { within: "sub" } }, {}, args)).toBe(false);
  });

  it("a relative `within` of the working directory is resolved against the server's directory", async () => {
    const dir = relative(process.cwd(), inTop("root/sub"));
    const rules = { dir: { within: relative(process.cwd(), inTop("root")) } };
    expect(dir.startsWith("..")).toBe(true);
    expect(await isAllowed({ dir: inTop("root/sub") }, rules)).toBe(true);
    expect(await isAllowed({ dir: inTop("outside") }, rules)).toBe(false);
    expect(await isAllowed({ dir: "test" }, { dir: { within: "test" } })).toBe(true);
    expect(await isAllowed({ dir: "runtime" }, { dir: { within: "test" } })).toBe(false);
  });
});
