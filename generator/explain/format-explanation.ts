/** Formats an explanation as plain text in columns, with invisible characters escaped. */
import stringWidth from "string-width";
import { escapeUnprintable, joinWords } from "../text/wording.ts";
import type {
  ExplainedArgument,
  ExplainedConfirmation,
  ExplainedConstraint,
  ExplainedRule,
  ExplainedWord,
  Explanation,
  ExecutionFacts,
} from "./explanation.ts";
import type { FilePosition } from "../check/files/locations.ts";
import type { WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";

/** Formats an explanation. Ends with a line feed. */
export function formatExplanation(explanation: Explanation): string {
  const { tool, outcome, reply, argv = [], reads = [], surroundings } = explanation;
  const head =
    outcome === "refused" ? "the server would reject the call:" : `${escapeUnprintable(tool)} would ${describeOutcome(outcome)}:`;
  const body = reply === undefined ? [] : reply.split("\n").map((line) => `  ${escapeUnprintable(line)}`);
  const blocks = [
    [head, ...body, ...formatRows([...argv.map(toWordRow), ...reads.map((path) => [escapeUnprintable(path)])])],
    titled("arguments", [...explanation.arguments.map(toArgumentRow), ...explanation.ignored.map(toIgnoredRow)]),
    titled("limits", explanation.limits.map(toConstraintRow)),
    titled("policy", explanation.constraints.map(toConstraintRow)),
    titled("callers over HTTP", (explanation.callers ?? []).map(toRuleRow)),
    titled("results", (explanation.results ?? []).map(toRuleRow)),
    titled("facts", (explanation.facts ?? []).map(toRuleRow)),
    titled("machines", (explanation.machines ?? []).map(toRuleRow)),
    outcome === "refused" ? [] : titled("surroundings", listSurroundings(surroundings, explanation.confirm)),
    titled("confirmation", listConfirmation(explanation.message)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function describeOutcome(outcome: "command" | "reading"): string {
  return outcome === "command" ? "run" : "read";
}

type Cells = readonly string[];

function titled(title: string, rows: readonly Cells[]): readonly string[] {
  return rows.length === 0 ? [] : [title, ...formatRows(rows)];
}

const GAP = "  ";
/** Maximum width of a column. A longer cell, such as a long path, does not shift the other columns. */
const MAX_COLUMN_WIDTH = 40;

function formatRows(rows: readonly Cells[]): readonly string[] {
  const widths = [0, 1].map((column) => Math.min(MAX_COLUMN_WIDTH, Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? "")))));
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))));
    return `${GAP}${cells.join(GAP)}`.trimEnd();
  });
}

function toWordRow({ word, origin, place }: ExplainedWord): Cells {
  return [showWord(word), describeOrigin(origin), formatPosition(place)];
}

function toArgumentRow({ name, value, source, given, place }: ExplainedArgument): Cells {
  const shown = showValue(value);
  const said = source === "default" ? `${shown}, the default` : given === undefined ? shown : `${shown}, given as ${showValue(given)}`;
  return [escapeUnprintable(name), said, formatPosition(place)];
}

function toIgnoredRow(name: string): Cells {
  return [escapeUnprintable(name), "ignored: the tool has no such argument"];
}

function toConstraintRow({ arg, constraint, limit, verdict, place }: ExplainedConstraint): Cells {
  const said = { holds: "holds", refuses: "rejects", not_asked: "not passed, so not checked" }[verdict];
  return [escapeUnprintable(arg), `${constraint} ${showValue(limit)}: ${said}`, formatPosition(place)];
}

function toRuleRow({ key, value, place }: ExplainedRule): Cells {
  return [key, showValue(value), formatPosition(place)];
}

function listSurroundings(surroundings: ExecutionFacts | undefined, isConfirmed: boolean): readonly Cells[] {
  const confirmation: Cells = ["confirmation", isConfirmed ? "required before each call" : "not required"];
  if (surroundings === undefined) return [confirmation];
  const { executorText, executorPosition, directory, directoryPosition, stdin, timeoutSeconds, replyAfterSeconds, files } = surroundings;
  const executor = executorText === undefined ? [] : [["executor", escapeUnprintable(executorText), toPlace(executorPosition)]];
  const folder = directory === undefined ? describeNoDirectory(surroundings.executor) : showWord(directory);
  return [
    ...executor,
    ["directory", folder, ...(directoryPosition === undefined ? [] : [formatPosition(directoryPosition)])],
    ...(stdin === undefined ? [] : [["standard input", showValue(stdin)]]),
    ["environment", describeEnvironment(surroundings)],
    ...files.map(({ arg, path, place }) => ["temporary file", `${showWord(path)} with ${escapeUnprintable(arg)}`, formatPosition(place)]),
    confirmation,
    ["timeout", `${timeoutSeconds} s`],
    ...(replyAfterSeconds === undefined ? [] : [["first reply", `after ${replyAfterSeconds} s, if the command still runs`]]),
  ];
}

function toPlace(position: FilePosition | undefined): string {
  return position === undefined ? "" : formatPosition(position);
}

function listConfirmation(message: ExplainedConfirmation | undefined): readonly Cells[] {
  if (message === undefined) return [];
  const { text, place, resolvers } = message;
  return [
    ["message", escapeUnprintable(text), formatPosition(place)],
    ...resolvers.map(({ name, argv, place: from }): Cells => [`<${name}>`, argv.map(showWord).join(" "), formatPosition(from)]),
  ];
}

function describeNoDirectory(executor: ExecutionFacts["executor"]): string {
  return executor === "docker" ? "the image's own" : "the server's own";
}

function describeEnvironment({ executor, environment, inherited }: ExecutionFacts): string {
  const own = environment.map(({ name, value, place }) => {
    const shown = value === undefined ? escapeUnprintable(name) : `${escapeUnprintable(name)}=${showWord(value)}`;
    return `${shown} (${formatPosition(place)})`;
  });
  // The engine's client gets the server's variables; the container does not.
  if (executor === "docker")
    return own.length === 0 ? "the image's own variables" : joinWords(["the image's own variables", ...own], "and");
  const passed = inherited === "all" ? ["all variables of the server"] : inherited.map(escapeUnprintable);
  return joinWords([...passed, ...own], "and") || "no variables";
}

function formatPosition({ path, line, column }: FilePosition): string {
  return `${escapeUnprintable(path)}:${line}:${column}`;
}

function showWord(word: string): string {
  return /^[\w@%+=:,./…*-]+$/.test(word) ? word : showValue(word);
}

function showValue(value: unknown): string {
  return escapeUnprintable(JSON.stringify(value) ?? String(value));
}

/** Returns the part of the config that a word comes from, in a few words. */
function describeOrigin(origin: WordOrigin | { readonly kind: "executor" }): string {
  switch (origin.kind) {
    case "cli_command":
    case "tool_command":
      return "command";
    case "arg":
      return describePart(origin.part, escapeUnprintable(origin.name));
    case "global_arg":
      return describePart(origin.part, `global ${escapeUnprintable(origin.name)}`);
    default:
      return origin.kind;
  }
}

function describePart(part: "flag" | "value" | "flag_and_value" | "enum", name: string): string {
  const texts = { value: name, flag: `flag of ${name}`, flag_and_value: `${name} with its flag`, enum: `enum of ${name}` };
  return texts[part];
}
