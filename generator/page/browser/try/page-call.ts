/** Explains a call in the page, with the server's own stages. Nothing is executed, and no file is read. */
import type { CallExplanation, EnvInherit, Tool } from "@climax-gen/runtime/browser";
import { combineInherit, expandedVariables, explainCallOn, findEscapeAsText, toPolicy } from "@climax-gen/runtime/browser";
import type { ServerStore } from "./page-server.ts";

/** Facts about the server's machine that a command line depends on. The reader of the page can change them. */
export interface PageMachine {
  /** The server's working directory, an absolute path. */
  readonly directory: string;
  /** The server's variables that the tool uses. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns default facts. The value of each variable that the tool uses is `$` and its name, except for the home directory. */
export function assumeMachine(store: Pick<ServerStore, "policies">, tool: Tool): PageMachine {
  const variables = usedVariables(store, tool).map((name) => [name, name === "HOME" ? "/home/user" : `$${name}`] as const);
  return { directory: "/srv/server", variables: Object.fromEntries(variables) };
}

/** Any supported architecture: it affects only the system calls that a sandbox allows, which the command line does not contain. */
const ARCHITECTURE = "x64";

/** Result of explaining a call in the page. */
export type PageCall =
  | { readonly kind: "explained"; readonly explanation: CallExplanation }
  | { readonly kind: "failed"; readonly problem: string };

/** Explains the call under the policies of the page. Paths are checked without symbolic links. Never rejects. */
export async function explainPageCall(
  { policies }: Pick<ServerStore, "policies">,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { directory, variables }: PageMachine,
): Promise<PageCall> {
  const machine = {
    directory,
    architecture: ARCHITECTURE,
    findEscape: async (...check: CheckedPath) => await findEscapeAsText(directory, ...check),
  };
  try {
    const explanation = await explainCallOn(machine, { tool, given }, { env: variables, policies: policies.map(toPolicy) });
    return { kind: "explained", explanation };
  } catch (error) {
    // The policies contradict each other on this machine, so a server would not start.
    return { kind: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

type CheckedPath = Parameters<typeof findEscapeAsText> extends [string, ...infer Rest] ? Rest : never;

/** Returns the names of the variables that a command line of the tool depends on, sorted. */
function usedVariables({ policies }: Pick<ServerStore, "policies">, { name, handler, cli }: Tool): readonly string[] {
  if (handler.kind !== "command") return [];
  const { command, global_args } = handler.program;
  const executors = policies.map(({ executor, tools }) => (Object.hasOwn(tools, name) ? tools[name]?.executor : undefined) ?? executor);
  const texts = textsIn([command, global_args, cli.program?.command, executors]);
  return [...new Set(texts.flatMap(expandedVariables))].toSorted();
}

/** Returns the variables of the server that a program inherits under the policies. */
export function inheritedVariables({ policies }: Pick<ServerStore, "policies">): EnvInherit {
  return policies.reduce((all: EnvInherit, { env }) => combineInherit(all, env?.inherit), "all");
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
