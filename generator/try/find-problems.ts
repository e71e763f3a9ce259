/** Finds what does not fit between a tool and the call of one of its examples. */
import { hasMeaning } from "@climax-gen/runtime/internal/call/exit-code";
import { readStructured } from "@climax-gen/runtime/internal/output/structured";
import { createSecretSearch } from "@climax-gen/runtime/internal/output/secret-search";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import type { CommandHandler, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { OutputSpec } from "@climax-gen/runtime/internal/tool/tool-spec";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.ts";
import type { YamlPath } from "../load/locate.ts";
import { estimateTokens } from "../text/token-estimate.ts";
import { shownLine } from "../text/wording.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { PlannedExample } from "./plan-examples.ts";
import type { Trap } from "./traps/trap.ts";

/** An example that ran. */
export interface TriedExample {
  readonly planned: PlannedExample;
  readonly call: ObservedCall;
}

/** Limits of a reply. */
export interface ReplyLimits {
  /** Maximum number of tokens. */
  readonly maxTokens: number;
}

/** Returns the problems of one call. */
export async function findProblems(tried: TriedExample, { maxTokens }: ReplyLimits): Promise<readonly Diagnostic[]> {
  const { planned, call } = tried;
  const handler = commandOf(planned.tool);
  if (handler === undefined) return [];
  if (call.reply.isError) return [findFailure(tried), ...findWrites(tried), ...findRepetition(tried, handler), ...findNetwork(tried)];
  const tokens = estimateTokens(call.reply.texts.join("\n"));
  return [
    ...findExitCode(tried, handler),
    ...(await findOutput(tried, handler)),
    ...findWrites(tried),
    ...findRepetition(tried, handler),
    ...(tokens > maxTokens ? [diagnose("try-large-reply", locateExample(planned), { ...detailsOf(planned), tokens, max: maxTokens })] : []),
    ...findNetwork(tried),
  ];
}

interface ExampleDetails {
  readonly tool: string;
  readonly number: number;
}

function detailsOf({ tool, index }: PlannedExample): ExampleDetails {
  return { tool: tool.name, number: index + 1 };
}

function locateExample({ file, tool, index }: PlannedExample): SourceLocation {
  return locateClosest(file, addressOf(tool.name), ["examples", index]);
}

function locateKey({ file, tool }: PlannedExample, keys: YamlPath): SourceLocation {
  return locateClosest(file, addressOf(tool.name), keys);
}

function findFailure({ planned, call }: TriedExample): Diagnostic {
  return diagnose("try-failed", locateExample(planned), { ...detailsOf(planned), reason: describeFailure(call) });
}

function describeFailure({ outcome, exit, stdout, stderr, reply }: ObservedCall): string {
  const line = [stderr, stdout].flatMap((bytes) => firstLine(bytes.toString("utf8"))).at(0);
  if (outcome !== "exited") return firstLine(reply.texts.join("\n")).at(0) ?? outcome;
  return `exit status ${exit}${line === undefined ? "" : `, ${line}`}`;
}

function firstLine(text: string): readonly string[] {
  const line = text.split("\n").find((one) => one.trim() !== "");
  return line === undefined ? [] : [shownLine(line.trim())];
}

function findExitCode({ planned, call: { exit } }: TriedExample, handler: CommandHandler): readonly Diagnostic[] {
  if (exit === undefined || exit === 0 || hasMeaning(handler, exit)) return [];
  return [diagnose("try-exit-code", locateKey(planned, ["success_exit_codes"]), { ...detailsOf(planned), exit })];
}

/** Formats of `output` that are not JSON, besides media types. */
const OTHER_FORMATS: ReadonlySet<string> = new Set(["text", "raw"]);

async function findOutput({ planned, call }: TriedExample, { output }: CommandHandler): Promise<readonly Diagnostic[]> {
  const { format = "text", select } = output ?? {};
  if (output === undefined || OTHER_FORMATS.has(format) || format.includes("/") || call.stdout.length < call.stdoutSize) return [];
  const read = await readStructured(call.stdout, output, createSecretSearch([]));
  const details = detailsOf(planned);
  if (select !== undefined && (await selectsNothing(call, output)))
    return [diagnose("try-select-nothing", locateKey(planned, ["output", "select"]), details)];
  if (read.kind === "value") return [];
  return [diagnose("try-no-json", locateKey(planned, ["output"]), { ...details, problem: read.problem })];
}

/** Reports whether a selection has only nulls, or is empty although the output is not: a projection drops what it does not find. */
async function selectsNothing({ stdout }: ObservedCall, { schema: _schema, ...output }: OutputSpec): Promise<boolean> {
  const { select: _select, ...unselected } = output;
  const read = async (spec: OutputSpec): Promise<unknown> => {
    const found = await readStructured(stdout, spec, createSecretSearch([]));
    return found.kind === "value" ? found.value : null;
  };
  return isNothing(await read(output)) && !isNothing(await read(unselected));
}

/** Reports whether a value is null, or contains nothing but nulls. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).every(isNothing));
}

/** Maximum number of files that a message names. */
const SHOWN = 3;

function findWrites({ planned, call }: TriedExample): readonly Diagnostic[] {
  const paths = [...call.project.map((change) => toShown(change, "project")), ...call.home.map((change) => toShown(change, "home"))];
  if (planned.tool.risk !== "read" || paths.length === 0) return [];
  return [diagnose("try-read-wrote", locateKey(planned, ["risk"]), { ...detailsOf(planned), files: shorten(paths) })];
}

function toShown(change: string, place: string): string {
  return `${change.replace(/^\S+ /, "")} of the ${place}`;
}

function shorten(texts: readonly string[]): string {
  const rest = texts.length - SHOWN;
  return `${texts.slice(0, SHOWN).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Minimum length of a line that counts as repeated, in UTF-16 units. */
const MIN_LINE = 8;

/** Finds a reply in which every line of standard error is on standard output, too, as text or in JSON. */
function findRepetition({ planned, call }: TriedExample, { stderr: shown = "always" }: CommandHandler): readonly Diagnostic[] {
  const hiddenBy: readonly string[] = ["never", call.reply.isError ? "on_success" : "on_failure"];
  const lines = linesOf(call.stderr.toString("utf8"));
  if (hiddenBy.includes(shown) || lines.length === 0 || lines.some(({ length }) => length < MIN_LINE)) return [];
  const output = call.stdout.toString("utf8");
  const printed = new Set(linesOf(output));
  const isRepeated = lines.every((line) => printed.has(line) || output.includes(JSON.stringify(line).slice(1, -1)));
  return isRepeated ? [diagnose("try-same-text", locateExample(planned), detailsOf(planned))] : [];
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function findNetwork({ planned, call }: TriedExample): readonly Diagnostic[] {
  const { network = [] } = call;
  if (factOf(planned.tool, "network") !== false || network.length === 0) return [];
  return [diagnose("try-network", locateKey(planned, ["network"]), { ...detailsOf(planned), addresses: network.join(", ") })];
}

/** Returns the diagnostic of the traps that sprang. */
export function findSprungTraps({ planned, call }: TriedExample, traps: readonly Trap[]): readonly Diagnostic[] {
  const sprung = traps.filter(({ id }) => call.sprung.includes(id));
  if (sprung.length === 0) return [];
  const isRead = planned.tool.risk === "read";
  if (!isRead && factOf(planned.tool, "runs_code") === true) return [];
  const details = { ...detailsOf(planned), traps: sprung.map(({ shows }) => shows).join("; ") };
  return [diagnose(isRead ? "try-trap" : "try-trap-write", locateKey(planned, ["command"]), details)];
}

/** Returns a fact about a tool that its config states. Undefined if it does not, or if configs have no such key. */
function factOf(tool: Tool, key: string): unknown {
  return new Map<string, unknown>(Object.entries(tool)).get(key);
}
