/**
 * Checks every entry of `catalog/`: its files, its configs, and the policies that a project gets. `scripts/catalog/incomplete.json` lists the
 * entries that lack files or do not pass all checks yet.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { CATALOG_NEEDS, type CatalogEntry, readFacts } from "../../generator/catalog/catalog-entry.ts";
import { listEntryTools } from "../../generator/catalog/check-entry.ts";
import { mainPolicy, planFiles } from "../../generator/catalog/project-files.ts";
import { meanTokens } from "../../generator/catalog/format-catalog.ts";
import { measureGolden, measureTools, readQueries } from "../../generator/catalog/summarize-entry.ts";
import { type CheckedInputs, checkInputs, checkPolicyFiles } from "../../generator/check-inputs.ts";
import { checkAcrossFiles } from "../../generator/check/check-across-files.ts";
import { toolPolicies } from "../../generator/describe/describe-policy.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { readCatalog } from "../../generator/host/catalog-folder.ts";
import { findLint } from "../../generator/lint/find-lint.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { isEnabled, toPolicy } from "../../runtime/policy/policy.ts";
import { ROOT } from "../imports.ts";

const catalog = join(ROOT, "catalog/");
const incomplete = new Set(JSON.parse(readFileSync(join(ROOT, "scripts/catalog/incomplete.json"), "utf8")) as readonly string[]);
const FILES = ["README.md", "facts.json", "policies/read-only.yaml", "project", "queries.yaml"];

/** Minimum R@1, R@5 and maximum mean tokens of a tool. The golden queries of an entry are at least so many. */
const FLOORS = { first: 0.9, amongFive: 1, tokens: 250, queries: 10 } as const;

const describeAll = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.filter(({ severity }) => severity !== "note").map(({ path, code, message }) => `${path}: ${code}: ${message}`);

/** Returns what an entry lacks. */
function findGaps(entry: CatalogEntry, checked: CheckedInputs): readonly string[] {
  const files = FILES.filter((path) => !existsSync(join(catalog, entry.name, path)));
  const { configs } = checked;
  const parts = toCliTools(resolveModel(configs, {}).clis);
  const tools = measureTools(parts);
  const golden = measureGolden(readQueries(entry, parts), parts);
  const { tested, needs, packages } = readFacts(entry);
  return [
    ...files.map((path) => `${path} is missing`),
    ...(tested.length === 0 || packages.length === 0 ? ["x-catalog names no tested version or no package"] : []),
    ...needs.filter((need) => !(CATALOG_NEEDS as readonly string[]).includes(need)).map((need) => `unknown need ${need}`),
    ...describeAll(findLint(configs)),
    ...(golden === undefined || golden.queries < FLOORS.queries ? ["too few golden queries"] : []),
    ...(golden !== undefined && golden.first < FLOORS.first ? [`R@1 ${golden.first}`, ...golden.misses] : []),
    ...(golden !== undefined && golden.amongFive < FLOORS.amongFive ? [`R@5 ${golden.amongFive}`] : []),
    ...(meanTokens(tools) > FLOORS.tokens ? [`${meanTokens(tools)} tokens a tool`] : []),
  ];
}

/** An entry, and its configs, which were checked alone. */
interface Checked {
  readonly entry: CatalogEntry;
  readonly checked: CheckedInputs;
}

/** Returns the policies of a project with these entries, as inputs that can include each other. */
function planPolicies(parts: readonly Checked[]): ReadonlyMap<string, InputFile> {
  const entries = parts.map(({ entry }) => entry);
  const plans = parts.map(({ entry, checked }) => planFiles(entry, entry.name, listEntryTools(checked)));
  const main = mainPolicy(
    plans.map(({ policy }) => policy),
    entries,
  );
  const texts = new Map([...plans.map(({ files, policy }) => [policy, files.get(policy) ?? ""] as const), ["policy.yaml", main] as const]);
  const inputs = new Map<string, InputFile>();
  const readIncluded = (path: string): InputFile => {
    const file = inputs.get(path);
    if (file === undefined) throw new Error(`a policy includes ${path}, which is not copied`);
    return file;
  };
  for (const [path, text] of texts) inputs.set(path, { path, bytes: Buffer.from(text), readIncluded });
  return inputs;
}

/** Returns the files of an entry that a project gets with another text, except for the first line, and included files that it lacks. */
function findUncopied({ entry, checked }: Checked): readonly string[] {
  const { files } = planFiles(entry, entry.name, listEntryTools(checked));
  const rest = (text = ""): string => text.replace(/^# yaml-language-server: .*\n/, "");
  const changed = [...entry.configs, ...entry.fragments].filter(({ name, text }) => rest(files.get(`configs/${name}`)) !== rest(text));
  const lost = checked.included.filter((path) => !files.has(`configs/${relative(join(catalog, entry.name), path)}`));
  return [...changed.map(({ name }) => `${name} is copied with another text`), ...lost.map((path) => `${path} is not copied`)];
}

/**
 * Returns the warnings of a project, and the names and risks of the tools that run without confirmation. The checked
 * configs are those of the entries, because a project gets copies of them (`findUncopied`).
 */
async function checkProject(parts: readonly Checked[], { withHazards }: { readonly withHazards: boolean }) {
  const policy = planPolicies(parts).get("policy.yaml");
  const configs = parts.flatMap(({ checked }) => checked.configs);
  const { policies, diagnostics } = await checkPolicyFiles(policy === undefined ? [] : [policy], configs);
  const specs = policies.map(({ spec }) => spec);
  const rules = toolPolicies(specs);
  const read = specs.map(toPolicy);
  const enabled = listEntryTools({ configs }).filter(({ name }) => isEnabled(name, read));
  const unconfirmed = enabled.filter(({ name }) => !rules.get(name)?.some(({ confirm }) => confirm === true));
  const hazards = withHazards ? await findHazards({ configs, policies }) : [];
  return { warnings: describeAll([...diagnostics, ...hazards]), unconfirmed };
}

interface CheckedEntry extends Checked {
  readonly warnings: readonly string[];
  readonly gaps: readonly string[];
  /** The project with this entry alone. */
  readonly project: Awaited<ReturnType<typeof checkProject>>;
}

/** Checks an entry once for all tests, because that takes longer than the tests, and keeps no syntax trees. */
async function checkEntry(entry: CatalogEntry): Promise<CheckedEntry> {
  const checked = await checkInputs(
    entry.configs.map(({ input }) => input),
    { keepsTrees: true },
  );
  const warnings = describeAll([...checked.diagnostics, ...(await findHazards(checked))]);
  const gaps = [...findGaps(entry, checked), ...findUncopied({ entry, checked })];
  const project = await checkProject([{ entry, checked }], { withHazards: true });
  for (const { document } of checked.configs) document.release();
  return { entry, checked, warnings, gaps, project };
}

const entries = readCatalog(catalog);

describe("the catalog", () => {
  const checkedEntries: CheckedEntry[] = [];
  /** Returns the results of the first tests. */
  const allChecked = (): readonly CheckedEntry[] => {
    expect(checkedEntries.map(({ entry }) => entry.name)).toEqual(entries.map(({ name }) => name));
    return checkedEntries;
  };

  // One test each, because together they take longer than a test may take on a busy machine.
  it.each(entries)("has configs of $name without warnings", async (entry) => {
    const checked = await checkEntry(entry);
    checkedEntries.push(checked);
    expect(checked.warnings).toEqual([]);
  });

  it("has an entry for each directory, with a config of its name or of several programs", () => {
    expect(entries.map(({ name }) => name)).toEqual(readdirSync(catalog).toSorted());
    const strange = entries.filter(
      ({ name, configs }) => configs.length === 0 || (configs.length === 1 && configs[0]?.name !== `${name}.yaml`),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
    const names = entries.flatMap(({ configs, fragments }) => [...configs, ...fragments].map(({ name }) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("has complete entries, except those that are listed as incomplete", () => {
    const gaps = allChecked().map((one) => [one.entry.name, one.gaps] as const);
    expect(gaps.filter(([name, found]) => !incomplete.has(name) && found.length > 0)).toEqual([]);
    // An entry that became complete is removed from the list.
    expect(gaps.filter(([name, found]) => incomplete.has(name) && found.length === 0)).toEqual([]);
    expect([...incomplete].filter((name) => !entries.some((entry) => entry.name === name))).toEqual([]);
  });

  it("gives each program a policy without warnings, under which only tools that read run without confirmation", () => {
    for (const { entry, checked, project } of allChecked()) {
      const { warnings, unconfirmed } = project;
      const writing = unconfirmed.filter(({ risk }) => risk !== "read").map(({ name }) => name);
      // If every tool of a program destroys or runs programs, its policy enables nothing.
      const isWithoutTools = listEntryTools(checked).every(({ risk }) => risk !== "read" && risk !== "write");
      const expected = isWithoutTools ? ["policy.yaml: policy-leaves-nothing: the policy enables no tools"] : [];
      expect({ name: entry.name, warnings, writing }).toEqual({ name: entry.name, warnings: expected, writing: [] });
    }
  });

  it("gives all programs together one policy that enables the tools of each", async () => {
    const parts = allChecked();
    expect(checkAcrossFiles(parts.flatMap(({ checked }) => checked.configs))).toEqual([]);
    // test/e2e/catalog-together.test.ts looks for hazards of all programs together.
    const { warnings, unconfirmed } = await checkProject(parts, { withHazards: false });
    expect(warnings).toEqual([]);
    const reading = new Set(unconfirmed.map(({ name }) => name.split("_")[0]));
    expect(reading.size).toBeGreaterThan(10);
  });

  it("has a page with every tool", () => {
    const configs = allChecked().flatMap(({ checked }) => checked.configs);
    const model = resolveModel(configs, {});
    const { data } = buildPage({ ...model, clis: toCliTools(model.clis), yaml: { configs, policies: [], hazards: [] } });
    expect(data.rows.length).toBe(listEntryTools({ configs }).length);
  });

  it("names docker where files elsewhere must stay hidden, because bubblewrap hides none", () => {
    const paths = entries.flatMap(({ name }) => [`${name}/README.md`, `${name}/policies/read-only.yaml`]);
    const paragraphs = paths.flatMap((path) => {
      const text = readFileSync(join(catalog, path), "utf8");
      const prose = path.endsWith(".yaml") ? text.replaceAll(/^(?!#).*/gm, "").replaceAll(/^# ?/gm, "") : text;
      return prose.split(/\n\s*\n/).map((paragraph) => `${path}: ${paragraph}`);
    });
    const isWrong = (text: string): boolean =>
      /bubblewrap/i.test(text) && /elsewhere|outside|other files|any file/i.test(text) && !/docker/i.test(text);
    expect(paragraphs.filter(isWrong)).toEqual([]);
  });

  it("is listed on its page", () => {
    const page = readFileSync(join(ROOT, "docs/catalog.md"), "utf8");
    expect(entries.filter(({ name }) => !page.includes(`| [${name}](../catalog/${name})`)).map(({ name }) => name)).toEqual([]);
  });
});
