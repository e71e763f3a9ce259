/** The typed client in an editor: TypeScript's language service over a generated project. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { expectedProject } from "../emit/golden-cases.ts";
import { root } from "../emit/type-check.ts";
import { textOf } from "../golden-archive.ts";

const files = new Map([
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
  paths: { "#runtime": [join(root, "runtime/generated-project.ts")], "#runtime/client": [join(root, "runtime/client.ts")] },
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

/** Puts a call into the editor; `|` marks the cursor. */
function edit(call: string): number {
  const head =
    'import type { ToolArgs } from "./git.ts";\nimport type { TypedTools } from "#runtime/client";\nexport const call = (tools: TypedTools<ToolArgs>) => ';
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

  it("accepts a call that fits, and names the argument of a misspelt one", () => {
    expect(errors("tools.git_log({ max_count: 3 })|")).toEqual([]);
    expect(errors("tools.git_log({ max_cuont: 3 })|")).toEqual([expect.stringContaining("'max_count'")]);
    expect(errors("tools.git_lgo()|")).toEqual([expect.stringContaining("'git_log'")]);
  });
});
