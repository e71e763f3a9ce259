/** Tests the typed client in an editor, with TypeScript's language service over a generated project. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { emitProject } from "../../generator/emit/emit-project.ts";
import { templateNames } from "../../generator/emit/project-files.ts";
import { readTemplates } from "../../generator/host/own-package.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { expectedProject } from "../emit/golden-cases.ts";
import { root } from "../emit/type-check.ts";
import { textOf } from "../golden-archive.ts";

/** A tool with a map, an optional value, an enum with words, an enum of numbers, and two arguments of which exactly one is given. */
const KEYS = `name: keys
command: keys
tools:
  - name: keys_run
    description: Run
    exactly_one: [[file, text]]
    args:
      - { name: file }
      - { name: text }
      - { name: define, type: map }
      - { name: color, optional_value: true }
      - { name: merge, enum: { squash: --squash, rebase: [--rebase, --quiet] } }
      - { name: level, type: integer, enum: [1, 2] }
      - { name: ids, repeat: once }
      - { name: fields, join: "," }
`;

const checked = await checkInputs([{ path: "keys.yaml", bytes: Buffer.from(KEYS) }]);
const emitted = await emitProject(resolveModel(checked.configs, {}), readTemplates(templateNames));

const files = new Map([
  ["/project/keys.ts", emitted.get("src/clis/keys.ts")],
  ["/project/git.ts", textOf(expectedProject("one-config"), "src/clis/git.ts")],
  ["/project/main.ts", ""],
]);

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  types: [],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  paths: {
    "@climax-gen/runtime": [join(root, "runtime/index.ts")],
    "#runtime": [join(root, "runtime/generated-project.ts")],
    "#runtime/client": [join(root, "runtime/client.ts")],
  },
};

interface TypeScriptLibraries {
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[];
}

/** The standard library of the compiler in ts-morph, which differs from that of the installed TypeScript. */
const fromTsMorph = createRequire(createRequire(import.meta.url).resolve("ts-morph"));
const libraries = new Map(
  (fromTsMorph("@ts-morph/common") as TypeScriptLibraries).getLibFiles().map(({ fileName, text }) => [`/lib/${fileName}`, text]),
);

let version = 0;
const read = (path: string): string | undefined => {
  if (files.has(path)) return files.get(path);
  if (libraries.has(path)) return libraries.get(path);
  return path.startsWith(join(root, "runtime")) ? ts.sys.readFile(path) : undefined;
};
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [...files.keys()],
  getScriptVersion: (path) => (path === "/project/main.ts" ? String(version) : "0"),
  getScriptSnapshot: (path) => {
    const text = read(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => "/project",
  getDefaultLibFileName: () => "/lib/lib.es2022.d.ts",
  fileExists: (path) => read(path) !== undefined,
  readFile: read,
});

/** Enters a call in the editor. `|` marks the cursor. */
function edit(call: string): number {
  const head =
    'import type { ToolArgs } from "./git.ts";\nimport type { ToolArgs as KeysArgs } from "./keys.ts";\nimport type { TypedTools } from "#runtime/client";\nexport const call = (tools: TypedTools<ToolArgs & KeysArgs>) => ';
  files.set("/project/main.ts", `${head}${call.replace("|", "")};\n`);
  version += 1;
  return head.length + call.indexOf("|");
}

function hover(call: string): string {
  const info = service.getQuickInfoAtPosition("/project/main.ts", edit(call));
  return ts.displayPartsToString(info?.documentation);
}

function errors(call: string): readonly string[] {
  edit(call);
  return service.getSemanticDiagnostics("/project/main.ts").map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("the typed client in an editor", () => {
  it("shows the description of an argument", () => {
    expect(hover("tools.git_log({ |max_count: 3 })")).toBe("Limit number of commits to show");
  });

  it("completes the names of arguments", () => {
    const position = edit("tools.git_log({ | })");
    const names = service.getCompletionsAtPosition("/project/main.ts", position, {})?.entries.map(({ name }) => name);
    expect(names).toEqual(["format", "max_count"]);
  });

  it("accepts a valid call, and reports a misspelled argument", () => {
    expect(errors("tools.git_log({ max_count: 3 })|")).toEqual([]);
    expect(errors("tools.git_log({ max_cuont: 3 })|")).toEqual([expect.stringContaining("'max_count'")]);
    expect(errors("tools.git_lgo()|")).toEqual([expect.stringContaining("'git_log'")]);
  });
});

describe("the typed client of a config with maps, optional values and relations", () => {
  it.each([
    'tools.keys_run({ file: "a", define: { A: "b" }, color: true, merge: "rebase", level: 2, ids: ["x"], fields: ["y"] })',
    'tools.keys_run({ text: "a", color: "auto" })',
  ])("accepts %s", (call) => {
    expect(errors(`${call}|`)).toEqual([]);
  });

  it.each([
    "tools.keys_run({})",
    "tools.keys_run()",
    'tools.keys_run({ file: "a", text: "b" })',
    'tools.keys_run({ file: "a", define: "A=b" })',
    'tools.keys_run({ file: "a", define: { A: 1 } })',
    'tools.keys_run({ file: "a", color: 1 })',
    'tools.keys_run({ file: "a", merge: "--squash" })',
    'tools.keys_run({ file: "a", level: 3 })',
    'tools.keys_run({ file: "a", ids: "x" })',
    'tools.keys_run({ file: "a", fields: "x" })',
  ])("rejects %s", (call) => {
    expect(errors(`${call}|`)).not.toEqual([]);
  });
});
