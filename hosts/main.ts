/**
 * `npm run hosts [-- NAME…]`: runs agent hosts and frameworks with a scripted model and the server of the last build, and writes
 * `hosts/results` and docs/hosts.md. With `--page`, it only writes the page from the results, and with
 * `--rules`, it only measures the rules of `install --permissions`. With `--vscode`, it prints what VS Code does with its rules, and fails if
 * docs/permissions.md says something else. Without names, it runs those that were not measured with this server. Linux only.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { frameworks } from "./frameworks.ts";
import type { Host } from "./host.ts";
import { agentHosts } from "./hosts.ts";
import { writeDemo } from "./demo.ts";
import { installHost } from "./install.ts";
import type { RunFacts } from "./measure.ts";
import { absentHost, measureHost, measureSlow } from "./measure.ts";
import { writeTables } from "./page.ts";
import { readResult, writeResult } from "./results.ts";
import { measureRules, writeRulesServer } from "./rules.ts";
import { measureVsCode } from "./vscode.ts";
import type { Places } from "./session.ts";
import { findChromium } from "../test/page/browser.ts";

const root = process.cwd();
const bench = join(root, ".bench/hosts");
const results = join(root, "hosts/results");
const page = join(root, "docs/hosts.md");
const all = [...agentHosts, ...frameworks];

/** Hosts that run at the same time. */
const CONCURRENT = 2;

const say = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Generates the server with the last build, and returns its path. */
function generateServer(): string {
  const directory = join(bench, "demo");
  const words = writeDemo(directory, join(root, "hosts/server/program.sh"));
  execFileSync(process.execPath, [join(root, "bin/climax-gen.cjs"), ...words], { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  return join(directory, "out/dist/server.mjs");
}

function selectHosts(names: readonly string[], { server }: RunFacts): readonly Host[] {
  const unknown = names.filter((name) => !all.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`unknown hosts: ${unknown.join(", ")}; choose from ${all.map(({ id }) => id).join(", ")}`);
  return all.filter(({ id }) => (names.length > 0 ? names.includes(id) : readResult(results, id)?.server !== server));
}

async function measure(host: Host, places: Places, facts: RunFacts): Promise<void> {
  const start = Date.now();
  const absent = await installHost(host, join(bench, host.id));
  writeResult(results, absent === undefined ? await measureHost(host, places, facts) : absentHost(host, facts, absent));
  say(`${host.title}: ${absent ?? `${Math.round((Date.now() - start) / 1000)} s`}`);
}

/** Runs the hosts with the rules of `install --permissions`, one after the other. */
async function measureAllRules(hosts: readonly Host[], places: Places): Promise<void> {
  const generator = join(root, "bin/climax-gen.cjs");
  const project = writeRulesServer(join(bench, "rules-demo"), generator);
  for (const host of hosts) {
    const result = readResult(results, host.id);
    if (host.shell === undefined || result === undefined || result.absent !== undefined) continue;
    const rules = await measureRules(host, places, { project, generator });
    writeResult(results, { ...result, ...(rules && { rules }) });
    say(`${host.title}: rules of install --permissions`);
  }
}

/** Runs the calls of 70 seconds at the same time, because they wait. */
async function measureAllSlow(hosts: readonly Host[], places: Places): Promise<void> {
  const waited = hosts.filter(({ kind, id }) => kind === "host" && readResult(results, id)?.absent === undefined);
  if (waited.length > 0) say(`a call of 70 seconds: ${waited.map(({ title }) => title).join(", ")}`);
  await Promise.all(
    waited.map(async (host) => {
      const slow = await measureSlow(host, places);
      const result = readResult(results, host.id);
      if (result !== undefined) writeResult(results, { ...result, slow });
    }),
  );
}

function writePage(): void {
  const measured = all.flatMap(({ id }) => readResult(results, id) ?? []);
  writeFileSync(page, writeTables(readFileSync(page, "utf8"), measured));
}

/** Prints the result of each command. Fails if one differs. */
async function measureEditor(): Promise<void> {
  const chromium = findChromium();
  if (chromium === undefined) throw new Error("chromium is not installed");
  const generator = join(root, "bin/climax-gen.cjs");
  const project = writeRulesServer(join(bench, "rules-demo"), generator);
  const { version, results: measured } = await measureVsCode(bench, { project, generator }, chromium);
  say(`Code - OSS ${version}`);
  for (const { command, result, expected } of measured) {
    say(`${result === expected ? "" : `expected ${expected}: `}${result}: ${command}`);
    if (result !== expected) process.exitCode = 1;
  }
}

async function main(names: readonly string[]): Promise<void> {
  if (names.includes("--page")) return writePage();
  if (names.includes("--vscode")) return await measureEditor();
  const server = generateServer();
  // The list of the hashes of all files: `server.mjs` only loads them.
  const built = readFileSync(join(dirname(server), ".climax-gen.json"));
  const hash = createHash("sha256").update(built).digest("hex").slice(0, 12);
  const facts: RunFacts = { date: new Date().toISOString().slice(0, 10), server: hash };
  const command = [process.execPath, server];
  const places: Places = { bench, server: command, wire: join(root, "hosts/server/wire.mjs"), drivers: join(root, "hosts/frameworks") };
  if (names.includes("--rules")) {
    await measureAllRules(all, places);
    return writePage();
  }
  const hosts = selectHosts(names, facts);
  const queue = [...hosts];
  const work = async (): Promise<void> => {
    for (let host = queue.shift(); host !== undefined; host = queue.shift()) await measure(host, places, facts);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  await measureAllRules(hosts, places);
  await measureAllSlow(hosts, places);
  writePage();
  say(`${hosts.length} of ${all.length} hosts measured; docs/hosts.md is written`);
}

await main(process.argv.slice(2));
