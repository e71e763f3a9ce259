/** Reads the command line of the front end up to the words of a tool. */
import { parseArgs } from "node:util";
import type { LogLevel } from "../record/log.ts";
import { isLogLevel, LOG_LEVELS } from "../record/log.ts";
import { defined } from "../text/defined.ts";
import { renderValue } from "../text/render-value.ts";
import type { OwnOptions } from "./read-words.ts";

/** The options before the command or the tool. */
export interface FrontOptions extends OwnOptions {
  readonly policyFiles: readonly string[];
  /** Directory that contains the directories of Directive definitions. */
  readonly root?: string;
  readonly logLevel: LogLevel;
  readonly auditValues: boolean;
}

/** The request of a command line. */
export type FrontRequest =
  | { readonly kind: "help" | "version" }
  /** `words` are those after the name. The name of a command that is also the name of a tool is the command. */
  | { readonly kind: "run"; readonly name: string; readonly words: readonly string[]; readonly options: FrontOptions }
  | { readonly kind: "misuse"; readonly problem: string };

const OPTIONS = {
  policy: { type: "string", multiple: true },
  root: { type: "string" },
  "log-level": { type: "string" },
  "audit-values": { type: "boolean" },
  args: { type: "string" },
  json: { type: "boolean" },
  "dry-run": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** The names of the options, with their dashes. */
export const FRONT_FLAGS: readonly string[] = Object.keys(OPTIONS).map((name) => `--${name}`);

/** Reads the words after the name of the program. */
export function readFront(argv: readonly string[]): FrontRequest {
  const end = findName(argv);
  const before = argv.slice(0, end);
  const parsed = parseOptions(before);
  if (typeof parsed === "string") return { kind: "misuse", problem: parsed };
  const { policy = [], root, args, "log-level": logLevel = "warn", ...switches } = parsed;
  if (switches.version === true) return { kind: "version" };
  const [name, ...words] = argv.slice(end);
  if (name === undefined) return { kind: "help" };
  if (!isLogLevel(logLevel)) return { kind: "misuse", problem: `--log-level must be one of: ${LOG_LEVELS.join(", ")}` };
  const { help = false, json = false, "dry-run": dryRun = false, "audit-values": auditValues = false } = switches;
  const options = { policyFiles: policy, logLevel, auditValues, help, json, dryRun, ...defined({ root, args }) };
  return { kind: "run", name, words, options };
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>["values"];

function parseOptions(args: readonly string[]): Parsed | string {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch {
    const known = new Set<string>([...FRONT_FLAGS, "-h"]);
    const unknown = args.find((word) => word.startsWith("-") && !known.has(word.split("=")[0] ?? ""));
    if (unknown !== undefined) return `no option ${renderValue(unknown)}; the flags of a tool follow its name`;
    return `an option before the name of the tool has no value, or a value that it cannot have`;
  }
}

/** Returns the position of the first word that is neither an option nor its value. */
function findName(argv: readonly string[]): number {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-") || word === "-") return at;
    const option = Object.entries(OPTIONS).find(([name]) => word === `--${name}`);
    if (option?.[1].type === "string") at += 1;
  }
  return argv.length;
}
