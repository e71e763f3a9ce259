/**
 * Runs `npm run bench` as a user does: its files, its failures, and its cleanup after an interrupt. The script bundles the benchmarks once; the
 * tests start the bundle, which saves a second for each.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Finished, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { readPid } from "../fixtures/programs.ts";

const BENCH = join(ROOT, "scripts/bench.mjs");
const BUNDLED = join(ROOT, ".bench/code/main.mjs");
const PROFILES = join(ROOT, ".bench/profiles/start");

/** Temporary directory of a run, which is empty again when the run has ended. */
let folder: string;

/** The first run, which bundles the benchmarks. */
let first: Finished;

beforeAll(async () => {
  first = await run(process.execPath, [BENCH, "start", "--round", "5"]);
});
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "tmp"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, TMPDIR: join(folder, "tmp"), INIT_CWD: folder });
const bench = (...words: readonly string[]) => run(process.execPath, [BUNDLED, ...words], { env: environment(), cwd: ROOT });

/** Writes a peer whose generator is this script. Returns its directory. */
function writePeer(script: string): string {
  const files = {
    "node_modules/openapi-mcp-generator/package.json": JSON.stringify({ version: "0.0.0" }),
    "node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js": script,
    "node_modules/axios/package.json": "{}",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Returns the code of a generator that writes this code as its server. */
const serverThat = (code: string): string =>
  `const fs = require("node:fs"); fs.mkdirSync("out/src", { recursive: true }); fs.writeFileSync("out/src/index.ts", ${JSON.stringify(code)});`;

const REFUSAL = `process.stdin.once("data", () => console.log('{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"no luck"}}'));`;

describe("a run", () => {
  it("writes its results as JSON, with the machine and without a date", async () => {
    const { status, stdout } = await bench("start", "--tools", "10", "--rounds", "1", "--json", "made/figures.json");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Cold start[^]*Memory[^]*Targets/)]);
    const report = JSON.parse(readFileSync(join(folder, "made/figures.json"), "utf8")) as Record<string, unknown>;
    expect(report).toEqual({
      machine: expect.objectContaining({ node: process.version, processors: expect.any(Number) }),
      seed: 1,
      options: expect.objectContaining({ tools: "10", rounds: "1" }),
      isProfiled: false,
      benchmarks: [expect.objectContaining({ name: "start", tables: [expect.anything(), expect.anything()] })],
      failed: [],
      targets: [expect.objectContaining({ name: "startMemory", unit: "MB", most: 14, isMet: expect.any(Boolean) })],
    });
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("profiles the timed code, in a directory for each variant, and warns that its timings are not meaningful", async () => {
    const { status, stdout } = await bench("start", "--tools", "10", "--rounds", "1", "--profile");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^[^\n]+\nprofiled: the measured processes are slower[^]*\nprofiled: /)]);
    expect(stdout).not.toContain("Targets");
    const profiled = readdirSync(PROFILES).toSorted();
    expect(profiled).toEqual([
      "10-tools-classic-tools-list",
      "10-tools-first-call-2025",
      "10-tools-first-call-2026",
      "10-tools-first-search-2025",
      "10-tools-first-search-2026",
      "10-tools-tools-list-2025",
      "10-tools-tools-list-2026",
      "bare-node",
      "server-of-10-tools",
    ]);
    const profiles = profiled.map((variant) => readProfiles(join(PROFILES, variant)));
    expect(profiles.filter((ofVariant) => !ofVariant.some(({ samples }) => samples.length > 0))).toEqual([]);
    const scripts = profiles.flat().flatMap(({ nodes }) => nodes.map(({ callFrame }) => callFrame.url));
    expect(scripts.filter((url) => url.includes(".bench/code"))).toEqual([]);
    // On a busy machine, the profile of a short call can have no sample of the server.
    expect(scripts).toContainEqual(expect.stringContaining("out/dist/"));
  });

  it.each([
    ["a server ends", serverThat("throw Error('no luck')"), /build\/index\.js ended before it answered initialize:\n[^]*Error: no luck/],
    ["a server returns an error", serverThat(REFUSAL), /initialize received .*"message":"no luck"/],
  ])("exits with 1 if %s, and prints its output", async (_title, script, message) => {
    const { status, stderr } = await bench("peers", "--rounds", "1", "--peers", writePeer(script));
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^peers failed: /m);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("continues with the next benchmark after a failed one", async () => {
    const peers = writePeer("throw Error('no luck')");
    const { status, stdout, stderr } = await bench("peers", "diff", "--tools", "1", "--rounds", "1", "--peers", peers);
    expect([status, stdout]).toEqual([1, expect.stringContaining("Two trees of 1 tools")]);
    expect(stderr).toMatch(/openapi-mcp-generator\.js -i api\.json -o out --force ended with 1:\n[^]*Error: no luck/);
    expect(stderr).toMatch(/^peers failed: /m);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("exits with 2 on incorrect usage, before any measurement", () => {
    expect(first).toEqual({
      status: 2,
      stdout: "",
      stderr: "bench: there is no option --round: did you mean --rounds?\n",
    });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("leaves no process and no directory on %s", async (signal, want) => {
    const pidFile = join(folder, "pid");
    writePeer(`require("node:fs").writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setTimeout(() => {}, 120_000);`);
    const interrupted = spawn(process.execPath, [BUNDLED, "peers", "--peers", folder], { cwd: ROOT, env: environment(), stdio: "ignore" });
    const pid = await readPid(pidFile);
    interrupted.kill(signal);
    expect(await once(interrupted, "close")).toEqual([want, null]);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });
});

interface Profile {
  readonly nodes: readonly { readonly callFrame: { readonly url: string } }[];
  readonly samples: readonly number[];
}

function readProfiles(directory: string): readonly Profile[] {
  return readdirSync(directory).map((file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Profile);
}
