/** Compares start and generation times with other generators of MCP servers, if they are installed. */
import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { climaxPeer } from "./climax-peer.ts";
import { generationFloor } from "./generate.ts";
import { openapiPeer } from "./openapi-peer.ts";
import type { InstalledPeer, Peer } from "./peer.ts";
import type { TimedCommand } from "./processes.ts";
import { BARE_NODE, timeProcess } from "./processes.ts";
import { climaxGen, configsFor, generateServer, writeFiles } from "./projects.ts";
import { timeStart } from "./start.ts";
import { syntheticConfigs } from "./synthetic.ts";
import type { Timing, Variant } from "./timing.ts";
import { medianRatio, timeSideBySide } from "./timing.ts";

export const PEERS: readonly Peer[] = [openapiPeer, climaxPeer];

/** Number of tools in the configs that CLImax ships. */
const SERVED = 68;

const GENERATED = [68, 1_000] as const;

export const peers: Benchmark = {
  name: "peers",
  title: "starts and generation compared with other generators, if they are installed",
  options: ["peers", "rounds"],
  async run(context) {
    const folder = context.options.peers ?? resolve(".bench/peers");
    return [await timeServers(folder, context), await timeGenerations(folder, context)];
  },
};

interface FoundPeer {
  readonly peer: Peer;
  /** Name and version. */
  readonly name: string;
  readonly installed: InstalledPeer;
}

function findPeers(folder: string): readonly FoundPeer[] {
  return PEERS.flatMap((peer) => {
    const installed = peer.find(folder);
    return installed === undefined ? [] : [{ peer, name: `${peer.name} ${installed.version}`, installed }];
  });
}

/** Returns a row for each missing peer, and how to install it. */
function missingRows(folder: string, columns: number): BenchTable["rows"] {
  return missingPeers(folder).map(({ name }) => [`${name}, not installed`, ...Array.from({ length: columns - 1 }, () => "")]);
}

function installationNote(folder: string): string {
  const shown = relative("", folder).startsWith("..") ? folder : relative("", folder);
  return missingPeers(folder)
    .map(({ name, installation }) => ` To install ${name}: \`${installation(shown)}\`.`)
    .join("");
}

function missingPeers(folder: string): readonly Peer[] {
  return PEERS.filter((peer) => peer.find(folder) === undefined);
}

async function timeServers(folder: string, context: BenchContext): Promise<BenchTable> {
  const found = findPeers(folder);
  const own = await generateServer(SERVED, context.seed);
  const configs = configsOf(SERVED, context);
  const variants: Variant[] = [
    { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
    toVariant("climax-gen", own),
    toVariant("climax-gen, --classic", { ...own, args: [...own.args, "--classic"] }),
  ];
  for (const { name, installed } of found) variants.push(toVariant(name, await installed.server(configs)));
  const rounds = numberOption(context, "rounds", 15);
  context.say(`starting ${variants.length} servers ${rounds} times`);
  const timings = await timeSideBySide(variants, rounds);
  const [, ours, classic, ...others] = timings;
  const against = (timing: Timing): readonly (number | string)[] =>
    others.includes(timing) ? [ratioOf(ours, timing), ratioOf(classic, timing)] : ["", ""];
  const openapi = others[found.findIndex(({ peer }) => peer === openapiPeer)];
  return {
    title: `Start of a server of ${SERVED} tools: from spawn to the responses to the handshake and tools/list, protocol of 2025`,
    columns: ["server", "ms", "against bare node", "climax-gen against the server", "climax-gen --classic against the server"],
    rows: [...timings.map((timing) => [timing.name, timing.ms, timing.ratio, ...against(timing)]), ...missingRows(folder, 5)],
    measured: { startPeer: ratioOf(ours, openapi) },
    note: `openapi-mcp-generator lists every tool, as \`--classic\` does; CLImax lists two.${installationNote(folder)}`,
    isPartial: missingPeers(folder).length > 0,
  };
}

function ratioOf(timing: Timing | undefined, other: Timing | undefined): number {
  return medianRatio(timing?.samples ?? [], other?.samples ?? []);
}

function toVariant(name: string, server: TimedCommand): Variant {
  return { name, run: () => timeStart({ ...server, profile: name }, "tools/list", "2025") };
}

function configsOf(tools: number, { seed }: BenchContext): ReadonlyMap<string, string> {
  return syntheticConfigs({ tools, configs: configsFor(tools), seed });
}

/** Compares the time of a generation with that of openapi-mcp-generator. */
async function timeGenerations(folder: string, context: BenchContext): Promise<BenchTable> {
  const generation = openapiPeer.find(folder)?.generation;
  const rounds = numberOption(context, "rounds", 5);
  const rows: (readonly (number | string)[])[] = [];
  const ratios = new Map<number, number>();
  for (const tools of GENERATED) {
    context.say(`generating ${tools} tools ${rounds} times`);
    const configs = configsOf(tools, context);
    const timings = await timeSideBySide(generationsOf(configs, generation?.(configs)), rounds);
    const [, , sources, peer] = timings;
    ratios.set(tools, ratioOf(sources, peer));
    const seconds = timings.map(({ ms }) => ms / 1000);
    rows.push(peer === undefined ? [tools, ...seconds, "", ""] : [tools, ...seconds, ratioOf(sources, peer)]);
  }
  return {
    title: "Generation, whole processes, in seconds",
    columns: [
      "tools",
      "floor",
      "climax-gen",
      "climax-gen --no-bundle",
      "openapi-mcp-generator",
      "--no-bundle against openapi-mcp-generator",
    ],
    rows,
    measured: { generatePeer: ratios.get(68) },
    note: "The floor parses the YAML and builds plain strings. openapi-mcp-generator reads JSON, and makes one file of code, which is not bundled.",
    isPartial: generation === undefined,
  };
}

function generationsOf(configs: ReadonlyMap<string, string>, peer: TimedCommand | undefined): readonly Variant[] {
  const cwd = writeFiles(configs);
  const fresh = async (command: TimedCommand, name: string): Promise<number> => {
    rmSync(join(command.cwd ?? cwd, "out"), { recursive: true, force: true });
    return await timeProcess({ ...command, profile: `${configs.size} configs ${name}` });
  };
  const own = (...flags: readonly string[]): Variant => {
    const name = ["climax-gen", ...flags].join(" ");
    return { name, run: () => fresh(climaxGen(["configs", "-o", "out", ...flags], cwd), name) };
  };
  const name = openapiPeer.name;
  const floor = { name: "floor", run: () => timeProcess(generationFloor(cwd, `${configs.size} configs floor`)) };
  return [floor, own(), own("--no-bundle"), ...(peer === undefined ? [] : [{ name, run: () => fresh(peer, name) }])];
}
