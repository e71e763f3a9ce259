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

/** The arguments of a call that the tool does not have: problems, and a note about those that are ignored. */
export interface UnknownArguments {
  /** One problem for each rejected name, in the order of the call, at most `MAX_LISTED`. Empty if the tool ignores the names. */
  readonly problems: readonly { readonly message: string }[];
  /** Number of further problems, which `problems` does not list. */
  readonly omitted: number;
  /** Tells the caller which names are ignored. Omitted if no name is ignored, or if a name is rejected. */
  readonly note?: string;
}

const NONE: UnknownArguments = { problems: [], omitted: 0 };

/**
 * Finds the given names that the tool does not have. A name is a problem if `refusesName` is true for it, whatever its value, and otherwise
 * part of the note. The note leaves out names with `null`. Directive tools are skipped, because their schema defines the handling of
 * unknown names. The values of the arguments are not shown.
 */
export function findUnknownArguments({ tool, given }: GivenCall, policies: readonly Policy[]): UnknownArguments {
  if (tool.handler.kind === "directive") return NONE;
  const names = unknownNames(tool.args, given);
  const refused = names.filter((name) => refusesName(name, tool, policies));
  if (refused.length > 0) {
    const messages = describeUnknown(refused.slice(0, MAX_LISTED), namesOf(tool.args), given);
    const problems = messages.map((message, index) => ({ message: `${message}${describePreview(refused[index] ?? "", message)}` }));
    return { problems, omitted: refused.length - problems.length };
  }
  const note = noteUnknown(tool.args, given);
  return note === undefined ? NONE : { ...NONE, note };
}

/** Returns a note that names the unknown arguments, or undefined if all are known. `null` counts as absent. */
export function noteUnknown(args: readonly Pick<ToolArg, "name">[], given: GivenCall["given"]): string | undefined {
  const unknown = unknownNames(args, given).filter((name) => given[name] !== null);
  const messages = describeUnknown(unknown.slice(0, MAX_LISTED), namesOf(args), given);
  return messages.length === 0 ? undefined : noteIgnored(messages, unknown.length - messages.length);
}

/** Returns a note that lists messages about ignored arguments. `omitted` is the number of further messages. */
export function noteIgnored(messages: readonly string[], omitted: number): string {
  return toList("Ignored:", messages, omitted);
}

function namesOf(args: readonly Pick<ToolArg, "name">[]): readonly string[] {
  return args.map(({ name }) => name);
}

function unknownNames(args: readonly Pick<ToolArg, "name">[], given: GivenCall["given"]): readonly string[] {
  const isKnown = new Set(namesOf(args));
  return Object.keys(given).filter((name) => !isKnown.has(name) && given[name] !== undefined);
}

/**
 * Reports whether a call with any unknown argument is rejected: if the tool may change something, or if its config or a policy has
 * `unknown_args: refuse`.
 */
export function refusesUnknown({ risk, cli }: Pick<Tool, "risk" | "cli">, policies: readonly Pick<Policy, "unknown_args">[]): boolean {
  const isStrict = cli.unknown_args === "refuse" || policies.some(({ unknown_args }) => unknown_args === "refuse");
  return isStrict || risk === "write" || risk === "destructive";
}

/**
 * Reports whether a call with a name that is not an argument of the tool is rejected. A tool without a `risk` may change something. It
 * rejects the names whose loss could be harmful: those that ask for a preview, resemble an argument, or contain arguments as JSON.
 */
export function refusesName(
  name: string,
  tool: Pick<Tool, "risk" | "cli" | "args">,
  policies: readonly Pick<Policy, "unknown_args">[],
): boolean {
  if (refusesUnknown(tool, policies)) return true;
  if (tool.risk !== undefined) return false;
  return asksForPreview(name) || isJsonText(name) || nearNames(name, namesOf(tool.args), 1).length > 0;
}

/** Clients that lose the structure of the arguments pass their JSON text as a name. */
function isJsonText(name: string): boolean {
  return /^\s*[[{]/.test(name);
}

/** Returns the end of a message about a name that asks for a preview, unless the tool has a similar argument. */
function describePreview(name: string, message: string): string {
  if (!asksForPreview(name) || message.endsWith("?")) return "";
  return "; the call was not run, because the tool has no such preview: leave the argument out only if the call may take effect";
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

/** Names without separators, in lower case: the spellings of well-known programs and of models. */
const PREVIEWS: ReadonlySet<string> = new Set(
  (
    "dry dryrun check checkonly checkmode simulate simulated simulation simulateonly preview previewonly whatif noact noaction noop " +
    "noexec noexecute nochanges plan planonly pretend justprint printonly showonly listonly test testonly testrun testmode trial trialrun " +
    "validateonly rehearse rehearsal dontexecute donotexecute readonly diffonly"
  ).split(" "),
);

/** Names that ask for a preview if they are false, without separators, in lower case. */
const EFFECTS: ReadonlySet<string> = new Set("apply execute commit live forreal doit".split(" "));

/**
 * Reports whether a name asks to show what a call would do, such as `dry_run`, `--what-if`, `noAction` or a misspelled `dry_rnu`, or to do
 * it, such as `execute`: its value can be false. Case and separators are ignored.
 */
function asksForPreview(name: string): boolean {
  const folded = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return PREVIEWS.has(folded) || EFFECTS.has(folded) || folded.includes("dryrun") || nearNames(folded, ["dryrun"], 1).length > 0;
}
