/** Defines the options of generation, the settings that they select, and the command line that repeats a run. */
import type { CommandPart } from "@climax-gen/runtime/internal/launch/stale-dist";
import { discoveryOf, type DiscoveryMode, type DiscoveryOptions } from "@climax-gen/runtime/internal/tool/discovery-options";
import type { ServerSettings } from "../resolve/resolve-model.ts";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { shellPath } from "../text/shell-word.ts";

/** Options of generation. */
export interface GenerateFlags extends DiscoveryOptions {
  readonly output: string;
  readonly name?: string;
  readonly serverVersion?: string;
  /** Import source of the runtime in generated code. Defaults to `carried`: files in the project. */
  readonly runtime?: "carried" | "package";
  readonly classic?: boolean;
  readonly progressive?: boolean;
  /** Excludes `classic` and `progressive`. */
  readonly discovery?: DiscoveryMode;
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  /** False with `--no-bundle`. */
  readonly bundle: boolean;
  readonly check?: boolean;
  readonly typecheck?: boolean;
  /** Globs of TypeScript files that are type-checked with the project; implies `typecheck`. */
  readonly typecheckWith?: readonly string[];
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
  /** Prints the diagnostics as SARIF on standard output. */
  readonly sarif?: boolean;
}

/** Returns the settings that the options select. */
export function toSettings(flags: GenerateFlags): ServerSettings {
  const { name, serverVersion, classic, progressive, discovery } = flags;
  return {
    ...(name !== undefined && { name }),
    ...(serverVersion !== undefined && { version: serverVersion }),
    ...((classic === true || discovery === "classic") && { classic: true }),
    ...((progressive === true || discovery === "progressive") && { classic: false }),
    ...(discovery === "auto" && { discovery }),
    ...discoveryOf(flags),
  };
}

/** Returns the command that updates the output: the current one without `--check`. */
export function formatCommand(inputs: readonly string[], flags: GenerateFlags): string {
  const parts = commandParts(inputs, flags).map((part) => (typeof part === "string" ? shellWord(part) : shellPath(part.path)));
  return ["climax-gen", ...parts, ...(flags.bundle ? [] : ["--no-bundle"])].join(" ");
}

/** Returns the arguments that repeat a run; paths are relative to the current directory. */
export function commandParts(inputs: readonly string[], flags: GenerateFlags): readonly CommandPart[] {
  const {
    output,
    policy = [],
    name,
    serverVersion,
    runtime,
    classic,
    progressive,
    discovery,
    splitCalls,
    searchSchemas,
    searchBytes,
  } = flags;
  return [
    ...inputs.map((path) => ({ path })),
    "-o",
    { path: output },
    ...policy.flatMap((path) => ["--policy", { path }]),
    ...(name === undefined ? [] : ["--name", name]),
    ...(serverVersion === undefined ? [] : ["--server-version", serverVersion]),
    ...(runtime === "package" ? ["--runtime", runtime] : []),
    ...(classic ? ["--classic"] : []),
    ...(progressive ? ["--progressive"] : []),
    ...(discovery === undefined ? [] : ["--discovery", discovery]),
    ...(splitCalls ? ["--split-calls"] : []),
    ...(searchSchemas === undefined ? [] : ["--search-schemas", String(searchSchemas)]),
    ...(searchBytes === undefined ? [] : ["--search-bytes", String(searchBytes)]),
  ];
}
