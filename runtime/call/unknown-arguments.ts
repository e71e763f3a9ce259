/** Finds the arguments of a call that its tool does not have: a misspelt `dry_run` must not delete. */
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { Policy } from "../policy/policy.ts";
import type { Tool } from "../tool/tool.ts";
import type { GivenCall } from "./call-plan.ts";

/** Maximum number of unknown names that a reply lists. */
const MAX_LISTED = 10;

/** Maximum number of similar names for one unknown name. */
const MAX_NEAR = 3;

/** Maximum number of the tool's own names that are listed for a name that resembles none of them. */
const MAX_KNOWN = 20;

export interface UnknownArguments {
  /** One for each unknown name, in the order of the call, at most `MAX_LISTED`; empty if the tool ignores unknown names. */
  readonly problems: readonly { readonly message: string }[];
  /** Number of problems beyond those in `problems`. */
  readonly omitted: number;
  /** Tells the caller which names are ignored. Omitted if there are none, or if the tool rejects them. */
  readonly note?: string;
}

const NONE: UnknownArguments = { problems: [], omitted: 0 };

/**
 * Finds the given names that the tool does not have. `null` counts as absent. They are problems if `refusesUnknown`, and a note otherwise.
 * Directive tools are skipped, because their schema decides. The values of the arguments are not shown.
 */
export function findUnknownArguments({ tool, given }: GivenCall, policies: readonly Policy[]): UnknownArguments {
  if (tool.handler.kind === "directive") return NONE;
  const known = tool.args.map(({ name }) => name);
  const isKnown = new Set(known);
  const unknown = Object.keys(given).filter((name) => !isKnown.has(name) && given[name] !== null && given[name] !== undefined);
  if (unknown.length === 0) return NONE;
  const messages = describeUnknown(unknown.slice(0, MAX_LISTED), known);
  const omitted = unknown.length - messages.length;
  if (refusesUnknown(tool, policies)) return { problems: messages.map((message) => ({ message })), omitted };
  const more = omitted === 0 ? [] : [`and ${omitted} more`];
  return { ...NONE, note: ["Ignored:", ...[...messages, ...more].map((line) => `  - ${line}`)].join("\n") };
}

/** Reports whether a call with an unknown argument is rejected: if the tool may change something, or if its config or a policy says so. */
export function refusesUnknown({ risk, cli }: Pick<Tool, "risk" | "cli">, policies: readonly Policy[]): boolean {
  const isStrict = cli.unknown_args === "refuse" || policies.some(({ unknown_args }) => unknown_args === "refuse");
  return isStrict || risk === "write" || risk === "destructive";
}

/** Describes each name, with similar names. The first one without similar names is followed by the names of the tool. */
function describeUnknown(names: readonly string[], known: readonly string[]): readonly string[] {
  const found = names.map((name) => ({ name, near: nearNames(name, known, MAX_NEAR) }));
  const firstStranger = found.findIndex(({ near }) => near.length === 0);
  return found.map(({ name, near }, place) => {
    const fault = `unknown argument '${renderValue(name)}'`;
    if (near.length > 0) return `${fault}, did you mean ${near.map(quote).join(" or ")}?`;
    return place === firstStranger ? `${fault}; the tool has ${listNames(known)}` : fault;
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
