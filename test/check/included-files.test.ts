/** Tests files that configs and policies include, read from disk. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CheckedInputs, checkInputs } from "../../generator/check-inputs.ts";
import { readInputs } from "../../generator/host/inputs.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-gen-includes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = "command: git\ntools: [{ name: git_log, description: Show commits, command: log }]\n";

let number = 0;

/** Writes files to a new directory, and checks `git.yaml` and, if it is one of them, `policy.yaml`. */
async function check(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): Promise<CheckedInputs> {
  const place = join(folder, String(number++));
  mkdirSync(place);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(place, name));
  const policy = "policy.yaml" in files ? [join(place, "policy.yaml")] : [];
  const { files: inputs, policies } = readInputs([join(place, "git.yaml")], policy);
  const checked = await checkInputs(inputs, { policies });
  return { ...checked, included: checked.included.map((path) => path.slice(place.length + 1)) };
}

const codesOf = ({ diagnostics }: CheckedInputs): readonly string[] => diagnostics.map(({ code }) => code);

describe("included files", () => {
  it.each<[kind: string, files: Readonly<Record<string, string>>]>([
    [
      "fragment",
      { "git.yaml": `${CONFIG}include: [shared.yaml, link.yaml]\n`, "shared.yaml": "kind: fragment\ndefaults: { timeout: 5 }\n" },
    ],
    [
      "policy",
      { "git.yaml": CONFIG, "policy.yaml": "include: [shared.yaml, link.yaml]\n", "shared.yaml": "kind: policy\ntools: { git_log: {} }\n" },
    ],
  ])("read a %s once that has two names", async (_kind, files) => {
    const checked = await check(files, { "link.yaml": "shared.yaml" });
    expect(codesOf(checked)).toEqual([]);
    expect(checked.policies.map(({ document }) => document.source.path.split("/").at(-1))).toEqual(
      "policy.yaml" in files ? ["shared.yaml", "policy.yaml"] : [],
    );
  });

  it.each<[kind: string, files: Readonly<Record<string, string>>]>([
    ["fragment", { "git.yaml": `${CONFIG}include: [shared.yaml]\n`, "shared.yaml": "kind: fragment\ninclude: [link.yaml]\n" }],
    ["policy", { "git.yaml": CONFIG, "policy.yaml": "include: [shared.yaml]\n", "shared.yaml": "kind: policy\ninclude: [link.yaml]\n" }],
  ])("report a %s that includes itself by another name", async (_kind, files) => {
    expect(codesOf(await check(files, { "link.yaml": "shared.yaml" }))).toEqual(["include-cycle"]);
  });

  it.each<[title: string, shared: string, code: string]>([
    ["has a syntax error", "kind: fragment\narg_groups: { g: [{ name: a ] }\n", "yaml-unclosed"],
    ["has a misspelled key", "kind: fragment\narg_group: { g: [{ name: a }] }\n", "unknown-key"],
    ["has another kind", "arg_groups: { g: [{ name: a }] }\n", "include-kind"],
    ["lacks the group", "kind: fragment\n", "unknown-group"],
    ["has a group of another type", "kind: fragment\narg_groups: { g: a }\n", "wrong-type"],
  ])("give one diagnostic if a tool names arguments of a fragment that %s", async (_title, shared, code) => {
    const tool = "name: t, description: d, at_most_one: [[a, b]], args: [{ use: g }, { name: b }]";
    const checked = await check({ "git.yaml": `command: git\ninclude: [shared.yaml]\ntools: [{ ${tool} }]\n`, "shared.yaml": shared });
    expect(codesOf(checked)).toEqual([code]);
  });

  it.each<[title: string, shared: Readonly<Record<string, string>>]>([
    ["has an error", { "shared.yaml": "kind: policy\ntools: []\n" }],
    ["does not exist", {}],
  ])("are listed for --watch if a file that a policy includes %s", async (_title, shared) => {
    const checked = await check({ "git.yaml": CONFIG, "policy.yaml": "include: [shared.yaml]\n", ...shared });
    expect(checked.included).toEqual(["shared.yaml"]);
  });

  it.each(["git.yaml", "policy.yaml"])("have relative paths with `/` in %s", async (name) => {
    const files = { "git.yaml": CONFIG, "policy.yaml": "kind: policy\ntools: { git_log: {} }\n" };
    const path = String.raw`sub\shared.yaml`;
    expect(codesOf(await check({ ...files, [name]: `${files[name as keyof typeof files]}include: ['${path}']\n` }))).toEqual([
      "include-absolute",
    ]);
  });
});
