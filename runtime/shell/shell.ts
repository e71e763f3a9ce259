/** The front end for shells: runs the tools of a server, one call in each process. */
import { basename, relative } from "node:path";
import { repeatSignal } from "../process/repeat-signal.ts";
import { answerSearch, SEARCH_ARGS } from "../server/answer-search.ts";
import { readServerEnvironment } from "../server/server-environment.ts";
import type { ReadySetup, SetupOptions } from "../server/setup.ts";
import { setUp } from "../server/setup.ts";
import { useServer } from "../server/use-server.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { defined } from "../text/defined.ts";
import { namesWithWords, nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { toInputSchema } from "../tool/input-schema.ts";
import { COMMANDS, isCommand } from "./commands.ts";
import { complete, formatCompletions, SHELLS } from "./complete.ts";
import { COMPLETE_COMMAND, writeCompletionScript } from "./completion-script.ts";
import { toFlags } from "./flags.ts";
import type { FrontOptions } from "./front-options.ts";
import { readFront } from "./front-options.ts";
import { describeFrontHelp } from "./help.ts";
import { formatSearch, formatTools, toListEntries } from "./list.ts";
import { readWords } from "./read-words.ts";
import type { ShellCall, ShellResult } from "./shell-call.ts";
import { runShellCall } from "./shell-call.ts";
import { toShellTerms } from "./shell-terms.ts";
import { write } from "./terminal.ts";
import { shellWord } from "../text/shell-word.ts";

/** The tools and policies of the front end. */
export interface ShellOptions extends SetupOptions, DiscoveryOptions {
  /** Name and version of the server. */
  readonly name: string;
  readonly version: string;
}

/**
 * Runs the command line `argv`, and sets the exit status: that of the program, 2 for misuse, 124 after a timeout, 126 for a refused call, or
 * 127 for a missing program. Never rejects.
 */
export async function runShell(options: ShellOptions, argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const { status, out = "", error = "", signal } = await run(options, argv, programOf(process.argv[1] ?? ""));
  const isRead = write(1, out);
  if (error !== "") write(2, `${error.trimEnd()}\n`);
  process.exitCode = isRead ? status : BROKEN_PIPE;
  repeatSignal(signal);
}

/** The status of a program that SIGPIPE killed. Node.js ignores the signal. */
const BROKEN_PIPE = 141;

/** Returns the words that start the front end in a shell: the name of an installed program, or `node` and a path. */
function programOf(path: string): string {
  if (!path.endsWith(".mjs")) return shellWord(basename(path));
  const near = relative(process.cwd(), path);
  return `node ${shellWord(near.startsWith("..") || near === "" ? path : near)}`;
}

async function run(options: ShellOptions, argv: readonly string[], program: string): Promise<ShellResult> {
  const { name, version } = options;
  const request = readFront(argv);
  switch (request.kind) {
    case "help":
      return { status: 0, out: describeFrontHelp(name, program) };
    case "version":
      return { status: 0, out: `${name} ${version}\n` };
    case "misuse":
      return { status: 2, error: `${request.problem}\nhelp: run \`${program} --help\` for the options` };
    case "run": {
      const { env } = readServerEnvironment(process.env);
      const setup = await setUp({ ...options, ...defined({ calledTool: calledToolOf(request) }) }, request.options.policyFiles, env);
      if (setup.kind === "refused") return { status: 126, error: `nothing was run: ${setup.text.trimEnd()}` };
      return await runCommand(request, { options, setup, program, env });
    }
  }
}

interface ShellContext {
  readonly options: ShellOptions;
  readonly setup: ReadySetup;
  /** The words that start the front end in a shell, quoted. */
  readonly program: string;
  readonly env: ReturnType<typeof readServerEnvironment>["env"];
}

interface Command {
  readonly name: string;
  readonly words: readonly string[];
  readonly options: FrontOptions;
}

/** Returns the name of the tool that the words call. Undefined for another command. */
function calledToolOf({ name, words }: Command): string | undefined {
  if (name === "call") return words[0];
  return isCommand(name) || name === COMPLETE_COMMAND ? undefined : name;
}

async function runCommand({ name, words, options }: Command, context: ShellContext): Promise<ShellResult> {
  const { setup, program } = context;
  const [first] = words;
  if (asksForHelp({ name, words, options })) return frontHelp(context);
  switch (name) {
    case "list":
      return list(words, options, context);
    case "search":
      return search(words, options, context);
    case "help":
      if (first === undefined || (isCommand(first) && setup.index.get(first) === undefined)) return frontHelp(context);
      return await callTool({ name: first, words: [], options: { ...options, help: true } }, context);
    case "completion":
      return printScript(words, context);
    case COMPLETE_COMMAND:
      return { status: 0, out: formatCompletions(complete(setup.index, first === "--" ? words.slice(1) : words)) };
    case "call":
      if (first === undefined) return { status: 2, error: `call needs the name of a tool\nhelp: run \`${program} list\` to see the tools` };
      return await callTool({ name: first, words: words.slice(1), options }, context);
    default:
      return await callTool({ name, words, options }, context);
  }
}

/** Reports whether the words ask for the help of a command, rather than of a tool. */
function asksForHelp({ name, words, options }: Command): boolean {
  const end = words.indexOf("--");
  const own = name === "call" ? words.slice(0, 1) : end < 0 ? words : words.slice(0, end);
  const isAsked = own.some((word) => word === "--help" || word === "-h");
  if (name === "call") return isAsked || (options.help && own.length === 0);
  return isCommand(name) && name !== "help" && (isAsked || options.help);
}

function frontHelp({ options, program }: ShellContext): ShellResult {
  return { status: 0, out: describeFrontHelp(options.name, program) };
}

async function callTool({ name, words, options }: Command, context: ShellContext): Promise<ShellResult> {
  const { setup, program } = context;
  const tool = setup.index.get(name);
  if (tool === undefined) return describeUnknown(name, context);
  const { name: server, version } = context.options;
  const use: ShellCall["use"] = (classic, call) => useTools({ classic, options, context }, call);
  return await runShellCall({ tool, words, options, program, setup, use, client: { name: `${server} (command line)`, version } });
}

interface ToolsUse {
  readonly classic: boolean;
  readonly options: FrontOptions;
  readonly context: ShellContext;
}

async function useTools({ classic, options, context }: ToolsUse, call: (server: ToolServer) => Promise<ShellResult>): Promise<ShellResult> {
  const { setup, env } = context;
  const { name, version } = context.options;
  const { auditValues, logLevel, root } = options;
  const launch = { classic, auditValues, logLevel, spool: false, ...defined({ directory: root }) };
  const used = await useServer({ info: { name, version }, launch, setup, env, sharesError: true }, call);
  return used.kind === "used" ? used.result : { status: 126, error: `nothing was run: ${used.problem}` };
}

/** Maximum number of suggested names. */
const MAX_NAMES = 3;

function describeUnknown(name: string, { setup, program }: ShellContext): ShellResult {
  const names = [...COMMANDS, ...setup.index.names()];
  const near = nearNames(name, names, MAX_NAMES);
  const found = near.length > 0 ? near : namesWithWords(name, names, MAX_NAMES);
  const advice = found.length > 0 ? `; did you mean ${found.join(" or ")}?` : "";
  return { status: 2, error: `no tool or command '${renderValue(name)}'${advice}\nhelp: run \`${program} list\` to see the tools` };
}

function list(words: readonly string[], { json }: FrontOptions, { setup, program }: ShellContext): ShellResult {
  const read = readWords(words, []);
  if (read.kind === "misuse") return misuseOf("list", read.problem, program);
  const tools = setup.index.listed();
  if (json || read.own.json) return { status: 0, out: `${JSON.stringify(toListEntries(tools), null, 2)}\n` };
  return { status: 0, out: formatTools(tools) };
}

function search(words: readonly string[], { json }: FrontOptions, { options, setup, program }: ShellContext): ShellResult {
  const all = toFlags(toInputSchema(SEARCH_ARGS).properties);
  const flags = [...all.filter(({ name }) => name !== "query"), ...QUERY];
  const read = readWords(words, flags);
  if (read.kind === "misuse") return misuseOf("search", read.problem, program);
  const { query, ...given } = Object.fromEntries(read.given);
  const asked = Array.isArray(query) ? { ...given, query: query.join(" ") } : given;
  const isJson = json || read.own.json;
  // Schemas are for agents.
  const reply = answerSearch(setup.index, asked, isJson ? options : { ...options, searchSchemas: 0 });
  if (reply.isError) return misuseOf("search", toShellTerms(reply.text, flags), program);
  return { status: 0, out: isJson ? `${reply.text}\n` : formatSearch(reply.text) };
}

/** The words of a search, as operands. */
const QUERY = toFlags({ query: { type: "array", items: { type: "string" } } }).map((flag) => ({ ...flag, isOperand: true }));

function printScript(words: readonly string[], { options, program }: ShellContext): ShellResult {
  const [given, option, as] = words;
  const shell = SHELLS.find((one) => one === given);
  const isNamed = option === "--name" && as !== undefined && /^[\w.+-]+$/.test(as);
  if (shell === undefined || (option !== undefined && !isNamed))
    return { status: 2, error: `completion needs the name of a shell: ${SHELLS.join(", ")}; --name NAME completes another name` };
  const path = process.argv[1] ?? "";
  const isFile = path.endsWith(".mjs");
  const name = as ?? (isFile ? options.name.replaceAll(/[^\w.+-]+/g, "-") : basename(path));
  return { status: 0, out: writeCompletionScript(shell, { name, program: isFile ? `node ${shellWord(path)}` : program }) };
}

function misuseOf(command: string, problem: string, program: string): ShellResult {
  return { status: 2, error: `${command}: ${problem}\nhelp: run \`${program} --help\` for the commands` };
}
