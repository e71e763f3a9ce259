/**
 * Checks the sources, ARCHITECTURE.md and CONTRIBUTING.md: cycles, the imports between directories and packages, the files with effects, and
 * that ARCHITECTURE.md lists every directory. `UPDATE_GOLDEN=1` rewrites the list of imports between directories.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isUpdate } from "./golden-archive.ts";
import { findForbidden, findUnused, isNamed, readRules } from "./import-rules.ts";
import { all, generator, type Import, packageOf, printImports, readSource, ROOT, runtime, sources } from "./imports.ts";

const architecture = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const EDGES = join(ROOT, "test/golden/imports.txt");

type Edge = readonly [from: string, to: string];

/** Returns the directory of a file, or the file itself in the root of a package. */
function directoryOf(path: string): string {
  const parts = path.split("/");
  return parts.length === 2 ? path : parts.slice(0, -1).join("/");
}

/** Returns one cycle of the graph, with the first node repeated at its end. Returns an empty list for a graph without cycles. */
function findCycle(edges: readonly Edge[]): readonly string[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const finished = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return [];
    for (const to of next.get(node) ?? []) {
      const cycle = visit(to, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(node);
    return [];
  };
  return [...next.keys()].map((node) => visit(node, [])).find((cycle) => cycle.length > 0) ?? [];
}

describe("the directories", () => {
  const fileEdges = all.filter((one) => packageOf(one) === undefined).map(({ file, target }): Edge => [file, target]);
  const edges = fileEdges.map(([file, target]): Edge => [directoryOf(file), directoryOf(target)]).filter(([from, to]) => from !== to);

  it("import the directories in test/golden/imports.txt; to review and accept a change, run this file with UPDATE_GOLDEN=1", () => {
    const found = [...new Set(edges.map((edge) => edge.join(" → ")))].toSorted();
    expect(found.length).toBeGreaterThan(300);
    if (isUpdate) writeFileSync(EDGES, `${found.join("\n")}\n`);
    expect(found).toEqual(readFileSync(EDGES, "utf8").trimEnd().split("\n"));
  });

  it("form a graph without cycles, and so do the files", () => {
    expect(findCycle(edges)).toEqual([]);
    expect(findCycle(fileEdges)).toEqual([]);
  });
});

describe("generator/commands", () => {
  it("has one file for each command, and no other file", () => {
    const definitions = sources("generator/command-line").map(readSource);
    const names = definitions.flatMap((text) => Array.from(text.matchAll(/\.command\("([a-z]+)"\)/g), ([, name = ""]) => name));
    expect(names.length).toBeGreaterThan(10);
    expect(readdirSync(join(ROOT, "generator/commands"))).toEqual(["generate", ...names].map((name) => `${name}.ts`).toSorted());
  });
});

describe("imports between the packages", () => {
  it("go from the generator to modules of the runtime, never back; the page uses only its entry point", () => {
    const isOutside = ({ target }: Import): boolean => /^(generator\/|@climax-gen\/|climax-gen$)/.test(target);
    expect(printImports(runtime.filter(isOutside))).toEqual([]);
    expect(printImports(generator.filter(({ target }) => target.startsWith("runtime")))).toEqual([]);
    const isAllowed = ({ file, target }: Import): boolean =>
      (file.startsWith("generator/page/browser/")
        ? target === "@climax-gen/runtime/browser"
        : target.startsWith("@climax-gen/runtime/internal/")) ||
      (/^@climax-gen\/runtime\/(one-call|process-server)$/.test(target) && /^generator\/commands\/(call|serve)\.ts$/.test(file));
    expect(printImports(generator.filter((one) => one.target.startsWith("@climax-gen/") && !isAllowed(one)))).toEqual([]);
  });

  it("use every export of the runtime's entry for the page", () => {
    const exported = Array.from(readSource("runtime/browser.ts").matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, list = ""]) =>
      list.split(",").map((name) => name.trim()),
    ).flat();
    const files = new Set(generator.filter(({ target }) => target === "@climax-gen/runtime/browser").map(({ file }) => file));
    const words = new Set(Array.from(files, readSource).join("\n").match(/\w+/g));
    expect(exported.length).toBeGreaterThan(1);
    expect(exported.filter((name) => name !== "" && !words.has(name))).toEqual([]);
  });

  it("name the file that defines an export: only the entry points of a package re-export", () => {
    const isEntry = (path: string): boolean => directoryOf(path) === path || path === "runtime/bundled/compiled-server.ts";
    const others = [...sources("generator"), ...sources("runtime")].filter((path) => !isEntry(path));
    expect(others.filter((path) => /^export [^;]*? from "/m.test(readSource(path)))).toEqual([]);
  });
});

describe("imports of modules of Node.js", () => {
  const rules = readRules(architecture, "## Effects", { places: 0, names: 1 });
  const imports = all.filter(({ target }) => target.startsWith("node:"));

  it("of the table in ARCHITECTURE.md are in its files, and each part of the table is used", () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(printImports(findForbidden(rules, imports))).toEqual([]);
    expect(
      findUnused(
        rules.filter(({ names }) => names.length > 0),
        imports,
      ),
    ).toEqual([]);
  });

  it("outside the table have no effect on files, programs, the network or the terminal", () => {
    const others = "buffer crypto events module os path stream string_decoder timers url util".split(" ").map((name) => `node:${name}`);
    const named = rules.flatMap(({ names }) => names);
    expect(printImports(imports.filter((one) => !isNamed([...named, ...others], packageOf(one) ?? "")))).toEqual([]);
  });

  it("are pure in patterns, readers of help pages, comparisons and the edits of client files", () => {
    const pure = imports.filter(({ file }) => /^generator\/(patterns|review|install|import|verify)\//.test(file));
    const isPure = ({ file, target }: Import): boolean =>
      target === "node:util" || (target === "node:path" && file.startsWith("generator/install/"));
    expect(pure.length).toBeGreaterThan(0);
    expect(printImports(pure.filter((one) => !isPure(one)))).toEqual([]);
  });
});

describe("imports of packages", () => {
  it("are in the directories that CONTRIBUTING.md names, and each of these imports the package", () => {
    const rules = readRules(contributing, "## Dependencies, and why each is here", { names: 0, places: 1 });
    const packages = all.filter((one) => packageOf(one)?.startsWith("node:") === false);
    const named = rules.flatMap(({ names }) => names);
    expect(packages.length).toBeGreaterThan(50);
    expect(printImports(packages.filter((one) => !isNamed(named, packageOf(one) ?? "")))).toEqual([]);
    expect(printImports(findForbidden(rules, packages))).toEqual([]);
    expect(findUnused(rules, packages)).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it.each(["generator", "runtime"])("lists every file and directory of %s/, and no missing one", (folder) => {
    const lines = architecture
      .slice(architecture.indexOf(`\n    ${folder}/\n`) + 1)
      .split("\n")
      .slice(1);
    const listed = lines
      .slice(
        0,
        lines.findIndex((line) => !line.startsWith("      ")),
      )
      .flatMap((line) => /^ {6}((?:[a-z-]+(?:\.ts|\/) ?)+)/.exec(line)?.[1]?.trim().split(" ") ?? []);
    const there = readdirSync(join(ROOT, folder), { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((name) => /(\.ts|\/)$/.test(name) && !/^(dist|node_modules)\//.test(name));
    expect(listed.toSorted()).toEqual(there.toSorted());
  });
});
