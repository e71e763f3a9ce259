/** Checks the packages and directories that each entry point loads immediately, and those that it loads on demand. */
import { describe, expect, it } from "vitest";
import { reachable, runtime } from "./imports.ts";

describe("entry points", () => {
  it("load large packages only in the commands that need them", () => {
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

  it("load the diagnostics of climax-gen with the command that reads the inputs", () => {
    expect([...reachable("generator/cli.ts")].filter((target) => target.startsWith("generator/diagnostics/"))).toEqual([]);
    // Every generation loads this file before the bundle that has the diagnostics.
    expect([...reachable("generator/host/file-system.ts")]).toEqual(["generator/host/file-system.ts", "node:fs"]);
  });

  it("load re2js with the first pattern, not with the server or the index", () => {
    for (const entry of ["runtime/index.ts", "runtime/compiler.ts", "runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      expect(reachable(entry)).toContain("runtime/text/linear-pattern.ts");
      expect(reachable(entry)).not.toContain("re2js");
    }
  });

  it("load the validator and the handlers of Directive tools with the first call of one", () => {
    for (const entry of ["runtime/index.ts", "runtime/compiler.ts", "runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      const reached = [...reachable(entry)].filter((target) => /^runtime\/(call|directive|json-schema)\//.test(target));
      expect(
        reached.filter((target) => /evaluate|validate|assertions|formats|handlers|read-only-folder|call-directive-tool/.test(target)),
      ).toEqual([]);
    }
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/directive/handlers.ts")).toBe(true);
  });

  it("load JMESPath with the first `select`", () => {
    for (const entry of ["runtime/index.ts", "runtime/compiler.ts", "runtime/bundled/compiled-server.ts", "generator/check-inputs.ts"]) {
      expect(reachable(entry)).not.toContain("@jmespath-community/jmespath");
    }
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/output/select.ts")).toBe(true);
  });

  it("load file-type with the first output that is not text, and the pages of output with their first call", () => {
    for (const entry of ["runtime/index.ts", "runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      const reached = [...reachable(entry)];
      expect(reached).toContain("runtime/output/spool.ts");
      expect(reached.filter((target) => /^file-type$|\/(read-spool|read-output|media-type)\.ts$/.test(target))).toEqual([]);
    }
  });

  it("load OpenTelemetry if a collector is configured", () => {
    for (const entry of ["runtime/server.ts", "runtime/bundled/compiled-server.ts", "runtime/http/listen.ts"]) {
      expect([...reachable(entry)].filter((target) => target.startsWith("@opentelemetry"))).toEqual([]);
    }
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/telemetry/otel.ts")).toBe(true);
  });

  it("load HTTP with its flag, and token validation with its own flags", () => {
    for (const entry of ["runtime/server.ts", "runtime/bundled/compiled-server.ts"]) {
      expect([...reachable(entry)].filter((target) => target.startsWith("runtime/http/"))).toEqual([]);
    }
    expect(reachable("runtime/http/listen.ts")).not.toContain("jose");
    expect(runtime.some(({ target, isLazy }) => isLazy && target === "runtime/http/listen.ts")).toBe(true);
  });

  it("load neither the SDK nor child processes with createServer, the index or the typed client", () => {
    for (const entry of ["runtime/index.ts", "runtime/client.ts", "runtime/compiler.ts"]) {
      expect(
        [...reachable(entry)].filter((target) => target.startsWith("@modelcontextprotocol") || target === "node:child_process"),
      ).toEqual([]);
    }
  });
});
