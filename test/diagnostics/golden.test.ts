/** Each folder of `test/golden/diagnostics`: inputs with mistakes, and what is printed about them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { checkQueries } from "../../generator/check/check-queries.ts";
import type { CheckedConfig } from "../../generator/check/config.ts";
import { codes, type DiagnosticCode } from "../../generator/diagnostics/codes.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { readInputs } from "../../generator/host-inputs.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { namesOf } from "../../generator/search/searchable.ts";

const ROOT = fileURLToPath(new URL("../golden/diagnostics/", import.meta.url));

/** `case.json`, where a case is more than the YAML files of its folder. */
interface Case {
  /** What a user names. Default: every YAML file of the folder. */
  readonly inputs?: readonly string[];
  /** The file, or files, that a user gives with `--policy`. */
  readonly policy?: string | readonly string[];
  /** The file that a user gives with `search --golden`. */
  readonly queries?: string;
  /** Files that do not belong into a repository, made in a temporary folder: text that is repeated, or links. */
  readonly make?: Readonly<Record<string, { readonly text: string; readonly times: number } | { readonly link: string }>>;
  /** Diagnostics of stages that are not run here, with the details of their messages. */
  readonly say?: readonly { readonly code: DiagnosticCode; readonly path: string; readonly details?: unknown }[];
}

const folders = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const started = process.cwd();
const temporary: string[] = [];

afterEach(() => {
  process.chdir(started);
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true });
});

describe("the golden diagnostics", () => {
  it.each(folders)("of %s are what is printed", async (folder) => {
    const printed = formatDiagnostics(await collect(folder));
    const expected = join(ROOT, folder, "expected.stderr");
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(expected, printed);
    expect(printed).toBe(readFileSync(expected, "utf8"));
  });

  it.each(folders)("of %s are about the code that the folder is named for", (folder) => {
    const [code = ""] = folder.split(".", 1);
    if (code === "several") return;
    expect(Object.keys(codes)).toContain(code);
    expect(readFileSync(join(ROOT, folder, "expected.stderr"), "utf8")).toMatch(new RegExp(` (error|warning) ${code}: `));
  });

  it.each(folders)("of %s have no other files beside them", (folder) => {
    const { inputs, policy, queries } = readCase(folder);
    const isExpected = (name: string): boolean =>
      ["expected.stderr", "case.json", ...[policy ?? []].flat(), queries].includes(name) ||
      (name.endsWith(".yaml") && (inputs === undefined || inputs.includes(name) || inputs.includes(".")));
    const names = readdirSync(join(ROOT, folder), { encoding: "utf8", recursive: true });
    expect(names.filter((name) => !isExpected(name))).toEqual([]);
    expect(names).toContain("expected.stderr");
  });

  it("show every code", () => {
    const shown = new Set(folders.map((folder) => folder.split(".", 1)[0]));
    expect(Object.keys(codes).filter((code) => !shown.has(code))).toEqual([]);
  });
});

async function collect(folder: string): Promise<readonly Diagnostic[]> {
  const { inputs, policy, queries, make = {}, say = [] } = readCase(folder);
  const policies = [policy ?? []].flat();
  process.chdir(Object.keys(make).length > 0 ? makeFiles(make) : join(ROOT, folder));
  const named = inputs ?? readdirSync(".").filter((name) => name.endsWith(".yaml") && !policies.includes(name) && name !== queries);
  const read = readInputs(named, policies);
  const checked = await checkInputs(read.files, { policies: read.policies });
  const asked = queries === undefined ? [] : checkGolden(queries, checked.configs);
  const said = say.map(({ code, path, details }) => (diagnose as (...args: unknown[]) => Diagnostic)(code, { path }, details));
  const hasError = checked.diagnostics.some(({ severity }) => severity === "error");
  const hazards = hasError ? [] : await findHazards(checked);
  return [read.diagnostics, checked.diagnostics, hazards, asked, said].flat();
}

function checkGolden(path: string, configs: readonly CheckedConfig[]): readonly Diagnostic[] {
  const { document, diagnostics } = loadDocument({ path, bytes: readFileSync(path) });
  const names = namesOf(toCliTools(resolveModel(configs, {}).clis));
  return document === undefined ? diagnostics : [...diagnostics, ...checkQueries(document, names).diagnostics];
}

function readCase(folder: string): Case {
  const hasCase = readdirSync(join(ROOT, folder)).includes("case.json");
  return hasCase ? (JSON.parse(readFileSync(join(ROOT, folder, "case.json"), "utf8")) as Case) : {};
}

function makeFiles(make: NonNullable<Case["make"]>): string {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-golden-"));
  temporary.push(folder);
  for (const [name, content] of Object.entries(make)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if ("link" in content) symlinkSync(content.link, join(folder, name));
    else writeFileSync(join(folder, name), content.text.repeat(content.times));
  }
  return folder;
}
