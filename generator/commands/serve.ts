/** `climax-gen serve`: the server of the inputs, compiled in memory. */
import { readLaunch } from "@climax-gen/runtime/compiler";
import type { RunningServer } from "@climax-gen/runtime/run";
import { fingerprintInputs } from "../host/inputs.ts";
import type { ServerModel } from "../resolve/model.ts";
import { describeMissingPolicy, toLiveSetup } from "../run/live-setup.ts";
import { count } from "../text/wording.ts";
import type { InputFlags } from "../inputs/checked-inputs.ts";
import { readModel } from "../inputs/checked-inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { takeFingerprints, toHandled, watchChanges } from "../run/watch.ts";

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
  const known = flags.watch ? fingerprintInputs(inputs, flags.policy) : undefined;
  const [read, { serveProcess }] = await Promise.all([readModel(inputs, flags, terminal), import("@climax-gen/runtime/run")]);
  if (typeof read === "number") return read;
  const { model, included } = read;
  terminal.err(describeMissingPolicy(model, flags.policy));
  const onServing = (server: RunningServer): void => void watchInputs({ inputs, flags, known, included, server }, createTerminal);
  serveProcess({ ...describeServer(model, flags), ...toLiveSetup(model) }, flags.launch, flags.watch ? onServing : undefined);
  return undefined;
}

function describeServer(model: ServerModel, flags: ServeFlags): Pick<ServerModel, "name" | "version" | "classic"> {
  return { name: flags.name ?? model.name, version: flags.serverVersion ?? model.version, classic: model.classic };
}

interface Watched {
  readonly inputs: readonly string[];
  readonly flags: ServeFlags;
  readonly known: string | undefined;
  /** Paths of the files that the inputs include. */
  readonly included: readonly string[];
  readonly server: RunningServer;
}

/** Compiles again after each change. Keeps the last good version while there are errors. The process ends with the server. */
async function watchInputs({ inputs, flags, known, included, server }: Watched, createTerminal: () => Terminal): Promise<void> {
  let others = takeFingerprints(included);
  const compile = async (): Promise<void> => {
    const terminal = createTerminal();
    const read = await readModel(inputs, flags, terminal);
    if (typeof read === "number") return terminal.err("the server continues with the last version\n");
    others = takeFingerprints(read.included);
    const setup = toLiveSetup(read.model);
    const problem = await server.replace(setup);
    if (problem === undefined) terminal.err(`the server has ${count(setup.index.toolCount, "tool")} now\n`);
    else terminal.err(`${problem.trimEnd()}\nthe server continues with the last version\n`);
  };
  await watchChanges(() => fingerprintInputs(inputs, [...(flags.policy ?? []), ...others.keys()]), {
    ...(known !== undefined && { known: [known, ...others.values()].join("\n") }),
    signal: new AbortController().signal,
    async onChange(snapshot) {
      const watched = others;
      await compile();
      return toHandled(snapshot, watched, others);
    },
  });
}
