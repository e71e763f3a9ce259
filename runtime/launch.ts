/** The launch arguments of a generated server. */
import { parseArgs } from "node:util";
import type { LogLevel } from "./log.ts";
import { isLogLevel, logLevels } from "./log.ts";
import type { ToolIndex } from "./tool-index.ts";

export type Launch =
  | { readonly kind: "serve"; readonly classic: boolean; readonly logLevel: LogLevel }
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string };

export interface LaunchDefaults {
  readonly name: string;
  readonly version: string;
  readonly index: ToolIndex;
  readonly classic: boolean;
}

const OPTIONS = {
  classic: { type: "boolean" },
  progressive: { type: "boolean" },
  list: { type: "boolean" },
  "log-level": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const DEFAULT_LOG_LEVEL: LogLevel = "warn";

/** What the arguments ask for; anything unknown or contradictory is refused with the usage. */
export function readLaunch(argv: readonly string[], defaults: LaunchDefaults): Launch {
  const { values, problem } = parse(argv);
  if (problem !== undefined) return refuse(problem, defaults.name);
  if (values.help) return { kind: "print", text: usage(defaults.name) };
  if (values.version) return { kind: "print", text: `${defaults.name} ${defaults.version}\n` };
  if (values.list) return { kind: "print", text: listText(defaults.index) };
  if (values.classic && values.progressive) return refuse("--classic and --progressive exclude each other", defaults.name);
  const logLevel = values["log-level"] ?? DEFAULT_LOG_LEVEL;
  if (!isLogLevel(logLevel)) return refuse(`--log-level must be one of: ${logLevels().join(", ")}`, defaults.name);
  return { kind: "serve", classic: values.classic ?? (values.progressive ? false : defaults.classic), logLevel };
}

type Values = { -readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]["type"] extends "boolean" ? boolean : string };

function parse(argv: readonly string[]): { readonly values: Values; readonly problem?: string } {
  try {
    return { values: parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values };
  } catch (error) {
    // parseArgs reports a user's mistake by throwing; its message names the argument.
    return { values: {}, problem: error instanceof Error ? error.message : String(error) };
  }
}

function refuse(problem: string, name: string): Launch {
  return { kind: "refused", text: `${name}: ${problem}\n\n${usage(name)}` };
}

function usage(name: string): string {
  return `Usage: node server.mjs [options]

Serves the tools of ${name} over MCP on standard input and output.

  --classic            register every tool directly
  --progressive        register only climax_search and climax_call
  --log-level LEVEL    ${logLevels().join(", ")} (default: ${DEFAULT_LOG_LEVEL}), on standard error
  --list               print the tools and exit
  --version            print name and version and exit
  -h, --help           print this text and exit

Environment: CLIMAX_LOG_FILE names a file that the log is appended to as well.
`;
}

function listText(index: ToolIndex): string {
  return Array.from(index.listed(), (tool) => `${tool.name}\t${tool.description.replaceAll(/\s+/g, " ").trim()}\n`).join("");
}
