/** Tests that a policy that does not fit the arguments of the tools does not compile. The tests compile edits of a generated policy. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedProject } from "../emit/golden-cases.ts";
import { typeCheck } from "../emit/type-check.ts";
import { extract, textOf } from "../golden-archive.ts";

const project = expectedProject("policy");
const policy = textOf(project, "src/policy.ts");

/** Tools of a server: one tool and one argument have names of Object.prototype. */
const inherited =
  "{ toString: { all?: boolean }; git_fetch: { valueOf?: number; other?: string; vars?: Readonly<Record<string, string>>; color?: true | string } }";
const withInherited = (rules: string): string =>
  'import type { PolicySpec } from "@climax-gen/runtime";\n' +
  `interface ToolArgs ${inherited}\nexport const policy = { tools: ${rules} } as const satisfies PolicySpec<ToolArgs>;\n`;

/** Title, text in the policy, replacement. */
type Edit = readonly [title: string, found: string, replaced: string];

const right: readonly Edit[] = [
  ["a generated policy", "", ""],
  ["a tool without rules", "      git_fetch: {\n        confirm: true,\n      },\n", "      git_fetch: {},\n"],
  ["a policy without an executor", policy.slice(policy.indexOf("  executor"), policy.indexOf("  env")), ""],
  ["every constraint of text", "{ max_length: 200,", '{ pattern: "a", deny_pattern: "b", one_of: ["a"], max_length: 200,'],
  ["every constraint of a number", "{ max: 52.5 }", "{ min: 1, max: 52.5, one_of: [1, 2.5], equals: 2, required: true, message: 'm' }"],
  ["a boolean that is fixed", policy, withInherited("{ toString: { args: { all: { equals: false, forbid: true } } } }")],
  [
    "constraints on the texts of a map",
    policy,
    withInherited('{ git_fetch: { args: { vars: { pattern: "a", deny_pattern: "b", max_length: 3, one_of: ["a"], required: true } } } }'),
  ],
  [
    "constraints on the text of an optional value",
    policy,
    withInherited('{ git_fetch: { args: { color: { pattern: "a", one_of: ["a"], equals: "a", forbid: true } } } }'),
  ],
  ["no rule for a tool with a name of Object.prototype", policy, withInherited("{ git_fetch: { confirm: true } }")],
  [
    "no rule for an argument with a name of Object.prototype",
    policy,
    withInherited('{ git_fetch: { args: { other: { pattern: "a" } } } }'),
  ],
  [
    "rules for a tool and an argument with names of Object.prototype",
    policy,
    withInherited("{ toString: { confirm: true }, git_fetch: { args: { valueOf: { max: 3 } } } }"),
  ],
];

const wrong: readonly Edit[] = [
  ["a constraint on a tool that does not exist", "    git_fetch: {", "    git_fetched: {"],
  ["a constraint on an argument that does not exist", "max_count: { min", "max_cuont: { min"],
  ["a constraint on an argument of a tool without arguments", "confirm: true", 'args: { all: { pattern: "x" } }'],
  ["`equals` with a text for a number", "{ min: 1, max: 100 }", '{ equals: "1" }'],
  ["a limit for a boolean", policy, withInherited("{ toString: { args: { all: { max: 3 } } } }")],
  ["a largest value for a map", policy, withInherited("{ git_fetch: { args: { vars: { max: 3 } } } }")],
  ["a smallest value for an optional value that is text", policy, withInherited("{ git_fetch: { args: { color: { min: 3 } } } }")],
  ["a glob, which generated policies do not have", policy, withInherited('{ "git_*": { confirm: true } }')],
  [
    "a level of `approval`, which generated policies do not have",
    "export const policies: readonly AnyPolicySpec[] = [\n  {\n",
    'export const policies: readonly AnyPolicySpec[] = [\n  {\n    approval: { global: "all" },\n',
  ],
  ["a pattern for a number", "{ min: 1, max: 100 }", '{ pattern: "[0-9]+" }'],
  ["a length for a number", "{ min: 1, max: 100 }", "{ max_length: 3 }"],
  ["a folder for a number", "{ min: 1, max: 100 }", '{ within: "/" }'],
  ["a smallest value for text", 'pattern: "[', 'min: 1, pattern: "['],
  ["a largest value for each text of a list", "max_length: 200", "max: 200"],
  ["a limit that is text", "min: 1", 'min: "1"'],
  ["a length that is text", "max_length: 200", 'max_length: "200"'],
  ["a value outside the enum", '["oneline", "short"]', '["oneline", "shrt"]'],
  ["a text among the values of a number", "{ max: 52.5 }", '{ one_of: [1, "2"] }'],
  ["a number among the values of a text", "max_length: 200", "one_of: [1]"],
  ["a key that no constraint has", "max_length: 200", "max_len: 200"],
  ["a key that no tool has", "confirm: true", "ask: true"],
  ["a key that no policy has", '  default: "disabled"', '  defaults: "disabled"'],
  ["an unknown default", '"disabled"', '"deny"'],
  ["docker without an image", '    image: "alpine/git:2.45",\n', ""],
  ["a key of another executor", "read_only: true", 'writable: ["/"]'],
  ["an unknown limit", "max_queue", "max_queues"],
  ["a key that no tool has, in a tool with a name of Object.prototype", policy, withInherited("{ toString: { ask: true } }")],
  [
    "a pattern for a number with a name of Object.prototype",
    policy,
    withInherited('{ git_fetch: { args: { valueOf: { pattern: "a" } } } }'),
  ],
  ["a policy without tools", policy.slice(policy.indexOf("    tools"), policy.indexOf("  },\n] as const")), ""],
];

const folder = mkdtempSync(join(tmpdir(), "climax-policy-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const edits = [...right, ...wrong].map(([title, found, replaced], place) => {
  if (!policy.includes(found)) throw new Error(`nothing to edit for ${title}`);
  return { title, name: `policy-${place}.ts`, text: policy.replace(found, () => replaced) };
});
const nameOf = (title: string): string => edits.find((edit) => edit.title === title)?.name ?? "";

let output = "";
beforeAll(async () => {
  extract(project, folder);
  for (const { name, text } of edits) writeFileSync(join(folder, "src", name), text);
  output = await typeCheck(folder);
});

const errorsIn = (name: string): readonly string[] => output.split("\n").filter((line) => line.startsWith(`src/${name}(`));

describe("a policy that compiles", () => {
  it.each(right)("%s", (title) => expect(errorsIn(nameOf(title))).toEqual([]));
});

describe("a policy that does not compile", () => {
  it.each(wrong)("%s", (title) => {
    expect(errorsIn(nameOf(title))).not.toEqual([]);
    // TS1000 to TS1999 are syntax errors, which mean that the edit is wrong.
    expect(errorsIn(nameOf(title)).filter((line) => /error TS1\d{3}:/.test(line))).toEqual([]);
  });

  it("is the only source of errors", () => {
    const places = output.split("\n").filter((line) => /^\S.*: error /.test(line));
    expect(places.filter((line) => !wrong.some(([title]) => line.startsWith(`src/${nameOf(title)}(`)))).toEqual([]);
  });
});
