/**
 * `node run.mjs < spec.json`: runs one host with a bare MCP server, and prints what the model received, as JSON. The scripts of `findings/`
 * use it. The packages are installed into a temporary directory, or into that of the variable `FINDINGS_PACKAGES`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frameworks } from "./frameworks.ts";
import { versionOf } from "./host.ts";
import type { Host } from "./host.ts";
import { agentHosts } from "./hosts.ts";
import { installHost } from "./install.ts";
import type { Step } from "./model/script.ts";
import { runSteps } from "./session.ts";

/** One run of a host. */
interface Spec {
  readonly host: string;
  /** Data of the bare server: `tools`, `instructions` and `delay`. */
  readonly server: unknown;
  readonly calls: readonly { readonly tool: string; readonly args: Step["args"] }[];
  /** Changes of the host's configuration file: in each pair, the first text is replaced by the second. */
  readonly replace?: readonly (readonly [string, string])[];
}

function findHost({ host: id, replace }: Spec): Host {
  const found = [...agentHosts, ...frameworks].find((host) => host.id === id);
  if (found === undefined) throw new Error(`no host ${id}`);
  if (replace === undefined) return found;
  return {
    ...found,
    launch(session) {
      const launch = found.launch(session);
      const files = Object.entries(launch.files ?? {}).map(([path, text]): [string, string] => [
        path,
        replace.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
      ]);
      return { ...launch, files: Object.fromEntries(files) };
    },
  };
}

async function main(): Promise<void> {
  const spec = JSON.parse(readFileSync(0, "utf8")) as Spec;
  const host = findHost(spec);
  const directory = mkdtempSync(join(tmpdir(), "finding-"));
  const bench = process.env["FINDINGS_PACKAGES"] ?? directory;
  try {
    const reason = await installHost(host, join(bench, host.id));
    if (reason !== undefined) throw new Error(reason);
    const data = join(directory, "server.json");
    writeFileSync(data, JSON.stringify(spec.server));
    const root = process.cwd();
    const server = [process.execPath, join(root, "findings/lib/bare-server.mjs"), data];
    const places = { bench, server, wire: join(root, "hosts/server/wire.mjs"), drivers: join(root, "hosts/frameworks") };
    const steps = spec.calls.map(({ tool, args }, index) => ({ id: `${index}`, tool, args }));
    const run = join(directory, "run");
    mkdirSync(run);
    const { heard, wire, ended } = await runSteps(host, places, { steps, mode: "progressive", profile: "allowed", directory: run });
    const received = wire.flatMap(({ from, message }) => (from === "client" && message?.method === "tools/call" ? [message.params] : []));
    const seen = {
      version: `${host.title} ${versionOf(host)}`,
      status: ended.status,
      tools: heard.first?.tools.map(({ text }) => JSON.parse(text) as unknown) ?? [],
      names: heard.first?.tools.map(({ name }) => name) ?? [],
      prompt: heard.first?.prompt ?? "",
      results: steps.map(({ id }) => heard.results.get(id) ?? null),
      received,
      output: `${ended.stdout}${ended.stderr}`.slice(-2000),
    };
    process.stdout.write(`${JSON.stringify(seen)}\n`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
