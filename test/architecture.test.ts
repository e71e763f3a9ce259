/** Holds ARCHITECTURE.md to what it says: its import arrows, by reading every import, its table of effects and its list of folders. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  readonly file: string;
  /** A path from the root for relative imports, the name as written for others. */
  readonly target: string;
  readonly isType: boolean;
  readonly isLazy: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return Array.from(text.matchAll(IMPORT), ([, type, from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? "";
    const target = name.startsWith(".") ? posix.normalize(posix.join(posix.dirname(file), name)) : name;
    return { file, target, isType: type !== undefined, isLazy: lazy !== undefined };
  });
}

const sources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => name.endsWith(".ts") && !name.includes("/dist/") && !name.includes("node_modules"));

const generator = sources("generator").flatMap(importsOf);
const runtime = sources("runtime").flatMap(importsOf);
const all = [...generator, ...runtime];

/** Files that import something, as `file → target`, but those allowed to. */
const offenders = (imports: readonly Import[], isForbidden: (one: Import) => boolean): readonly string[] =>
  imports.filter(isForbidden).map(({ file, target }) => `${file} → ${target}`);

describe("imports", () => {
  it("are found at all", () => {
    expect(generator.length).toBeGreaterThan(50);
    expect(runtime.length).toBeGreaterThan(20);
  });

  it("go from the generator to the runtime's public entry, never back", () => {
    expect(
      offenders(runtime, ({ target }) => target.startsWith("generator") || target.startsWith("@climax-gen") || target === "climax-gen"),
    ).toEqual([]);
    expect(offenders(generator, ({ target }) => target.startsWith("runtime"))).toEqual([]);
    expect(offenders(generator, ({ target }) => target.startsWith("@climax-gen/") && target !== "@climax-gen/runtime")).toEqual([]);
  });

  const STAGES = ["diagnostics", "load", "check", "resolve", "emit", "write", "package"];
  it("go from a generator stage to stages left of it only", () => {
    const stageOf = (path: string): number => STAGES.indexOf(path.split("/")[1] ?? "");
    const isForbidden = ({ file, target }: Import): boolean =>
      stageOf(file) !== -1 && target.startsWith("generator/") && stageOf(target) > stageOf(file);
    expect(offenders(generator, isForbidden)).toEqual([]);
    const leavesStages = ({ file, target }: Import): boolean =>
      stageOf(file) !== -1 && target.startsWith("generator/") && stageOf(target) === -1 && target !== "generator/text/code-unit-order.ts";
    expect(offenders(generator, leavesStages)).toEqual([]);
  });

  it.each<[string, readonly Import[], RegExp, RegExp]>([
    [
      "the file system, in the generator",
      generator,
      /^(node:)?fs(\/promises)?$/,
      /^generator\/(host|host-inputs|host-tree|host-project|host-client-files|bundle|code-cache)\.ts$/,
    ],
    [
      "the file system, in the runtime",
      runtime,
      /^(node:)?fs(\/promises)?$/,
      /^runtime\/(serve\/(audit|line-writer|log|stale-dist)|http\/shared-token|tool-index\/compiled\/read|directive\/read-only-folder|executor\/find-executor|process\/(descriptor-room|process-failure|real-time-signal|unnamed-file)|policy\/real-path)\.ts$/,
    ],
    ["child processes", all, /^(node:)?child_process$/, /^(runtime\/process\/|generator\/host-git\.ts$)/],
    [
      "the MCP SDK",
      all,
      /^@modelcontextprotocol\//,
      /^runtime\/(serve\/(protocol-(request|result|server)|stdio|stdio-transport|warm-up)|http\/mcp-route)\.ts$/,
    ],
    ["OpenTelemetry", all, /^@opentelemetry\//, /^runtime\/telemetry\/(otel|otel-environment|instruments)\.ts$/],
    ["jose", all, /^jose$/, /^runtime\/http\/oauth\.ts$/],
    ["HTTP", all, /^(node:)?https?$/, /^runtime\/http\//],
    ["ts-morph", all, /^ts-morph$/, /^generator\/emit\/type-layout\.ts$/],
    ["json-schema-to-typescript", all, /^json-schema-to-typescript$/, /^generator\/emit\/argument-types\.ts$/],
    ["yaml", all, /^yaml$/, /^generator\/(load|check|package\/yaml-text)\b/],
    ["fflate", all, /^fflate$/, /^generator\/package\/zip\.ts$/],
    ["zod", all, /^zod$/, /^generator\/check\//],
    ["jsonc-parser", all, /^jsonc-parser$/, /^generator\/install\/json-config\.ts$/],
    ["smol-toml", all, /^smol-toml$/, /^generator\/install\/toml-(config|statements)\.ts$/],
    ["commander", all, /^commander$/, /^generator\/(cli|command-line\/[a-z-]+)\.ts$/],
    ["re2js", all, /^re2js$/, /^runtime\/policy\/linear-pattern\.ts$/],
  ])("keep %s in the files named for it", (_title, imports, target, allowed) => {
    expect(offenders(imports, (one) => target.test(one.target) && !allowed.test(one.file))).toEqual([]);
    expect(imports.some((one) => target.test(one.target))).toBe(true);
  });

  it("keep patterns and the comparison of two versions apart from files, terminals and what is emitted", () => {
    const isOutside = ({ target }: Import): boolean =>
      target.startsWith("node:") ? target !== "node:util" : /^generator\/(host|commands|cli|emit|write|read-side)/.test(target);
    expect(
      offenders(
        generator.filter(({ file }) => /^generator\/(review|patterns)\//.test(file)),
        isOutside,
      ),
    ).toEqual([]);
    const leavesPatterns = ({ target }: Import): boolean => target.startsWith("generator/") && !target.startsWith("generator/patterns/");
    expect(
      offenders(
        generator.filter(({ file }) => file.startsWith("generator/patterns/")),
        leavesPatterns,
      ),
    ).toEqual([]);
  });

  it("load what weighs much only in the commands that need it", () => {
    const reached = reachable("generator/cli.ts");
    expect(reached).not.toContain("yaml");
    expect(reached).not.toContain("zod");
    expect(reached).not.toContain("jsonc-parser");
    expect(reached).not.toContain("fflate");
    for (const heavy of ["ts-morph", "json-schema-to-typescript"]) {
      expect(reachable("generator/cli.ts")).not.toContain(heavy);
      expect(reachable("generator/commands/generate.ts")).not.toContain(heavy);
    }
    expect(reachable("generator/commands/package.ts")).not.toContain("zod");
  });

  it("keep what is done to the files of clients free of effects and of the generator's stages", () => {
    const allowed = /^(generator\/(install|diagnostics)\/|@climax-gen\/runtime$|node:(path|util)$|jsonc-parser$|smol-toml$)/;
    const install = generator.filter(({ file }) => file.startsWith("generator/install/"));
    expect(offenders(install, ({ target }) => !allowed.test(target))).toEqual([]);
  });

  it("load re2js with the first pattern, not with the server or the index", () => {
    for (const entry of ["runtime/index.ts", "runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      expect(reachable(entry)).toContain("runtime/text/linear-pattern.ts");
      expect(reachable(entry)).not.toContain("re2js");
    }
  });

  it("load the validator and the handlers of Directive tools with the first call of one", () => {
    for (const entry of ["runtime/index.ts", "runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      const reached = [...reachable(entry)].filter((target) => target.startsWith("runtime/directive/"));
      expect(reached.filter((target) => /evaluate|validate|assertions|formats|handlers|read-only-folder/.test(target))).toEqual([]);
    }
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/directive/handlers.ts")).toBe(true);
  });

  it("load OpenTelemetry where a collector is named", () => {
    for (const entry of ["runtime/server.ts", "runtime/bundled/compiled-server.ts", "runtime/http/listen.ts"]) {
      expect([...reachable(entry)].filter((target) => target.startsWith("@opentelemetry"))).toEqual([]);
    }
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/telemetry/otel.ts")).toBe(true);
  });

  it("load HTTP with the flag, and what checks access tokens with theirs", () => {
    for (const entry of ["runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      expect([...reachable(entry)].filter((target) => target.startsWith("runtime/http/"))).toEqual([]);
    }
    expect(reachable("runtime/http/listen.ts")).not.toContain("jose");
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/http/listen.ts")).toBe(true);
  });

  it("load neither the SDK nor child processes with the index or the typed client", () => {
    for (const entry of ["runtime/index.ts", "runtime/client.ts"]) {
      expect(
        [...reachable(entry)].filter((target) => target.startsWith("@modelcontextprotocol") || target === "node:child_process"),
      ).toEqual([]);
    }
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

  it("names every file that has an effect, and none that is gone", () => {
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows
      .flatMap((row) => Array.from((row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g), ([, path = ""]) => path))
      .map((path) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}${path.endsWith("/") ? "" : "$"}`));
    const effects = /^(node:)?(fs(\/promises)?|child_process|https?)$|^(@modelcontextprotocol|@opentelemetry)\/|^jose$/;
    expect(offenders(all, ({ file, target }) => effects.test(target) && !named.some((name) => name.test(file)))).toEqual([]);
    expect(named.filter((name) => !all.some(({ file }) => name.test(file)))).toEqual([]);
  });

  it.each(["generator", "runtime"])("lists every file and folder of %s/, and none that is gone", (folder) => {
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

/** Everything that is loaded together with a file: its imports and theirs, types and lazy ones left out. */
function reachable(entry: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { target, isType, isLazy } of all.filter(({ file }) => file === entry)) {
    const file = target === "@climax-gen/runtime" ? "runtime/index.ts" : target;
    if (!isType && !isLazy) reachable(file, seen);
  }
  return seen;
}
