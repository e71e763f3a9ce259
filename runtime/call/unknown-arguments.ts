/** Finds the arguments of a call that its tool does not have. A call with a misspelled `dry_run`, for example, must not delete files. */
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { Policy } from "../policy/policy.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import type { GivenCall } from "./call-plan.ts";
import { toList } from "./reply.ts";

/** Maximum number of unknown names that a reply lists. */
const MAX_LISTED = 10;

/** Maximum number of similar names for one unknown name. */
const MAX_NEAR = 3;

/** Maximum number of the tool's own names that are listed for a name without similar names. */
const MAX_KNOWN = 20;

/** The arguments of a call that the tool does not have: either problems, or a note. */
export interface UnknownArguments {
  /** One problem for each unknown name, in the order of the call, at most `MAX_LISTED`. Empty if the tool ignores unknown names. */
  readonly problems: readonly { readonly message: string }[];
  /** Number of further problems, which `problems` does not list. */
  readonly omitted: number;
  /** Tells the caller which names are ignored. Omitted if all names are known, or if the tool rejects unknown names. */
  readonly note?: string;
}

const NONE: UnknownArguments = { problems: [], omitted: 0 };

/**
 * Finds the given names that the tool does not have. `null` counts as absent. These names are problems if `refusesUnknown` is true for the
 * tool, and a note otherwise. Directive tools are skipped, because their schema defines the handling of unknown names. The values of the
 * arguments are not shown.
 */
export function findUnknownArguments({ tool, given }: GivenCall, policies: readonly Policy[]): UnknownArguments {
  if (tool.handler.kind === "directive") return NONE;
  const { messages, omitted } = listUnknown(tool.args, given);
  if (messages.length === 0) return NONE;
  if (refusesUnknown(tool, policies)) return { problems: messages.map((message) => ({ message })), omitted };
  return { ...NONE, note: noteIgnored(messages, omitted) };
}

/** Returns a note that names the unknown arguments, or undefined if all are known. */
export function noteUnknown(args: readonly Pick<ToolArg, "name">[], given: GivenCall["given"]): string | undefined {
  const { messages, omitted } = listUnknown(args, given);
  return messages.length === 0 ? undefined : noteIgnored(messages, omitted);
}

/** Returns a note that lists messages about ignored arguments. `omitted` is the number of further messages. */
export function noteIgnored(messages: readonly string[], omitted: number): string {
  return toList("Ignored:", messages, omitted);
}

function listUnknown(
  args: readonly Pick<ToolArg, "name">[],
  given: GivenCall["given"],
): { readonly messages: readonly string[]; readonly omitted: number } {
  const known = args.map(({ name }) => name);
  const isKnown = new Set(known);
  const unknown = Object.keys(given).filter((name) => !isKnown.has(name) && given[name] !== null && given[name] !== undefined);
  const messages = describeUnknown(unknown.slice(0, MAX_LISTED), known, given);
  return { messages, omitted: unknown.length - messages.length };
}

/**
 * Reports whether a call with an unknown argument is rejected: if the tool may change something, or if its config or a policy has
 * `unknown_args: refuse`.
 */
export function refusesUnknown({ risk, cli }: Pick<Tool, "risk" | "cli">, policies: readonly Pick<Policy, "unknown_args">[]): boolean {
  const isStrict = cli.unknown_args === "refuse" || policies.some(({ unknown_args }) => unknown_args === "refuse");
  return isStrict || risk === "write" || risk === "destructive";
}

/** Names under which callers pass all arguments as one object by mistake. */
const WRAPPERS: ReadonlySet<string> = new Set(["args", "arguments", "params", "parameters", "input"]);

/**
 * Describes each name, with similar names. The first name without similar names is followed by the names of the tool. Arguments inside an
 * object, as in `{ "args": { "args": { … } } }`, are not read. The message states where to pass them.
 */
function describeUnknown(names: readonly string[], known: readonly string[], given: GivenCall["given"]): readonly string[] {
  const found = names.map((name) => ({ name, near: nearNames(name, known, MAX_NEAR) }));
  const firstStranger = found.findIndex(({ near }) => near.length === 0);
  return found.map(({ name, near }, index) => {
    const fault = `unknown argument '${renderValue(name)}'`;
    if (WRAPPERS.has(name) && typeof given[name] === "object" && !Array.isArray(given[name]))
      return `${fault}; pass the arguments in it without '${name}' around them`;
    if (near.length > 0) return `${fault}, did you mean ${near.map(quote).join(" or ")}?`;
    return index === firstStranger ? `${fault}; the tool has ${listNames(known)}` : fault;
  });
}

function listNames(known: readonly string[]): string {
  if (known.length === 0) return "no arguments";
  const rest = known.length > MAX_KNOWN ? ` and ${known.length - MAX_KNOWN} more` : "";
  return `${known.slice(0, MAX_KNOWN).map(quote).join(", ")}${rest}`;
}

function quote(name: string): string {
  return `'${name}'`;
}
