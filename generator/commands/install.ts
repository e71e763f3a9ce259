/** `climax-gen install <out> --client NAME`: registers a generated server with an MCP client, or removes it. */
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { ENGINE_PROGRAMS } from "@climax-gen/runtime/internal/executor/engine";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { shellPath } from "../text/shell-word.ts";
import { escapeUnprintable } from "../text/wording.ts";
import { readEnvironment } from "../host/environment.ts";
import { findProgram } from "../host/find-program.ts";
import type { ClientFile } from "../host/client-files.ts";
import type { RulePlan, RuleTarget, WrittenRules } from "../host/rule-files.ts";
import { planRuleFiles, writeRuleFiles } from "../host/rule-files.ts";
import { readClientFile, replaceClientFile } from "../host/client-files.ts";
import { toShownPath } from "../text/shown-path.ts";
import type { GeneratedServer } from "../host/project.ts";
import { findStale, readServer, readTools } from "../host/project.ts";
import type { ClientFacts, ClientId, ClientScope } from "../install/clients.ts";
import { clientFacts } from "../install/clients.ts";
import { locateConfig } from "../install/config-path.ts";
import { codexApprovals } from "../install/permissions/own-rules.ts";
import type { Permissions } from "../install/permissions/permissions.ts";
import { toPermissions } from "../install/permissions/permissions.ts";
import { describeRuleFiles, shownPath } from "../install/permissions/describe.ts";
import { findRuleProblem } from "../install/permissions/rule-file.ts";
import { findShellForms } from "../install/permissions/shell-forms.ts";
import type { ShellRule } from "../install/permissions/shell-rule.ts";
import type { InstallPlan } from "../install/plan-install.ts";
import { formatChange, planInstall } from "../install/plan-install.ts";
import { toSearchPath } from "../install/search-path.ts";
import type { ServerEntry } from "../install/entry-value.ts";
import { addModeFlag, isVersioned, resolveFlags, toEntry } from "../install/server-entry.ts";
import { findCallerSecret } from "../install/caller-secrets.ts";
import { listsEveryTool, readServerFlags } from "../install/server-flags.ts";
import { toServerName } from "../install/server-name.ts";
import { listOpenHazards } from "../generation/previous-run.ts";
import { findServerPrograms } from "../describe/server-programs.ts";
import { readLaunchPolicy } from "../inputs/launch-policy.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { refuseUsage } from "../terminal/usage-problem.ts";

/** Options of `climax-gen install`. */
export interface InstallFlags {
  readonly client: ClientId;
  readonly scope: ClientScope;
  /** Name of the server in the client. Defaults to the server's name. */
  readonly name?: string;
  /** Path of the client's file. Defaults to the standard location. */
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly uninstall?: boolean;
  readonly force?: boolean;
  /** Installs a server with warnings without a decision. */
  readonly acceptHazards?: boolean;
  /** Writes the keys with which the client runs the tools without asking. */
  readonly trust?: boolean;
  /** Writes rules of the client about the tools and the shell. */
  readonly permissions?: boolean;
  /** The rule about shell commands of the server's programs. Defaults to `deny`. */
  readonly shell?: ShellRule;
  /** Flags with which the client starts the server. */
  readonly serverFlags: readonly string[];
}

/** Result of a run. `plan` is omitted if an error occurred first. */
interface InstallOutcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: InstallPlan;
  readonly file?: ClientFile;
  readonly backup?: string;
  readonly name?: string;
  readonly rules?: RulePlan;
  readonly written?: WrittenRules["written"];
}

/**
 * Runs the command. Returns the exit status: 0 on success, 1 if the file could not be changed, 2 for invalid server flags, or for a scope
 * or `--trust` that the client does not support.
 */
export async function runInstall(folder: string, flags: InstallFlags, terminal: Terminal): Promise<number> {
  const client = clientFacts(flags.client);
  const machine = { platform: process.platform, home: homedir(), workingDirectory: process.cwd(), env: process.env };
  const path = flags.config === undefined ? locateConfig(client, flags.scope, machine) : resolve(flags.config);
  if (path === undefined)
    return refuseUsage({ problem: `${client.title} does not support project servers`, help: "omit --scope" }, terminal);
  if (!isAbsolute(path)) {
    const problem = `the path of the client's file is not absolute: ${path}`;
    return refuseUsage({ problem, help: "set HOME to your home directory, or use --config" }, terminal);
  }
  if (flags.trust && !flags.uninstall && "help" in client.trust) {
    const help = client.trust.help.replace("NAME", flags.name ?? "NAME");
    return refuseUsage({ problem: `no setting in the file of ${client.title} makes it run tools without asking`, help }, terminal);
  }
  const ruleProblem = flags.permissions && !flags.uninstall ? findRuleProblem(client, flags.scope) : undefined;
  if (ruleProblem !== undefined) return refuseUsage(ruleProblem, terminal);
  const launch = flags.uninstall ? { kind: "serve" as const, policyFiles: [] } : readServerFlags(flags.serverFlags, isClassic(folder));
  if (launch.kind === "refused") {
    const { problem, help = `run \`node ${escapeUnprintable(shellPath(join(folder, "dist/server.mjs")))} --help\`` } = launch;
    return refuseUsage({ problem, help }, terminal);
  }
  const problems = await findPolicyErrors(launch.policyFiles);
  const outcome = problems.length > 0 ? { diagnostics: problems } : applyInstall(folder, flags, { client, path, machine });
  return report(outcome, { ...flags, target: { client, path, machine } }, terminal);
}

/** Reports whether the server registers every tool by default. A server that cannot be read is reported later. */
function isClassic(folder: string): boolean {
  const found = readServer(folder);
  return !("code" in found) && found.header.classic;
}

/** Checks the startup policies now, because their errors would otherwise appear only in the client's log. */
async function findPolicyErrors(paths: readonly string[]): Promise<readonly Diagnostic[]> {
  const read = await Promise.all(paths.map(readLaunchPolicy));
  return read.flatMap(({ files, diagnostics }) => (files.length === 0 ? diagnostics : []));
}

function report(outcome: InstallOutcome, { target, ...flags }: InstallFlags & { readonly target: RuleTarget }, terminal: Terminal): number {
  const { diagnostics, plan, file, rules } = outcome;
  if (plan?.kind === "change" && file) {
    const changed = {
      path: shownPath(target.path),
      isNew: file.bytes === undefined,
      container: target.client.container,
    };
    terminal.out(formatChange(changed, plan.shown, terminal.outColors));
  }
  for (const { file: changed, change } of rules?.planned ?? []) {
    const shown = { path: shownPath(changed.path), isNew: changed.bytes === undefined, container: change.file };
    terminal.out(formatChange(shown, change.shown, terminal.outColors));
  }
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  if (plan?.kind === "refused" && plan.snippet !== undefined) terminal.err(plan.snippet);
  const isFailure = hasError(diagnostics);
  const done = [summarize(outcome, flags, target), ...describeRuleFiles(outcome, flags)].join("\n");
  terminal.err(`${isFailure && outcome.written === undefined ? "nothing was changed" : done}\n`);
  return isFailure ? 1 : 0;
}

function applyInstall(folder: string, flags: InstallFlags, target: RuleTarget): InstallOutcome {
  const { client, path } = target;
  const prepared = flags.uninstall ? prepareRemoval(folder, flags) : prepareServer(folder, flags, client);
  if ("code" in prepared) return { diagnostics: [prepared] };
  const { name, server, entry, warnings } = prepared;
  const file = readClientFile(path);
  if ("code" in file) return { diagnostics: [...warnings, file] };
  const source = { path: toShownPath(path), text: file.text };
  const plan = planInstall(source, { client, name, server, force: flags.force ?? false, ...(entry && { entry }) });
  if (plan.kind === "refused") return { diagnostics: [...warnings, plan.diagnostic], plan };
  const rules = planRuleFiles(target, flags, prepared);
  if (rules !== undefined && "code" in rules) return { diagnostics: [...warnings, rules] };
  const diagnostics = [...warnings, ...(rules?.warnings ?? [])];
  const planned = { diagnostics, plan, file, name, ...(rules && { rules }) };
  if (flags.dryRun) return planned;
  const replaced = plan.kind === "unchanged" ? {} : replaceClientFile(file, plan.text);
  if ("code" in replaced) return { diagnostics: [...diagnostics, replaced] };
  const { written, diagnostic } = writeRuleFiles(rules?.planned ?? []);
  return { ...planned, ...replaced, written, diagnostics: [...diagnostics, ...(diagnostic ? [diagnostic] : [])] };
}

interface PreparedServer {
  readonly name: string;
  /** Absolute path of `server.mjs`. */
  readonly server: string;
  readonly entry?: ServerEntry;
  /** The permissions to write. Omitted without `--permissions`. */
  readonly permissions?: Permissions;
  readonly warnings: readonly Diagnostic[];
}

/** Finds the server to remove. If its directory no longer exists, `--name` is required. */
function prepareRemoval(folder: string, { name }: InstallFlags): PreparedServer | Diagnostic {
  const found = readServer(folder);
  if (!("code" in found)) return { name: name ?? toServerName(found.header.name), server: resolve(found.path), warnings: [] };
  if (name !== undefined) return { name, server: resolve(folder, "dist/server.mjs"), warnings: [] };
  return diagnose("no-server", { path: toShownPath(folder) }, { isRemoval: true });
}

function prepareServer(folder: string, flags: InstallFlags, client: ClientFacts): PreparedServer | Diagnostic {
  const found = readServer(folder);
  if ("code" in found) return found;
  const stale = findStale(dirname(found.path), folder);
  if (stale !== undefined) return stale;
  const tools = readTools(found, folder);
  if ("code" in tools) return tools;
  const [hazard, ...others] = flags.acceptHazards === true ? [] : listOpenHazards(folder);
  if (hazard !== undefined) return diagnose("open-hazards", { path: toShownPath(folder) }, { count: others.length + 1, first: hazard });
  const { header } = found;
  const secret = findCallerSecret(
    header.policies ?? [],
    header.clis.map(({ cli }) => cli),
  );
  if (secret !== undefined) return diagnose("server-needs-http", { path: toShownPath(folder) }, { secret });
  const server = resolve(found.path);
  const serverFlags = resolveFlags(flags.serverFlags, process.cwd(), process.platform);
  const { path: searchPath, missing } = toSearchPath(findServerPrograms(tools, header.policies), {
    env: readEnvironment(),
    isProgram: (program) => findProgram(program, "") !== undefined,
    // A startup policy can select any executor.
    optional: hasFlag(serverFlags, "--policy") ? ENGINE_PROGRAMS : [],
  });
  // On Windows, programs started from the desktop have the same PATH as a shell.
  const extra = process.platform === "win32" ? {} : { searchPath };
  const name = flags.name ?? toServerName(header.name);
  const words = addModeFlag({ ...client, ...(flags.permissions && { runsOnlyReads: true }) }, serverFlags, header);
  const forms = flags.permissions && flags.shell !== "leave" ? findShellForms(tools) : { commands: [], uncovered: [] };
  const permissions = flags.permissions ? toPermissions({ name, flags: words, header, tools }, flags.shell ?? "deny", forms) : undefined;
  const warnings = [
    ...(forms.uncovered.length > 0 ? [diagnose("uncovered-programs", { path: toShownPath(folder) }, { programs: forms.uncovered })] : []),
    ...findLongNames(name, tools, listsEveryTool(serverFlags, header.classic, tools)),
    ...missing.map((command) => diagnose("command-not-found", { path: toShownPath(folder) }, { command })),
    ...(isVersioned(process.execPath) ? [diagnose("versioned-node", { path: toShownPath(process.execPath) })] : []),
    ...(needsRoot(found, serverFlags) ? [diagnose("root-missing", { path: toShownPath(folder) })] : []),
  ];
  const trust = flags.trust && "entry" in client.trust ? { trust: client.trust.entry } : {};
  const approvals = permissions && client.id === "codex" ? codexApprovals(permissions) : {};
  const entry = { ...toEntry(client, { node: process.execPath, server, flags: words, ...extra, ...trust }), ...approvals };
  return { name, server, entry, warnings, ...(permissions && { permissions }) };
}

/** Maximum length of the names of server and tool together. Cursor hides tools above it; others reject `mcp__server__tool` above 64. */
const MAX_CLIENT_NAME = 60;

/** Returns a warning about tools that clients hide because their names are too long. In progressive mode, they only see the meta-tools. */
function findLongNames(server: string, tools: readonly Pick<Tool, "name">[], isListed: boolean): readonly Diagnostic[] {
  const long = isListed ? tools.filter(({ name }) => server.length + name.length > MAX_CLIENT_NAME) : [];
  if (long.length === 0) return [];
  return [diagnose("long-client-names", { path: server }, { tools: long.map(({ name }) => name), limit: MAX_CLIENT_NAME })];
}

/** Reports whether the server needs `--root`: it has Directive definitions, which read below the working directory by default. */
function needsRoot({ header }: GeneratedServer, flags: readonly string[]): boolean {
  return header.clis.some(({ cli }) => cli.program === undefined) && !hasFlag(flags, "--root");
}

function hasFlag(flags: readonly string[], name: string): boolean {
  return flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
}

function summarize({ plan, file, backup, name = "" }: InstallOutcome, flags: InstallFlags, { client, path }: RuleTarget): string {
  const where = shownPath(path);
  if (plan?.kind !== "change") {
    const state = flags.uninstall ? "is not installed, nothing to remove" : "is already installed, nothing to change";
    return `${where}: ${name} ${state}`;
  }
  if (flags.dryRun) return `${where}: would ${plan.change} ${name}, nothing was written`;
  const saved = backup === undefined ? "" : `\nbackup: ${shownPath(backup)}`;
  const next = flags.uninstall ? "" : `\nnext: ${client.reload}`;
  return `${where}: ${DONE[plan.change]} ${name}${file?.bytes === undefined ? " to a new file" : ""}${saved}${next}`;
}

const DONE = { add: "added", update: "updated", replace: "replaced", remove: "removed" } as const;
