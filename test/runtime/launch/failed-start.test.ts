import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPlatformProblem } from "../../../runtime/launch/failed-start.ts";
import { ROOT } from "../../e2e/project.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import { PATIENCE_MS } from "../../fixtures/until.ts";

const PROBLEM = "this server needs Linux, macOS or another POSIX system, and does not run on Windows: start it in WSL or in a container";

describe("a platform", () => {
  it.each(["linux", "darwin", "freebsd", "openbsd", "aix", "sunos"] as const)("such as %s is not an error", (platform) => {
    expect(findPlatformProblem(platform)).toBeUndefined();
  });

  it("without process groups is an error", () => {
    expect(findPlatformProblem("win32")).toBe(PROBLEM);
  });

  it.each(["package.json", "runtime/package.json"])("without process groups does not install %s", (path) => {
    expect(JSON.parse(readFileSync(join(ROOT, path), "utf8"))).toMatchObject({ os: ["!win32"] });
  });
});

describe("a server on Windows", () => {
  let servers: SourceServers;
  beforeAll(async () => {
    servers = await bundleSourceServer();
  });
  afterAll(() => servers.remove());

  it("ends with status 1 and the reason, and still prints its version", () => {
    const preload = join(servers.folder, "windows.cjs");
    writeFileSync(preload, 'Object.defineProperty(process, "platform", { value: "win32" });\n');
    const env = { ...servers.serving({ parts: [toPart({ command: ["true"] }, { look: {} })], classic: true }), PATH: process.env["PATH"] };
    const start = (...args: readonly string[]) =>
      spawnSync(process.execPath, ["--require", preload, servers.script, ...args], {
        env,
        input: "",
        encoding: "utf8",
        timeout: PATIENCE_MS,
      });
    expect(start()).toMatchObject({ status: 1, stdout: "", stderr: `cannot start: ${PROBLEM}\n` });
    expect(start("--http", "0")).toMatchObject({ status: 1, stderr: `cannot start: ${PROBLEM}\n` });
    expect(start("--version")).toMatchObject({ status: 0, stderr: "" });
  });
});
