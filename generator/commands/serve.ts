/** `climax-gen serve`: the server of the inputs, compiled in memory. */
import { readLaunch } from "@climax-gen/runtime/internal/launch/launch";
import type { RunningServer } from "@climax-gen/runtime/process-server";
import { fingerprintInputs } from "../host/inputs.ts";
import type { ServerModel } from "../resolve/model.ts";
import { describeMissingPolicy, toLiveSetup } from "../inputs/live-setup.ts";
import { count } from "../text/wording.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { readModel } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { watchInputs } from "../inputs/watch.ts";

/** Options of `climax-gen serve`. */
export interface ServeFlags extends Omit<InputFlags, "json"> {
  readonly name?: string;
  readonly serverVersion?: string;
  readonly watch?: boolean;
  /** Launch arguments of a generated server, such as `--http 8080`. */
  readonly launch: readonly string[];
}

/** Returns the problem of the launch arguments. */
export function findLaunchProblem(launch: readonly string[]): string | undefined {
  const read = readLaunch(launch, { name: "climax-gen", version: "", classic: false });
  return read.kind === "refused" ? read.problem : undefined;
}

/**
 * Starts the server, which exits the process itself. Returns exit status 1 if the inputs have errors, otherwise undefined.
 * `createTerminal` is called for each compilation, because progress starts again with each terminal.
 */
export async function runServe(inputs: readonly string[], flags: ServeFlags, createTerminal: () => Terminal): Promise<number | undefined> {
  const terminal = createTerminal();
  const snapshot = flags.watch ? fingerprintInputs(inputs, flags.policy) : undefined;
  const [read, { serveProcess }] = await Promise.all([readModel(inputs, flags, terminal), import("@climax-gen/runtime/process-server")]);
  if (typeof read === "number") return read;
  const { model, included } = read;
  terminal.err(describeMissingPolicy(model, flags.policy));
  const onServing = (server: RunningServer): void =>
    void watchInputs({
      inputs,
      policy: flags.policy,
      known: snapshot === undefined ? undefined : { snapshot, included },
      // Never aborted: the process ends with the server.
      signal: new AbortController().signal,
      onChange: () => replaceTools(server, { inputs, flags }, createTerminal()),
    });
  serveProcess({ ...describeServer(model, flags), ...toLiveSetup(model) }, flags.launch, flags.watch ? onServing : undefined);
  return undefined;
}

function describeServer(model: ServerModel, flags: ServeFlags): Pick<ServerModel, "name" | "version" | "classic"> {
  return { name: flags.name ?? model.name, version: flags.serverVersion ?? model.version, classic: model.classic };
}

interface ServedInputs {
  readonly inputs: readonly string[];
  readonly flags: ServeFlags;
}

/**
 * Compiles again, and replaces the tools of the server. Returns the paths of the files that the inputs include. The server keeps the last
 * good version while there are errors; undefined is then returned.
 */
async function replaceTools(
  server: RunningServer,
  { inputs, flags }: ServedInputs,
  terminal: Terminal,
): Promise<readonly string[] | undefined> {
  const read = await readModel(inputs, flags, terminal);
  if (typeof read === "number") {
    terminal.err("the server continues with the last version\n");
    return undefined;
  }
  const setup = toLiveSetup(read.model);
  const problem = await server.replace(setup);
  if (problem === undefined) terminal.err(`the server has ${count(setup.index.toolCount, "tool")} now\n`);
  else terminal.err(`${problem.trimEnd()}\nthe server continues with the last version\n`);
  return read.included;
}
