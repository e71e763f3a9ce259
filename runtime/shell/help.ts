/** Writes the help of the front end and of its tools. */
import { toVisible } from "../record/json-line.ts";
import { isJsonObject } from "../text/json.ts";
import { describeTool } from "../tool/relations.ts";
import type { Tool } from "../tool/tool.ts";
import { startOf } from "./commands.ts";
import type { ShellFlag } from "./flags.ts";
import { choicesOf, listFlags, negationOf } from "./flags.ts";
import { operandOf } from "./shell-terms.ts";
import { writeWords } from "./write-words.ts";
import { shellWord } from "../text/shell-word.ts";

/** Columns of the lines of a help text. */
const COLUMNS = 100;

/** Facts about a tool that are not in its definition. */
export interface HelpFacts {
  /** The words that start the front end in a shell, quoted. */
  readonly program: string;
  /** Whether a policy asks the user before each call. */
  readonly isConfirmed: boolean;
  /** In seconds. Omitted if the tool has no time limit. */
  readonly timeout?: number;
}

/** Returns the help of a tool. Ends with a line feed. */
export function describeToolHelp(tool: Tool, { program, isConfirmed, timeout }: HelpFacts): string {
  const flags = listFlags(tool);
  const start = startOf(program, tool.name);
  const examples = (tool.examples ?? []).map(({ description, args }) => [
    ...(description === undefined ? [] : wrap(oneLine(description), "  # ")),
    `  ${[start, ...writeWords(args, flags).map(shellWord)].join(" ")}`,
  ]);
  return [
    ...wrap(`Usage: ${start}${usageOf(flags)}`, "", 9),
    "",
    ...describeTool(tool)
      .split("\n")
      .flatMap((line) => wrap(line)),
    ...section("Arguments:", flags.flatMap(describeFlag)),
    ...section("Examples:", examples.flat()),
    "",
    `Risk: ${tool.risk ?? "not declared"}`,
    ...(isConfirmed ? ["Confirmation: asked on the terminal before each call, and refused without a terminal"] : []),
    ...(timeout === undefined ? [] : [`Timeout: ${timeout} s`]),
    ...describeOwn(flags),
    "",
  ].join("\n");
}

/** The options that can follow the name of a tool, with their meanings. */
const OWN = [
  ["--args", "--args JSON (arguments as an object, or - to read it)"],
  ["--dry-run", "--dry-run"],
  ["--json", "--json (the result as JSON)"],
  ["--help", "--help"],
] as const;

/** Returns the line about the options of the front end. Arguments of the tool replace those with the same name. */
function describeOwn(flags: readonly ShellFlag[]): readonly string[] {
  const own = OWN.filter(([name]) => !flags.some(({ flag }) => flag === name)).map(([, text]) => text);
  return own.length === 0 ? [] : ["", `Also: ${own.join(", ")}`];
}

/** Returns the usage of the front end. Ends with a line feed. */
export function describeFrontHelp(name: string, program: string): string {
  return `Usage: ${program} [options] TOOL [arguments]
       ${program} [options] COMMAND

Runs the tools of ${oneLine(name)} with the policies, confirmations, limits and records of its server.

Commands:
  list                 list the tools
  search WORDS...      find tools; without words, list the programs
  help [TOOL]          show this text, or the arguments and examples of a tool; the same as TOOL --help
  call TOOL ...        run a tool that has the name of a command
  completion SHELL     print the completion script of bash, zsh or fish

Arguments of a tool:
  --name VALUE         or --name=VALUE; repeated for a list; --name KEY=VALUE for a map
  --name, --no-name    true and false
  VALUE                the arguments that the usage line shows without a flag; -- ends the flags
  --args JSON          all arguments as a JSON object; - reads it from standard input

Options:
  --json               print the result of the call, the list or the search as JSON
  --dry-run            show the command and the decision of the policies; run nothing
  --policy FILE        apply another policy, which can only restrict the tools further; can be repeated
  --root DIR           base directory of Directive definitions (default: the working directory)
  --log-level LEVEL    level of the log on standard error: debug, info, warn, error, silent (default: warn)
  --audit-values       write the values of arguments to the audit, other than secret ones
  --version            print the name and the version
  -h, --help           print this text

Exit status: that of the program; 2 for wrong words or arguments, 124 after the timeout of the tool, 126 for a call that a policy
refuses or that cannot start, 127 for a program that is not installed. --help and --json of a tool's own precede these options.

Environment: CLIMAX_LOG_FILE and CLIMAX_AUDIT_FILE, as for the server.
`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

/** Returns the required flags, `[flags]` for the other ones, and the operands. */
function usageOf(flags: readonly ShellFlag[]): string {
  const required = flags.filter(({ isRequired, isOperand }) => isRequired && !isOperand).map(({ flag, ...one }) => spell({ flag, ...one }));
  const isOpen = flags.some(({ isRequired, isOperand }) => !isRequired && !isOperand);
  const operands = flags
    .filter(({ isOperand }) => isOperand)
    .map((flag) => `${operandOf(flag)}${flag.kind === "list" ? "..." : ""}`)
    .map((text, at) => (flags.filter(({ isOperand }) => isOperand)[at]?.isRequired === true ? text : `[${text}]`));
  return [...required, ...(isOpen ? ["[flags]"] : []), ...operands].map((part) => ` ${part}`).join("");
}

/** Returns a flag with the placeholder of its value. */
function spell(flag: ShellFlag): string {
  switch (flag.kind) {
    case "switch":
      return flag.schema["default"] === true ? negationOf(flag) : flag.flag;
    case "optional":
      return `${flag.flag}[=${valueOf(flag)}]`;
    case "value":
    case "list":
    case "json":
      return `${flag.flag} ${valueOf(flag)}`;
    case "map":
      return `${flag.flag} KEY=VALUE`;
  }
}

function valueOf({ type, kind }: ShellFlag): string {
  if (kind === "json") return "JSON";
  return type === "string" ? "TEXT" : type === "integer" ? "N" : type === "number" ? "NUMBER" : "BOOLEAN";
}

/** Width of the first column. */
const FLAG_COLUMN = 24;

function describeFlag(flag: ShellFlag): readonly string[] {
  const name = flag.isOperand ? `${operandOf(flag)}, ${flag.flag}` : spell(flag);
  const { description } = flag.schema;
  const facts = listFacts(flag);
  const text = [typeof description === "string" ? oneLine(description) : "", facts.length === 0 ? "" : `(${facts.join("; ")})`]
    .filter((part) => part !== "")
    .join(" ");
  const start = `  ${oneLine(name)}`;
  const indent = " ".repeat(FLAG_COLUMN);
  const lines = wrap(text, indent, FLAG_COLUMN);
  if (start.length >= FLAG_COLUMN - 1) return [start, ...(text === "" ? [] : lines)];
  return text === "" ? [start] : [`${start.padEnd(FLAG_COLUMN)}${(lines[0] ?? "").slice(FLAG_COLUMN)}`, ...lines.slice(1)];
}

/** Maximum number of values in a help text. */
const MAX_CHOICES = 30;

function listFacts(flag: ShellFlag): readonly string[] {
  const { schema, isRequired, kind, isInput } = flag;
  const { items, additionalProperties } = schema;
  const value = isJsonObject(items) ? items : isJsonObject(additionalProperties) ? additionalProperties : schema;
  const choices = choicesOf(flag).map(oneLine);
  const range = [
    ...(typeof value["minimum"] === "number" ? [`at least ${value["minimum"]}`] : []),
    ...(typeof value["maximum"] === "number" ? [`at most ${value["maximum"]}`] : []),
    ...(typeof value["maxLength"] === "number" ? [`at most ${value["maxLength"]} characters`] : []),
    ...(typeof value["pattern"] === "string" ? [`pattern ${oneLine(value["pattern"])}`] : []),
  ];
  const listed = choices.slice(0, MAX_CHOICES).join(", ");
  return [
    ...(isRequired ? ["required"] : []),
    ...(kind === "list" ? ["can be repeated"] : kind === "map" ? ["KEY=VALUE, can be repeated"] : []),
    ...(choices.length === 0
      ? []
      : [`one of: ${listed}${choices.length > MAX_CHOICES ? `, and ${choices.length - MAX_CHOICES} more` : ""}`]),
    ...range,
    ...(schema["default"] === undefined ? [] : [`default: ${oneLine(printDefault(schema["default"]))}`]),
    ...(isInput ? ["- or a pipe: standard input"] : []),
  ];
}

function printDefault(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a text on one line, without characters that a terminal would interpret. */
export function oneLine(text: string): string {
  return toVisible(text.replaceAll(/\s+/g, " ").trim());
}

/** Splits a text at spaces into lines with an indentation. `hang` is the number of columns of the indentation of later lines. */
function wrap(text: string, indent = "", hang = indent.length): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of oneLine(text).split(" ")) {
    const isEmpty = line.trim() === "" || line === indent;
    if (!isEmpty && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = " ".repeat(hang) + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line.trimEnd()];
}
