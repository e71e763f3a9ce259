/** The launch arguments of a generated server. */
import { parseArgs } from "node:util";
import type { HttpLaunch, HttpValues } from "./http-launch.ts";
import { HTTP_OPTIONS, HTTP_USAGE, readHttpLaunch } from "./http-launch.ts";
import { toVisible } from "../record/json-line.ts";
import type { LogLevel } from "../record/log.ts";
import { isLogLevel, logLevels } from "../record/log.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";

/** The action that the launch arguments request. */
export type Launch =
  | ServeLaunch
  /** Print the tools that the policies enable. */
  | { readonly kind: "list"; readonly policyFiles: readonly string[] }
  | { readonly kind: "print"; readonly text: string }
  /** `text` is the problem, and where the options are described. */
  | { readonly kind: "refused"; readonly problem: string; readonly text: string };

/** Options of a server that is started. */
export interface ServeLaunch {
  readonly kind: "serve";
  readonly classic: boolean;
  /** Whether `climax_read` is registered besides `climax_call`. Omitted if not. */
  readonly splitCalls?: boolean;
  /** Number of search results that have a schema by default. Omitted for all. */
  readonly searchSchemas?: number;
  readonly logLevel: LogLevel;
  /** The files of `--policy`, in the order given. All of them apply, besides the embedded policies. */
  readonly policyFiles: readonly string[];
  /** Whether the audit shows the values of arguments. */
  readonly auditValues: boolean;
  /** Directory that contains the folders of Directive definitions. Defaults to the server's working directory. */
  readonly directory?: string;
  /** Omitted for standard input and output. */
  readonly http?: HttpLaunch;
  /** Whether output that exceeds a reply is kept for `output_read`. Defaults to true. */
  readonly spool?: boolean;
}

/** Defaults of the launch arguments, from the generated project. */
export interface LaunchDefaults {
  readonly name: string;
  readonly version: string;
  readonly classic: boolean;
  /** Defaults to false. */
  readonly splitCalls?: boolean;
  /** Defaults to all results. */
  readonly searchSchemas?: number;
}

const OWN_OPTIONS = {
  classic: { type: "boolean" },
  progressive: { type: "boolean" },
  "split-calls": { type: "boolean" },
  "search-schemas": { type: "string" },
  list: { type: "boolean" },
  "log-level": { type: "string" },
  policy: { type: "string", multiple: true },
  root: { type: "string" },
  "audit-values": { type: "boolean" },
  spool: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const OPTIONS = { ...OWN_OPTIONS, ...HTTP_OPTIONS } as const;

const SPOOL_VALUES: ReadonlySet<string> = new Set(["on", "off"]);

const DEFAULT_LOG_LEVEL: LogLevel = "warn";

/** Parses the arguments. Unknown and contradictory arguments are errors. */
export function readLaunch(argv: readonly string[], defaults: LaunchDefaults): Launch {
  const { values, problem } = parse(argv);
  if (problem !== undefined) return refuse(problem, defaults.name);
  if (values.help) return { kind: "print", text: usage(defaults.name) };
  if (values.version) return { kind: "print", text: `${defaults.name} ${defaults.version}\n` };
  const policyFiles = values.policy ?? [];
  if (policyFiles.includes("")) return refuse("--policy needs the name of a file", defaults.name);
  if (values.list) return { kind: "list", policyFiles };
  if (values.classic && values.progressive) return refuse("--classic and --progressive exclude each other", defaults.name);
  const logLevel = values["log-level"] ?? DEFAULT_LOG_LEVEL;
  if (!isLogLevel(logLevel)) return refuse(`--log-level must be one of: ${logLevels().join(", ")}`, defaults.name);
  const classic = values.classic ?? (values.progressive ? false : defaults.classic);
  const discovery = readDiscovery(values, { ...defaults, classic });
  if ("problem" in discovery) return refuse(discovery.problem, defaults.name);
  if (values.root === "") return refuse("--root needs the name of a folder", defaults.name);
  const directory = values.root === undefined ? {} : { directory: values.root };
  if (values.spool !== undefined && !SPOOL_VALUES.has(values.spool)) return refuse("--spool must be one of: on, off", defaults.name);
  const spool = values.spool === "off" ? { spool: false } : {};
  const http = readHttpLaunch(values);
  if (http.kind === "refused") return refuse(http.problem, defaults.name);
  const transport = http.kind === "absent" ? {} : { http: http.http };
  const auditValues = values["audit-values"] ?? false;
  return { kind: "serve", classic, ...discovery, logLevel, policyFiles, auditValues, ...directory, ...transport, ...spool };
}

/** Reads the options of `climax_search` and `climax_call`, which a classic server does not have. */
function readDiscovery(
  values: Values,
  { classic, splitCalls = false, searchSchemas }: Pick<LaunchDefaults, "classic" | "splitCalls" | "searchSchemas">,
): Pick<ServeLaunch, "splitCalls" | "searchSchemas"> | { readonly problem: string } {
  const given = (["split-calls", "search-schemas"] as const).find((name) => values[name] !== undefined);
  if (classic && given !== undefined) return { problem: `--${given} has no effect on a classic server: use it with --progressive` };
  const text = values["search-schemas"];
  if (text !== undefined && !/^\d{1,9}$/.test(text)) return { problem: "--search-schemas needs a whole number, 0 or more" };
  const schemas = text === undefined ? searchSchemas : Number(text);
  const isSplit = values["split-calls"] ?? splitCalls;
  return { ...(isSplit && { splitCalls: true }), ...(schemas !== undefined && { searchSchemas: schemas }) };
}

type OwnValues = { -readonly [Name in keyof typeof OWN_OPTIONS]?: OptionValue<(typeof OWN_OPTIONS)[Name]> };
type OptionValue<Option> = Option extends { readonly type: "boolean" }
  ? boolean
  : Option extends { readonly multiple: true }
    ? string[]
    : string;
type Values = OwnValues & HttpValues;

function parse(argv: readonly string[]): { readonly values: Values; readonly problem?: string } {
  try {
    return { values: parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values };
  } catch {
    return { values: {}, problem: describeProblem(argv.map(toVisible)) };
  }
}

/** Returns the message about invalid arguments. It names one, so they must be escaped: the name of a file can control a terminal. */
function describeProblem(shown: readonly string[]): string {
  try {
    parseArgs({ args: [...shown], options: OPTIONS, strict: true });
    return "invalid arguments";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuse(problem: string, name: string): Launch {
  return { kind: "refused", problem, text: `${name}: ${problem}\nstart the server with --help alone to see its options\n` };
}

function usage(name: string): string {
  return `Usage: node server.mjs [options]

Serves the tools of ${name} over MCP on standard input and output.

  --classic            register every tool directly
  --progressive        register only climax_search and climax_call
  --split-calls        register climax_read too, which runs only tools with risk: read
  --search-schemas N   give full schemas for the first N results of a search (default: all)
  --log-level LEVEL    level of the log on standard error: ${logLevels().join(", ")} (default: ${DEFAULT_LOG_LEVEL})
  --policy FILE        apply another policy, which can only restrict the server further; can be repeated
  --root DIR           base directory of Directive definitions (default: the working directory)
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
