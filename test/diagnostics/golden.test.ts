/** Tests each case of `test/golden/diagnostics`: inputs with errors, and the expected output. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { checkQueries } from "../../generator/check/queries/check-queries.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import { codes, type DiagnosticCode } from "../../generator/diagnostics/codes.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import { findNotes } from "../../generator/check/notes/find-notes.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { findLint } from "../../generator/lint/find-lint.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { namesOf } from "../../generator/search/searchable.ts";
import { extract, isUpdate, listCases, readCase, textOf, updateCase } from "../golden-archive.ts";

const ROOT = fileURLToPath(new URL("../golden/diagnostics/", import.meta.url));

/** `case.json`, for a case that is more than its YAML files. */
interface Case {
  /** The inputs on the command line. Defaults to every YAML file of the case. */
  readonly inputs?: readonly string[];
  /** The file, or files, that a user gives with `--policy`. */
  readonly policy?: string | readonly string[];
  /** Policies that others include. */
  readonly included?: readonly string[];
  /** The file that a user gives with `search --golden`. */
  readonly queries?: string;
  /** Files that are created in a temporary folder instead of the repository: repeated text, or links. */
  readonly make?: Readonly<Record<string, { readonly text: string; readonly times: number } | { readonly link: string }>>;
  /** Diagnostics of stages that are not run here, with the details of their messages. */
  readonly say?: readonly { readonly code: DiagnosticCode; readonly path: string; readonly details?: unknown }[];
}

const EXPECTED = "expected.stderr";

const cases = listCases(ROOT);
const started = process.cwd();
const temporary: string[] = [];

afterEach(() => {
  process.chdir(started);
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true });
});

describe("the golden diagnostics", () => {
  it.each(cases)("of %s are equal to the expected output", async (name) => {
    const printed = formatDiagnostics(await collect(name));
    if (isUpdate) updateCase(ROOT, name, EXPECTED, printed);
    expect(printed).toBe(textOf(readCase(ROOT, name), EXPECTED));
  });

  it.each(cases.filter((name) => !name.startsWith("several.")))("of %s are about the code that the case is named for", (name) => {
    const [code = ""] = name.split(".", 1);
    expect(Object.keys(codes)).toContain(code);
    expect(textOf(readCase(ROOT, name), EXPECTED)).toMatch(new RegExp(` (error|warning|note)\\[${code}\\]: `));
  });

  it.each(cases)("of %s use every file of the case", (name) => {
    const { inputs, policy, included = [], queries } = readOptions(name);
    const isExpected = (path: string): boolean =>
      [EXPECTED, "case.json", ...[policy ?? []].flat(), ...included, queries].includes(path) ||
      (path.endsWith(".yaml") && (inputs === undefined || inputs.includes(path) || inputs.includes(".")));
    expect([...readCase(ROOT, name).keys()].filter((path) => !isExpected(path))).toEqual([]);
  });

  it("show every code", () => {
    const shown = new Set(cases.map((name) => name.split(".", 1)[0]));
    expect(Object.keys(codes).filter((code) => !shown.has(code))).toEqual([]);
  });
});

async function collect(name: string): Promise<readonly Diagnostic[]> {
  const { inputs, policy, queries, make = {}, say = [] } = readOptions(name);
  const policies = [policy ?? []].flat();
  process.chdir(makeFolder(name, make));
  const named = inputs ?? readdirSync(".").filter((file) => file.endsWith(".yaml") && !policies.includes(file) && file !== queries);
  const read = readInputs(named, policies);
  const checked = await checkInputs(read.files, { policies: read.policies });
  const asked = queries === undefined ? [] : checkGolden(queries, checked.configs);
  const said = say.map(({ code, path, details }) => (diagnose as (...args: unknown[]) => Diagnostic)(code, { path }, details));
  const hasError = checked.diagnostics.some(({ severity }) => severity === "error");
  const hazards = hasError ? [] : await findHazards(checked);
  // Nearly all cases have tools without a risk, so only the cases of notes print them.
  const hasNotes = !hasError && codes[(name.split(".", 1)[0] ?? "") as DiagnosticCode].severity === "note";
  const notes = hasNotes ? findNotes(checked) : [];
  // Likewise, only the cases of the style of tools print it.
  const style = !hasError && name.startsWith("lint-") ? findLint(checked.configs) : [];
  return [read.diagnostics, checked.diagnostics, hazards, notes, style, asked, said].flat();
}

function checkGolden(path: string, configs: readonly CheckedFile[]): readonly Diagnostic[] {
  const { document, diagnostics } = loadDocument({ path, bytes: readFileSync(path) });
  const names = namesOf(toCliTools(resolveModel(configs, {}).clis));
  return document === undefined ? diagnostics : [...diagnostics, ...checkQueries(document, names).diagnostics];
}

function readOptions(name: string): Case {
  const options = readCase(ROOT, name).get("case.json");
  return options === undefined ? {} : (JSON.parse(options.toString()) as Case);
}

/** Creates a temporary folder with the inputs of the case and the files that it defines. */
function makeFolder(name: string, make: NonNullable<Case["make"]>): string {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-golden-"));
  temporary.push(folder);
  extract(new Map([...readCase(ROOT, name)].filter(([path]) => path.endsWith(".yaml"))), folder);
  for (const [path, content] of Object.entries(make)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if ("link" in content) symlinkSync(content.link, join(folder, path));
    else writeFileSync(join(folder, path), content.text.repeat(content.times));
  }
  return folder;
}
