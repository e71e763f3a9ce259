/** Checks the packages and directories that each entry point loads immediately, and those that it loads on demand. */
import { describe, expect, it } from "vitest";
import { all, definitionOf, generator, packageOf, printImports, reachable, runtime } from "./imports.ts";

const SERVERS = ["runtime/server.ts", "runtime/process-server.ts", "runtime/bundled/compiled-server.ts"];
const LIBRARIES = ["runtime/index.ts", "runtime/client.ts", "runtime/browser.ts"];
const ENTRIES = [...LIBRARIES, ...SERVERS];
/** The modules of the runtime that the generator loads. */
const INTERNALS = generator.flatMap(({ target, isType }) => {
  const [, path] = /^@climax-gen\/runtime\/internal\/(.*)/.exec(target) ?? [];
  return path === undefined || isType ? [] : [`runtime/${path}.ts`];
});
const COMMANDS = [...new Set(generator.map(({ file }) => file))].filter((file) => file.startsWith("generator/commands/"));

/** Returns the packages, and the modules of Node.js, that a file loads immediately. */
const packagesOf = (entry: string): readonly string[] =>
  [...reachable(entry)].flatMap((target) => packageOf({ file: entry, target, isType: false, isLazy: false }) ?? []);

describe("the packages that an entry point loads immediately", () => {
  const isPackage = (name: string): boolean => !name.startsWith("node:");

  it.each<[string, readonly string[], readonly string[]]>([
    ["of a server, are the SDK", SERVERS, ["@modelcontextprotocol/server"]],
    ["of createServer, the index, the typed client, the page and the generator, are none", [...LIBRARIES, ...INTERNALS], []],
    ["of serving HTTP, are none", [definitionOf("listenOnHttp")], []],
    ["of the command, is the parser of its arguments", ["generator/cli.ts"], ["commander"]],
    ["of a generation, is the printer of differences", ["generator/commands/generate.ts"], ["diff"]],
  ])("%s", (_, entries, packages) => {
    for (const entry of entries) expect([entry, [...new Set(packagesOf(entry).filter(isPackage))]]).toEqual([entry, packages]);
  });

  it("of a command, never include the type checker, nor the printer of types; packaging needs no config format", () => {
    expect(COMMANDS.length).toBeGreaterThan(10);
    const heavy = new Set(["ts-morph", "json-schema-to-typescript"]);
    expect(COMMANDS.filter((command) => packagesOf(command).some((name) => heavy.has(name)))).toEqual([]);
    expect(packagesOf("generator/commands/package.ts")).not.toContain("zod");
  });

  it("of a server, exclude a module of Node.js that takes time to load", () => {
    for (const entry of SERVERS) expect([entry, reachable(entry).has("node:fs/promises")]).toEqual([entry, false]);
  });

  it("of createServer, the index and the typed client, start no programs", () => {
    for (const entry of LIBRARIES) expect([entry, packagesOf(entry)]).not.toEqual([entry, expect.arrayContaining(["node:child_process"])]);
  });
});

describe("the files that an entry point loads immediately", () => {
  it("exclude each file that one of them imports on demand", () => {
    const loaded = new Map([...ENTRIES, ...INTERNALS, "generator/cli.ts"].map((entry) => [entry, reachable(entry)]));
    const needless = all.filter(
      ({ isLazy, file, target }) => isLazy && [...loaded.values()].some((reached) => reached.has(file) && reached.has(target)),
    );
    expect(printImports(needless)).toEqual([]);
  });

  it.each([
    ["the validator of Directive tools", "findSchemaProblems"],
    ["the checks of arguments of Directive tools", "findArgumentProblems"],
    ["the handlers of Directive tools", "runDirectiveHandler"],
    ["the pages of output", "readOutput"],
    ["the detection of media types", "detectMediaType"],
    ["HTTP", "listenOnHttp"],
    ["OpenTelemetry", "startTelemetry"],
  ])("exclude %s, which is imported on demand", (_, name) => {
    const file = definitionOf(name);
    expect(ENTRIES.filter((entry) => reachable(entry).has(file))).toEqual([]);
    expect(runtime.some(({ target, isLazy }) => isLazy && target === file)).toBe(true);
  });

  it("of a server, exclude runtime/http/", () => {
    for (const entry of SERVERS) expect([...reachable(entry)].filter((target) => target.startsWith("runtime/http/"))).toEqual([]);
  });

  it("of the command, exclude the diagnostics, which come with the command that reads the inputs", () => {
    expect([...reachable("generator/cli.ts")].filter((target) => target.startsWith("generator/diagnostics/"))).toEqual([]);
    // Every generation loads this file before the bundle that has the diagnostics.
    const file = definitionOf("isThere");
    expect([...reachable(file)]).toEqual([file, "runtime/text/value-or.ts", "node:fs"]);
  });
});
