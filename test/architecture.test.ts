/**
 * Checks the sources and ARCHITECTURE.md: the imports between directories, cycles, the files with effects, and that the document lists every
 * directory.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { all, generator, type Import, ROOT, runtime, sources } from "./imports.ts";

/**
 * The directories of each package, followed by the directories of the same package that they import, which are all in rows above. A file in
 * the root of a package has its own row. A long list is split into several rows.
 */
const ALLOWED_IMPORTS = {
  generator: `
    patterns:
    text:
    html: text
    describe: text
    diagnostics: text
    install: text diagnostics
    load: text diagnostics
    check/keys: describe diagnostics load
    write: text diagnostics
    check/files: text diagnostics load
    check/reporting: text diagnostics load check/keys check/files
    check/json-schema: text load check/reporting
    check/cli: patterns text diagnostics check/keys load check/files check/reporting check/json-schema
    check/queries: diagnostics check/keys load check/reporting
    check/directive: text diagnostics check/keys load check/files check/reporting check/json-schema check/cli
    check/policy: patterns text diagnostics check/keys load check/files check/reporting check/cli
    check/notes: diagnostics check/files
    resolve: text check/files
    search: text diagnostics check/queries
    check/fragments: diagnostics load check/keys check/reporting check/cli
    check: diagnostics load check/keys check/fragments check/files check/reporting check/cli check/directive
    emit: text describe resolve
    explain: text describe check/files
    hazards/programs:
    hazards: patterns text diagnostics load check/files check/cli check/reporting hazards/programs
    host: text diagnostics load write
    bundled: resolve
    review: text diagnostics check/files resolve
    examples: text diagnostics load check/files resolve
    page: text html describe diagnostics check/files resolve explain hazards
    check-inputs.ts: examples diagnostics load check/files check/policy check hazards
    package: text describe write resolve emit
    init: text check/keys emit
    terminal: text
    list: text describe resolve
    page:
    page/browser/try: text html search page
    page/browser: text page page/browser/try
    probe:
    import:
    import/read/values: import
    import/read: import import/read/values
    import/describe: probe import import/read
    import/crawl: check/files probe import import/read
    import/draft: text hazards import import/crawl
    import/files: text import import/read import/describe
    import/merge: diagnostics check/files import import/draft
    verify: text diagnostics check/files probe import import/read import/describe import/crawl
    review/compare: patterns text describe check/files review
    sarif: diagnostics review
    review/print: html text diagnostics check/files review
    generate.ts: text diagnostics load write resolve emit hazards check-inputs.ts check/notes
    inputs: text diagnostics load check/policy resolve hazards host review check-inputs.ts terminal import import/crawl import/describe
    inputs: import/files import/draft import/read/lines check/files probe
    generation: text diagnostics write resolve emit host sarif generate.ts terminal
    commands: text diagnostics check/keys install load write check/files check/queries resolve search check emit explain hazards host
    commands: bundled review sarif check-inputs.ts package review/compare review/print generate.ts init generation terminal inputs list
    commands: import import/draft import/merge verify html page describe check/notes
    index.ts: diagnostics load emit host bundled generate.ts
    command-line: text install host review package terminal inputs commands import/draft
    cli.ts: text host generation terminal commands command-line
  `,
  runtime: `
    text:
    json-schema: text
    tool: text json-schema
    client.ts: tool
    argument: tool
    constraint: text tool
    policy: text tool argument constraint
    process: text tool
    output: json-schema text tool process
    word-grammar: text
    command-line: text tool argument word-grammar
    search: text tool
    directive: text json-schema tool policy
    executor: text tool policy process
    tool-index: text tool policy search
    arguments: text tool
    call: text tool argument constraint policy process output directive executor command-line arguments
    explain: tool policy directive executor command-line call
    generated-project.ts: tool policy tool-index
    tool-index/compiled: text tool policy search tool-index
    record: text tool command-line call
    launch: text tool tool-index record
    telemetry: text tool process call record
    server: text json-schema tool policy process output executor tool-index command-line arguments call explain record launch
    server: telemetry
    compiler.ts: text json-schema tool argument constraint policy process search output executor tool-index command-line arguments call explain
    compiler.ts: tool-index/compiled launch server word-grammar
    browser.ts: text tool argument policy search tool-index tool-index/compiled explain server client.ts
    protocol: text tool call record server
    create-server.ts: text tool policy executor tool-index record server protocol telemetry
    index.ts: tool policy tool-index call server protocol create-server.ts
    http: text tool call record launch telemetry server protocol
    serve-process.ts: text tool tool-index launch process server protocol http
    single-call.ts: call record server protocol
    run.ts: serve-process.ts single-call.ts
    server.ts: server serve-process.ts
    bundled: text tool tool-index tool-index/compiled record launch server protocol serve-process.ts run.ts
  `,
};

const MAX_FILES_PER_DIRECTORY = 30;

/** Formats matching imports as `file → target`. */
const offenders = (imports: readonly Import[], isForbidden: (one: Import) => boolean): readonly string[] =>
  imports.filter(isForbidden).map(({ file, target }) => `${file} → ${target}`);

/** Returns the row of a file in the table: its directory, or the file itself in the root of the package. */
function rowOf(path: string): string {
  const [, ...inside] = path.split("/");
  return inside.length === 1 ? (inside[0] ?? "") : inside.slice(0, -1).join("/");
}

type Edge = readonly [from: string, to: string];

const printEdges = (edges: readonly Edge[]): readonly string[] => [...new Set(edges.map((edge) => edge.join(" → ")))].toSorted();

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

describe.each(["generator", "runtime"] as const)("the folders of %s", (name) => {
  const inside = all.filter(({ file, target }) => file.startsWith(`${name}/`) && target.startsWith(`${name}/`));
  const fileEdges = inside.map(({ file, target }): Edge => [file, target]);
  const folderEdges = fileEdges.map(([file, target]): Edge => [rowOf(file), rowOf(target)]).filter(([from, to]) => from !== to);
  const rows = ALLOWED_IMPORTS[name]
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/:? +|:$/));
  const allowed = rows.flatMap(([from = "", ...targets]) => targets.filter(Boolean).map((to): Edge => [from, to]));

  it("import exactly the directories in the table", () => {
    expect(inside.length).toBeGreaterThan(100);
    const table = printEdges(allowed);
    const found = printEdges(folderEdges);
    expect(found.filter((edge) => !table.includes(edge))).toEqual([]);
    expect(table.filter((edge) => !found.includes(edge))).toEqual([]);
    expect([...new Set(rows.map(([row = ""]) => row))].toSorted()).toEqual([...new Set(sources(name).map(rowOf))].toSorted());
  });

  it("form a graph without cycles, and so do their files", () => {
    const order = rows.map(([row]) => row);
    expect(printEdges(allowed.filter(([from, to]) => order.indexOf(to) > order.indexOf(from)))).toEqual([]);
    expect(findCycle(folderEdges)).toEqual([]);
    expect(findCycle(fileEdges)).toEqual([]);
  });

  it(`hold at most ${MAX_FILES_PER_DIRECTORY} files each`, () => {
    const folders = sources(name).map((path) => posix.dirname(path));
    const full = folders.filter((folder) => folders.filter((other) => other === folder).length > MAX_FILES_PER_DIRECTORY);
    expect([...new Set(full)]).toEqual([]);
  });
});

describe("generator/commands", () => {
  it("has one file for each command, and no other file", () => {
    const definitions = sources("generator/command-line").map((path) => readFileSync(join(ROOT, path), "utf8"));
    const names = definitions.flatMap((text) => Array.from(text.matchAll(/\.command\("([a-z]+)"\)/g), ([, name = ""]) => name));
    expect(names.length).toBeGreaterThan(10);
    expect(readdirSync(join(ROOT, "generator/commands"))).toEqual(["generate", ...names].map((name) => `${name}.ts`).toSorted());
  });
});

describe("imports", () => {
  it("go from the generator to the runtime's entry points, never back", () => {
    expect(
      offenders(runtime, ({ target }) => target.startsWith("generator") || target.startsWith("@climax-gen") || target === "climax-gen"),
    ).toEqual([]);
    expect(offenders(generator, ({ target }) => target.startsWith("runtime"))).toEqual([]);
    const isAllowed = ({ file, target }: Import): boolean =>
      target === "@climax-gen/runtime/compiler" ||
      (target === "@climax-gen/runtime/browser" && file.startsWith("generator/page/browser/")) ||
      (target === "@climax-gen/runtime/run" && /^generator\/commands\/(call|serve)\.ts$/.test(file));
    expect(offenders(generator, (one) => one.target.startsWith("@climax-gen/") && !isAllowed(one))).toEqual([]);
  });

  it.each(["compiler", "browser", "run"])("use every export of the runtime's entry %s", (entry) => {
    const exported = Array.from(
      readFileSync(join(ROOT, `runtime/${entry}.ts`), "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gm),
      ([, list = ""]) => list.split(",").map((name) => name.trim()),
    ).flat();
    const files = new Set(generator.filter(({ target }) => target === `@climax-gen/runtime/${entry}`).map(({ file }) => file));
    const text = Array.from(files, (file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
    expect(exported.length).toBeGreaterThan(1);
    expect(exported.filter((name) => name !== "" && !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it("name the file that defines an export: only the entry points of a package re-export", () => {
    const isEntry = (path: string): boolean => /^(generator|runtime)\/[^/]+$|^runtime\/bundled\/compiled-server\.ts$/.test(path);
    const others = [...sources("generator"), ...sources("runtime")].filter((path) => !isEntry(path));
    expect(others.filter((path) => /^export [^;]*? from "/m.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
  });

  it.each<[string, readonly Import[], RegExp, RegExp]>([
    [
      "the file system, in the generator",
      generator,
      /^(node:)?fs(\/promises)?$/,
      /^generator\/(host\/(inputs|file-system|new-files|output-folder|output-lock|output-tree|own-package|project|client-files|draft-file|find-(?:program|shimmed)|folders|page-file|run-program|temporary-files|type-check)|bundled\/(bundle|code-cache|page-assets))\.ts$/,
    ],
    [
      "the file system, in the runtime",
      runtime,
      /^(node:)?fs(\/promises)?$/,
      /^runtime\/(record\/(audit|line-writer|log)|http\/shared-token|tool-index\/compiled\/read|directive\/read-only-folder|executor\/file-kind|output\/(output-file|spool)|process\/(descriptor-probe|inherited-descriptors|private-files|process-failure|real-time-signal|unnamed-file)|launch\/stale-dist|policy\/real-path)\.ts$/,
    ],
    ["child processes", all, /^(node:)?child_process$/, /^(runtime\/process\/|generator\/host\/(git|run-program)\.ts$)/],
    [
      "the MCP SDK",
      all,
      /^@modelcontextprotocol\//,
      /^runtime\/(protocol\/(protocol-(alone|changes|connection|errors|fetch|http|prompt|request|result|search|server|session)|stdio|stdio-(message|transport))|bundled\/warm-up)\.ts$/,
    ],
    ["OpenTelemetry", all, /^@opentelemetry\//, /^runtime\/telemetry\/(otel|otel-environment|instruments)\.ts$/],
    ["jose", all, /^jose$/, /^runtime\/http\/oauth\.ts$/],
    ["HTTP", all, /^(node:)?https?$/, /^runtime\/http\//],
    ["ts-morph", all, /^ts-morph$/, /^generator\/host\/type-check\.ts$/],
    ["json-schema-to-typescript", all, /^json-schema-to-typescript$/, /^generator\/emit\/argument-types\.ts$/],
    ["yaml", all, /^yaml$/, /^generator\/(load|check|package\/yaml-text|install\/yaml-config)\b/],
    ["fflate", all, /^fflate$/, /^generator\/package\/zip\.ts$/],
    ["zod", all, /^zod$/, /^generator\/check\//],
    ["jsonc-parser", all, /^jsonc-parser$/, /^generator\/install\/json-config\.ts$/],
    ["smol-toml", all, /^smol-toml$/, /^generator\/install\/toml-(config|statements)\.ts$/],
    ["commander", all, /^commander$/, /^generator\/(cli|command-line\/[a-z-]+)\.ts$/],
    ["file-type", all, /^file-type$/, /^runtime\/output\/media-type\.ts$/],
    ["JMESPath", all, /^@jmespath-community\/jmespath$/, /^runtime\/output\/select\.ts$/],
    ["re2js", all, /^re2js$/, /^runtime\/text\/linear-pattern\.ts$/],
  ])("keep %s in the files named for it", (_title, imports, target, allowed) => {
    expect(offenders(imports, (one) => target.test(one.target) && !allowed.test(one.file))).toEqual([]);
    expect(imports.some((one) => target.test(one.target))).toBe(true);
  });

  it("keep patterns, readers of help pages, comparisons and the edits of client files free of effects", () => {
    const pure = generator.filter(({ file }) => /^generator\/(patterns|review|install|import|verify)\//.test(file));
    const isPure = ({ file, target }: Import): boolean =>
      target === "node:util" || (target === "node:path" && file.startsWith("generator/install/"));
    expect(offenders(pure, (one) => one.target.startsWith("node:") && !isPure(one))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

  it("lists every file that has an effect, and no missing file", () => {
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows
      .flatMap((row) => Array.from((row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g), ([, path = ""]) => path))
      .map((path) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}${path.endsWith("/") ? "" : "$"}`));
    const effects = /^(node:)?(fs(\/promises)?|child_process|https?)$|^(@modelcontextprotocol|@opentelemetry)\/|^jose$/;
    expect(offenders(all, ({ file, target }) => effects.test(target) && !named.some((name) => name.test(file)))).toEqual([]);
    expect(named.filter((name) => !all.some(({ file }) => name.test(file)))).toEqual([]);
  });

  it.each(["generator", "runtime"])("lists every file and directory of %s/, and no missing one", (folder) => {
    const lines = text
      .slice(text.indexOf(`\n    ${folder}/\n`) + 1)
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
