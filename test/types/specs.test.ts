/** Tests that an interface and a table that disagree do not compile. The tests compile edits of generated modules. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedProject } from "../emit/golden-cases.ts";
import { root, typeCheck } from "../emit/type-check.ts";
import { textOf } from "../golden-archive.ts";

const git = textOf(expectedProject("one-config"), "src/clis/git.ts");
const everyKey = textOf(expectedProject("every-key"), "src/clis/every-key.ts");

const words = textOf(expectedProject("argument-words"), "src/clis/media.ts");

const handbook = textOf(expectedProject("directive-mixed"), "src/directives/handbook.ts");

/** Title, module, text in it, replacement. */
type Edit = readonly [title: string, module: string, found: string, replaced: string];

const wrongSpecs: readonly Edit[] = [
  ["an argument that is missing in the table", git, '    format: { type: "string", flag: "--format=", enum: ["oneline", "full"] },\n', ""],
  ["an argument that is missing in the interface", git, '  format?: "oneline" | "full";\n', ""],
  ["an argument of a tool without arguments", git, "  args: {},", '  args: { all: { type: "boolean" } },'],
  ["a misspelled argument", git, "    max_count: {", "    max_cuont: {"],
  ["a text in the interface that is a number in the table", git, "max_count?: number", "max_count?: string"],
  ["a boolean in the table that is a number in the interface", git, 'type: "integer"', 'type: "boolean"'],
  ["an unknown type", git, 'type: "integer"', 'type: "int"'],
  ["a required argument that the table does not require", git, "required: true, positional", "positional"],
  ["a required argument that the interface does not require", git, "revision: string", "revision?: string"],
  ["an optional argument that the table requires", git, 'format: { type: "string",', 'format: { type: "string", required: true,'],
  ["an enum value that the interface does not have", git, 'enum: ["oneline", "full"]', 'enum: ["oneline", "ful"]'],
  ["an enum that is missing in the table", git, ', enum: ["oneline", "full"]', ""],
  ["an enum that is missing in the interface", git, '"oneline" | "full"', "string"],
  ["a default of another type", git, "default: 10", 'default: "10"'],
  ["a default outside the enum", git, 'enum: ["oneline", "full"]', 'enum: ["oneline", "full"], default: "short"'],
  ["an unknown key", git, 'flag: "-n"', 'flags: "-n"'],
  ["an unknown risk", git, 'risk: "read"', 'risk: "reads"'],
  ["a tool without a command", git, '  command: [...cli.command, "log"],\n', ""],
  ["a base command that is not that of a CLI", git, "...cli.command", "...cli.program"],
  ["a tool that is missing in the record", git, "  git_show,\n", ""],
  ["a tool without an interface", git, "  git_show,\n", "  git_show,\n  git_shown: git_show,\n"],
  ["a CLI without a base command", git, '  command: ["git"],\n', ""],
  ["a list in the table that is one value in the interface", everyKey, "levels?: readonly number[]", "levels?: number"],
  ["one value in the table that is a list in the interface", everyKey, 'flag: "--level", repeat: true', 'flag: "--level"'],
  ["a single default for a list argument", everyKey, "default: [1, 2]", "default: 1"],
  ["a default with an item outside the enum", everyKey, 'default: ["safe"]', 'default: ["slow"]'],
  ["a map in the table that is a text in the interface", words, "meta?: Readonly<Record<string, string>>", "meta?: string"],
  ["a text in the table that is a map in the interface", words, 'meta: { type: "map"', 'meta: { type: "string"'],
  ["a default of a map that is a text", words, 'default: { a: "b" }', 'default: "a=b"'],
  ["an optional value that is missing in the table", words, 'optional_value: true, enum: ["always"', 'enum: ["always"'],
  ["an optional value that is missing in the interface", words, 'color?: true | "always"', 'color?: "always"'],
  ["an integer outside the enum of the interface", words, "enum: [480, 720]", "enum: [480, 1080]"],
  ["a joined list that is one value in the interface", words, "streams?: readonly string[]", "streams?: string"],
  ["a relation that is not a list of lists", words, '[["url", "input"]]', '["url", "input"]'],
  ["a word of an order that is a number", words, '["-y"]', "[1]"],
  ["a number in an enum that is missing in the table", numbersOf("levels?: readonly (1 | 2)[]", ""), "", ""],
  ["a number in an enum that the interface does not have", numbersOf("levels?: readonly (1 | 2)[]", 'enum: ["1", "3"], '), "", ""],
];

const wrongDefinitions: readonly Edit[] = [
  ["an unknown handler", handbook, 'handler: "files.list"', 'handler: "file.list"'],
  ["a bundle without a file", handbook, 'handler: { bundle: "page template.md" }', "handler: {}"],
  ["a Directive tool without a schema", handbook, '  inputSchema: { type: "object" },\n', ""],
  ["a definition without its directory", handbook, '  root: "docs/handbook",\n', ""],
  ["a Directive tool that is missing in the record", handbook, "  handbook_read,\n", ""],
];

const rightSpecs: readonly Edit[] = [
  ["a generated module", git, "", ""],
  ["a generated module of a definition", handbook, "", ""],
  ["a module with every key", everyKey, "", ""],
  ["an enum of numbers", numbersOf("levels?: readonly (1 | 2)[]", 'enum: ["1", "2"], '), "", ""],
  ["a module with every form of words", words, "", ""],
];

function numbersOf(member: string, entry: string): string {
  return everyKey.replace("levels?: readonly number[]", member).replace('flag: "--level", ', `flag: "--level", ${entry}`);
}

const callsOf = (call: string, module = 0): string =>
  `import type { ToolArgs } from "./module-${module}.ts";\n` +
  'import type { TypedTools } from "@climax-gen/runtime/client";\n' +
  `export const call = (tools: TypedTools<ToolArgs>) => ${call};\n`;

const wrongCalls: readonly (readonly [title: string, call: string])[] = [
  ["an unknown tool", "tools.git_push()"],
  ["an unknown argument", "tools.git_log({ count: 3 })"],
  ["an argument of another type", 'tools.git_log({ max_count: "3" })'],
  ["a value outside the enum", 'tools.git_log({ format: "short" })'],
  ["a required argument that is missing", "tools.git_show({})"],
  ["no arguments if one is required", "tools.git_show()"],
  ["an argument for a tool without arguments", "tools.git_stash_list({ all: true })"],
];

const rightCalls: readonly (readonly [title: string, call: string])[] = [
  ["arguments of a tool", 'tools.git_log({ max_count: 3, format: "full" })'],
  ["no arguments if all are optional", "tools.git_log()"],
  ["a required argument", 'tools.git_show({ revision: "HEAD" })'],
  ["no arguments for a tool without arguments", "tools.git_stash_list()"],
];

const rightWordCalls: readonly (readonly [title: string, call: string])[] = [
  ["one of two exclusive arguments", 'tools.convert({ url: "u", output: "o", meta: { title: "t" }, height: 720 })'],
  ["the other of two exclusive arguments", 'tools.convert({ input: "i", output: "o" })'],
  ["the flag of an optional value", 'tools.select({ password: "p", color: true, level: 3 })'],
];

const wrongWordCalls: readonly (readonly [title: string, call: string])[] = [
  ["none of two exclusive arguments", 'tools.convert({ output: "o" })'],
  ["both of two exclusive arguments", 'tools.convert({ url: "u", input: "i", output: "o" })'],
  ["a map with a number", 'tools.convert({ url: "u", output: "o", meta: { title: 1 } })'],
  ["a number outside the enum", 'tools.convert({ url: "u", output: "o", height: 1 })'],
  ["an optional value outside the enum", 'tools.select({ password: "p", color: "auto" })'],
];

const wrongDirectiveCalls: readonly (readonly [title: string, call: string])[] = [
  ["a Directive tool without a required argument of its schema", "tools.handbook_read({})"],
  ["no arguments if the schema requires one", "tools.handbook_read()"],
  ["a value outside the schema's enum", 'tools.handbook_read({ path: "a", format: "rich" })'],
  ["a nested argument of another type", 'tools.handbook_read({ path: "a", filter: { all: [{ word: 5 }] } })'],
  ["a tuple with too many items", 'tools.handbook_read({ path: "a", pair: ["a", 1, 2] })'],
];

const rightDirectiveCalls: readonly (readonly [title: string, call: string])[] = [
  ["the required arguments of a schema", 'tools.handbook_read({ path: "a" })'],
  [
    "nested arguments of a schema",
    'tools.handbook_read({ path: "a", filter: { all: [{ word: "b" }] }, lines: { from: 1 }, "odd name": null })',
  ],
  ["no arguments for a schema that requires none", "tools.handbook_files()"],
  ["any arguments for a schema that names none", "tools.handbook_files({ anything: 1 })"],
];

const sources = new Map<string, string>();
const addEdit = ([title, module, found, replaced]: Edit): readonly [string, string] => {
  if (!module.includes(found)) throw new Error(`nothing to edit for ${title}`);
  return add(
    title,
    module.replace(found, () => replaced),
  );
};
const add = (title: string, text: string): readonly [string, string] => {
  const name = `module-${sources.size}.ts`;
  sources.set(name, text);
  return [title, name];
};
const onlyConstructor =
  'import type { TypedTools } from "@climax-gen/runtime/client";\n' +
  "export const call = (tools: TypedTools<{ build: { constructor?: string } }>) => tools.build();\n";
const openCall = (call: string): string =>
  'import type { TypedTools } from "@climax-gen/runtime/client";\n' +
  `export const call = (tools: TypedTools<{ open: { path: string; [k: string]: unknown } }>) => ${call};\n`;
const right = [
  ...rightSpecs.map(addEdit),
  ...rightCalls.map(([title, call]) => add(title, callsOf(call))),
  ...rightWordCalls.map(([title, call]) => add(title, callsOf(call, 4))),
  ...rightDirectiveCalls.map(([title, call]) => add(title, callsOf(call, 1))),
  add("nothing for an optional argument that every object has, but not as text", onlyConstructor),
  add("any arguments in addition to a required one", openCall('tools.open({ path: "a", other: 1 })')),
];
const wrong = [
  add("no arguments if one is required among any others", openCall("tools.open()")),
  ...wrongSpecs.map(addEdit),
  ...wrongDefinitions.map(addEdit),
  ...wrongDirectiveCalls.map(([title, call]) => add(title, callsOf(call, 1))),
  ...wrongWordCalls.map(([title, call]) => add(title, callsOf(call, 4))),
  ...wrongCalls.map(([title, call]) => add(title, callsOf(call))),
];

const folder = mkdtempSync(join(tmpdir(), "climax-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let output = "";
beforeAll(async () => {
  mkdirSync(join(folder, "src"));
  for (const [name, text] of sources) writeFileSync(join(folder, "src", name), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), readFileSync(join(root, "templates/tsconfig.json")));
  output = await typeCheck(folder);
});

const errorsIn = (name: string): readonly string[] => output.split("\n").filter((line) => line.startsWith(`src/${name}(`));

describe("a module that compiles", () => {
  it.each(right)("%s", (_, name) => expect(errorsIn(name)).toEqual([]));
});

describe("a module that does not compile", () => {
  it.each(wrong)("%s", (_, name) => {
    expect(errorsIn(name)).not.toEqual([]);
    // TS1000 to TS1999 are syntax errors, which mean that the edit is wrong.
    expect(errorsIn(name).filter((line) => /error TS1\d{3}:/.test(line))).toEqual([]);
  });

  it("is the only source of errors", () => {
    const places = output.split("\n").filter((line) => /^\S.*: error /.test(line));
    expect(places.filter((line) => !wrong.some(([, name]) => line.startsWith(`src/${name}(`)))).toEqual([]);
  });
});
