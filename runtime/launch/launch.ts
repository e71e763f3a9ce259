/** Parses the launch arguments of a generated server. */
import { parseArgs } from "node:util";
import type { HttpLaunch } from "./http-launch.ts";
import { HTTP_OPTIONS, HTTP_USAGE, readHttpLaunch } from "./http-launch.ts";
import type { OptionValues } from "./option-values.ts";
import { WrongOption } from "./option-values.ts";
import { toVisible } from "../record/json-line.ts";
import type { LogLevel } from "../record/log.ts";
import { isLogLevel, LOG_LEVELS } from "../record/log.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { messageOf } from "../text/message-of.ts";
import type { DiscoveryMode, DiscoveryOptions } from "../tool/discovery-options.ts";
import { DEFAULT_SEARCH_BYTES, DISCOVERY_MODES, discoveryOf } from "../tool/discovery-options.ts";
import { defined } from "../text/defined.ts";

/** The action that the launch arguments request. */
export type Launch =
  | ServeLaunch
  /** Print the tools that the policies enable. */
  | { readonly kind: "list"; readonly policyFiles: readonly string[] }
  | { readonly kind: "print"; readonly text: string }
  /** `text` is the problem, followed by a reference to the description of the options. */
  | { readonly kind: "refused"; readonly problem: string; readonly text: string };

/** Options of a server that is started. */
export interface ServeLaunch extends DiscoveryOptions {
  readonly kind: "serve";
  /** Whether every tool is registered directly. */
  readonly classic: boolean;
  /** Set if the size of the list of tools decides between both modes, instead of `classic`. */
  readonly isAuto?: true;
  readonly logLevel: LogLevel;
  /** The files of `--policy`, in order. All of them apply, in addition to the embedded policies. */
  readonly policyFiles: readonly string[];
  /** Whether the audit shows the values of arguments. */
  readonly auditValues: boolean;
  /** Whether the server is ready only if the programs of all tools are installed. Defaults to false. */
  readonly requiresPrograms?: boolean;
  /** Directory that contains the directories of Directive definitions. Defaults to the server's working directory. */
  readonly directory?: string;
  /** Omitted for standard input and output. */
  readonly http?: HttpLaunch;
  /** Whether output that exceeds a reply is kept for `output_read`. Defaults to true. */
  readonly spool?: boolean;
}

/** Defaults of the launch arguments, from the generated project. */
export interface LaunchDefaults extends DiscoveryOptions {
  readonly name: string;
  readonly version: string;
  readonly classic: boolean;
}

const OWN_OPTIONS = {
  classic: { type: "boolean" },
  progressive: { type: "boolean" },
  discovery: { type: "string" },
  "split-calls": { type: "boolean" },
  "search-schemas": { type: "string" },
  "search-bytes": { type: "string" },
  list: { type: "boolean" },
  "log-level": { type: "string" },
  policy: { type: "string", multiple: true },
  root: { type: "string" },
  "audit-values": { type: "boolean" },
  "require-programs": { type: "boolean" },
  spool: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const OPTIONS = { ...OWN_OPTIONS, ...HTTP_OPTIONS } as const;

const SPOOL_VALUES: ReadonlySet<string> = new Set(["on", "off"]);

const DEFAULT_LOG_LEVEL: LogLevel = "warn";

type Values = OptionValues<typeof OPTIONS>;

/** Parses the arguments. Unknown and contradictory arguments are errors. */
export function readLaunch(argv: readonly string[], defaults: LaunchDefaults): Launch {
  try {
    return toLaunch(parse(argv), defaults);
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    const problem = error.message;
    return { kind: "refused", problem, text: `${defaults.name}: ${problem}\nstart the server with --help alone to see its options\n` };
  }
}

function parse(argv: readonly string[]): Values {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch {
    throw new WrongOption(describeProblem(argv.map(toVisible)));
  }
}

/**
 * Returns the message about invalid arguments. `shown` must be escaped, because the message quotes an argument, and a file name can contain
 * terminal escape sequences.
 */
function describeProblem(shown: readonly string[]): string {
  try {
    parseArgs({ args: [...shown], options: OPTIONS, strict: true });
    return "invalid arguments";
  } catch (error) {
    return messageOf(error);
  }
}

function toLaunch(values: Values, defaults: LaunchDefaults): Launch {
  if (values.help) return { kind: "print", text: usage(defaults.name) };
  if (values.version) return { kind: "print", text: `${defaults.name} ${defaults.version}\n` };
  const policyFiles = values.policy ?? [];
  if (policyFiles.includes("")) throw new WrongOption("--policy needs the name of a file");
  if (values.list) return { kind: "list", policyFiles };
  if (values.classic && values.progressive) throw new WrongOption("--classic and --progressive are mutually exclusive");
  const logLevel = values["log-level"] ?? DEFAULT_LOG_LEVEL;
  if (!isLogLevel(logLevel)) throw new WrongOption(`--log-level must be one of: ${LOG_LEVELS.join(", ")}`);
  const mode = readMode(values);
  const classic = mode === undefined || mode === "auto" ? mode === undefined && defaults.classic : mode === "classic";
  const discovery = readDiscovery(values, { ...defaults, classic });
  if (values.root === "") throw new WrongOption("--root needs the path of a directory");
  if (values.spool !== undefined && !SPOOL_VALUES.has(values.spool)) throw new WrongOption("--spool must be one of: on, off");
  const http = readHttpLaunch(values);
  return {
    kind: "serve",
    classic,
    ...(mode === "auto" && { isAuto: true }),
    ...discovery,
    logLevel,
    policyFiles,
    auditValues: values["audit-values"] ?? false,
    ...(values["require-programs"] === true && { requiresPrograms: true }),
    ...defined({ directory: values.root, http, spool: values.spool === "off" ? false : undefined }),
  };
}

/** Returns the mode that an option selects, or undefined for the default of the server. */
function readMode({ classic, progressive, discovery }: Values): DiscoveryMode | undefined {
  const given = [
    ...(classic ? ["--classic"] : []),
    ...(progressive ? ["--progressive"] : []),
    ...(discovery === undefined ? [] : ["--discovery"]),
  ];
  if (given.length > 1) throw new WrongOption(`${given.join(" and ")} are mutually exclusive`);
  if (discovery === undefined) return classic ? "classic" : progressive ? "progressive" : undefined;
  const mode = DISCOVERY_MODES.find((one) => one === discovery);
  if (mode === undefined) throw new WrongOption(`--discovery must be one of: ${DISCOVERY_MODES.join(", ")}`);
  return mode;
}

/** Reads the options of `climax_search` and `climax_call`, which a classic server does not have. */
function readDiscovery(values: Values, { classic, splitCalls, searchSchemas, searchBytes }: LaunchDefaults): DiscoveryOptions {
  const given = (["split-calls", "search-schemas", "search-bytes"] as const).find((name) => values[name] !== undefined);
  if (classic && given !== undefined) throw new WrongOption(`--${given} has no effect on a classic server: use it with --progressive`);
  return discoveryOf({
    splitCalls: values["split-calls"] ?? splitCalls,
    searchSchemas: readWhole(values, "search-schemas") ?? searchSchemas,
    searchBytes: readWhole(values, "search-bytes") ?? searchBytes,
  });
}

function readWhole(values: Values, name: "search-schemas" | "search-bytes"): number | undefined {
  const text = values[name];
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new WrongOption(`--${name} needs a whole number, 0 or more`);
  return text === undefined ? undefined : Number(text);
}

function usage(name: string): string {
  return `Usage: node server.mjs [options]

Serves the tools of ${name} over MCP on standard input and output.

  --classic            register every tool directly
  --progressive        register only climax_search and climax_call
  --discovery MODE     progressive, classic, or auto: register every tool directly if their list is short
  --split-calls        register climax_read too, which runs only tools with risk: read
  --search-schemas N   give full schemas for the first N results of a search (default: all)
  --search-bytes N     maximum size in bytes of the reply to a search (default: ${DEFAULT_SEARCH_BYTES})
  --log-level LEVEL    level of the log on standard error: ${LOG_LEVELS.join(", ")} (default: ${DEFAULT_LOG_LEVEL})
  --policy FILE        apply another policy, which can only restrict the server further; can be repeated
  --root DIR           base directory of Directive definitions (default: the working directory)
  --require-programs   start only if the programs of all tools are installed; /readyz checks this, too
  --audit-values       write the values of arguments to the audit, other than secret ones
  --spool on|off       keep output that exceeds a reply for output_read (default: on)
  --list               print the tools and exit
  --version            print the name and the version and exit
  -h, --help           print this text and exit
${HTTP_USAGE}
Environment:
  CLIMAX_LOG_FILE      append the log to this file, too
  CLIMAX_AUDIT_FILE    append a record of each call to this file, as lines of JSON
  CLIMAX_HTTP_TOKEN    token that clients must send, if there is no --token-file
  CLIMAX_STATE_KEY     secret that replicas with --oauth-issuer share, so that each accepts the confirmations that another requested
  OTEL_EXPORTER_OTLP_ENDPOINT
                       address of an OpenTelemetry collector
`;
}

/** Returns the output of `--list`: one line per tool. */
export function listText(index: ToolIndex): string {
  return Array.from(index.listed(), (tool) => `${tool.name}\t${tool.description.replaceAll(/\s+/g, " ").trim()}\n`).join("");
}
