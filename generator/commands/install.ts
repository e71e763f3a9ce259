/** `climax-gen install <out> --client NAME`: registers a generated server with an MCP client, or takes it out again. */
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { ENGINE_PROGRAMS } from "@climax-gen/runtime";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { escapeUnprintable } from "../diagnostics/wording.ts";
import { hasProgram } from "../host.ts";
import type { ClientFile, GeneratedServer } from "../host-client-files.ts";
import { readClientFile, readServer, replaceClientFile } from "../host-client-files.ts";
import { toShownPath } from "../host-inputs.ts";
import { findStale } from "../host-project.ts";
import type { ClientFacts, ClientId, Scope } from "../install/clients.ts";
import { clientFacts } from "../install/clients.ts";
import { locateConfig } from "../install/config-path.ts";
import { formatDiff } from "../install/change-diff.ts";
import type { InstallPlan } from "../install/plan-install.ts";
import { planInstall } from "../install/plan-install.ts";
import { toSearchPath } from "../install/search-path.ts";
import type { ServerEntry } from "../install/server-entry.ts";
import { isVersioned, resolveFlags, toEntry } from "../install/server-entry.ts";
import { readServerFlags } from "../install/server-flags.ts";
import { toServerName } from "../install/server-name.ts";
import { readLaunchPolicy } from "../launch-policy.ts";
import type { Terminal } from "./terminal.ts";

export interface InstallFlags {
  readonly client: ClientId;
  readonly scope: Scope;
  /** Default: the server's own name. */
  readonly name?: string;
  /** The client's file, where it is not the usual one. */
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly uninstall?: boolean;
  readonly force?: boolean;
  /** What the client starts the server with. */
  readonly serverFlags: readonly string[];
}

/** What a run came to; without a plan there are errors. */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: InstallPlan;
  readonly file?: ClientFile;
  readonly backup?: string;
  readonly name?: string;
}

/**
 * Runs the command; returns the exit status: 1 where the file could not be made as asked, 2 for a scope that the client does not have
 * and for flags that the server does not start with.
 */
export async function runInstall(folder: string, flags: InstallFlags, terminal: Terminal): Promise<number> {
  const client = clientFacts(flags.client);
  const machine = { platform: process.platform, home: homedir(), workingFolder: process.cwd(), env: process.env };
  const path = flags.config === undefined ? locateConfig(client, flags.scope, machine) : resolve(flags.config);
  if (path === undefined) {
    terminal.err(`error: ${client.title} has no servers of a project, leave --scope out\n`);
    return 2;
  }
  const launch = flags.uninstall ? { kind: "serve" as const, policyFiles: [] } : readServerFlags(flags.serverFlags);
  if (launch.kind === "refused") {
    terminal.err(`error: ${escapeUnprintable(launch.problem)}\n`);
    return 2;
  }
  const problems = await findPolicyErrors(launch.policyFiles);
  const outcome = problems.length > 0 ? { diagnostics: problems } : bringToDate(folder, flags, { client, path });
  return report(outcome, { ...flags, place: { client, path } }, terminal);
}

/** What would keep the server from starting, where only the client's log says so. */
async function findPolicyErrors(paths: readonly string[]): Promise<readonly Diagnostic[]> {
  const read = await Promise.all(paths.map(readLaunchPolicy));
  return read.flatMap(({ policy, diagnostics }) => (policy === undefined ? diagnostics : []));
}

function report(outcome: Outcome, { place, ...flags }: InstallFlags & { readonly place: Place }, terminal: Terminal): number {
  const { diagnostics, plan, file } = outcome;
  if (plan?.kind === "change" && file) {
    terminal.out(formatDiff({ path: toShownPath(place.path), before: file.text, after: plan.text }, terminal.outColors));
  }
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  if (plan?.kind === "refused" && plan.snippet !== undefined) terminal.err(plan.snippet);
  const isFailure = hasError(diagnostics);
  terminal.err(`${isFailure ? "nothing was changed" : summarize(outcome, flags, place)}\n`);
  return isFailure ? 1 : 0;
}

interface Place {
  readonly client: ClientFacts;
  readonly path: string;
}

function bringToDate(folder: string, flags: InstallFlags, { client, path }: Place): Outcome {
  const wanted = flags.uninstall ? findInstalled(folder, flags) : prepareServer(folder, flags, client);
  if ("code" in wanted) return { diagnostics: [wanted] };
  const { name, server, entry, warnings } = wanted;
  const file = readClientFile(path);
  if ("code" in file) return { diagnostics: [...warnings, file] };
  const source = { path: toShownPath(path), text: file.text };
  const plan = planInstall(source, { client, name, server, force: flags.force ?? false, ...(entry && { entry }) });
  if (plan.kind === "refused") return { diagnostics: [...warnings, plan.diagnostic], plan };
  if (plan.kind === "unchanged" || flags.dryRun) return { diagnostics: warnings, plan, file, name };
  const replaced = replaceClientFile(file, plan.text);
  return "code" in replaced ? { diagnostics: [...warnings, replaced] } : { diagnostics: warnings, plan, file, name, ...replaced };
}

interface WantedServer {
  readonly name: string;
  /** Full path of `server.mjs`. */
  readonly server: string;
  readonly entry?: ServerEntry;
  readonly warnings: readonly Diagnostic[];
}

/** A server can be taken out of a client when its folder is gone, if it is named. */
function findInstalled(folder: string, { name }: InstallFlags): WantedServer | Diagnostic {
  const found = readServer(folder);
  if (!("code" in found)) return { name: name ?? toServerName(found.header.name), server: resolve(found.path), warnings: [] };
  return name === undefined ? found : { name, server: resolve(folder, "dist/server.mjs"), warnings: [] };
}

function prepareServer(folder: string, flags: InstallFlags, client: ClientFacts): WantedServer | Diagnostic {
  const found = readServer(folder);
  if ("code" in found) return found;
  const stale = findStale(dirname(found.path), folder);
  if (stale !== undefined) return stale;
  const { header } = found;
  const server = resolve(found.path);
  const serverFlags = resolveFlags(flags.serverFlags, process.cwd(), process.platform);
  const { path: searchPath, missing } = toSearchPath(header, {
    env: { ...process.env } as Record<string, string>,
    isProgram: (program) => hasProgram(program, ""),
    // A policy that is given at launch may run the tools in any of them.
    optional: hasFlag(serverFlags, "--policy") ? ENGINE_PROGRAMS : [],
  });
  // On Windows, programs that are started from the desktop have the same PATH as a shell.
  const extra = process.platform === "win32" ? {} : { searchPath };
  const warnings = [
    ...missing.map((command) => diagnose("command-not-found", { path: toShownPath(folder) }, { command })),
    ...(isVersioned(process.execPath) ? [diagnose("versioned-node", { path: toShownPath(process.execPath) })] : []),
    ...(needsRoot(found, serverFlags) ? [diagnose("root-missing", { path: toShownPath(folder) })] : []),
  ];
  const entry = toEntry(client, { node: process.execPath, server, flags: serverFlags, ...extra });
  return { name: flags.name ?? toServerName(header.name), server, entry, warnings };
}

/** A Directive definition, which has no command, is read below the working directory unless a flag says where. */
function needsRoot({ header }: GeneratedServer, flags: readonly string[]): boolean {
  return header.clis.some(({ cli }) => cli.program === undefined) && !hasFlag(flags, "--root");
}

function hasFlag(flags: readonly string[], name: string): boolean {
  return flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
}

function summarize({ plan, file, backup, name = "" }: Outcome, flags: InstallFlags, { client, path }: Place): string {
  const where = escapeUnprintable(toShownPath(path));
  if (plan?.kind !== "change") {
    const state = flags.uninstall ? "is not there, nothing to remove" : "is already installed, nothing to change";
    return `${where}: ${name} ${state}`;
  }
  if (flags.dryRun) return `${where}: would ${plan.change} ${name}, nothing was written`;
  const old = backup === undefined ? "" : `\nthe old file is ${escapeUnprintable(toShownPath(backup))}`;
  const next = flags.uninstall ? "" : `, ${client.reload}`;
  return `${where}: ${DONE[plan.change]} ${name}${file?.bytes === undefined ? " to a new file" : ""}${next}${old}`;
}

const DONE = { add: "added", update: "updated", replace: "replaced", remove: "removed" } as const;
