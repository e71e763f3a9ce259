/** Converts the checked parts of a config to the values that later stages read. */
import type { SecretSource } from "@climax-gen/runtime/internal/tool/secret-source";
import { isSecretSource } from "@climax-gen/runtime/internal/tool/secret-source";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgValue, OrderItem } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { LoadedDocument } from "../../load/document.ts";
import type { CheckedExample, CheckedResolver, CliFile, CommandTool } from "../files/checked-file.ts";
import { omitAbsent, withEntries } from "../files/omit-absent.ts";
import { argSchema, keysWith } from "../keys/arg-schema.ts";
import { type ParsedExample, toolHeadSchema } from "../keys/tool-schema.ts";
import { withoutDefaults } from "../keys/key-facts.ts";
import type { Part } from "../reporting/part.ts";
import { parsedOf } from "../reporting/part.ts";
import { DEFAULT_VERSION_COMMAND } from "../files/tool-program.ts";
import { readEnum } from "./enum-rules.ts";
import { toMeaning } from "./exit-code-rules.ts";
import { toOutputSpec } from "./result-rules.ts";
import { firstCommand } from "./command-choice.ts";
import type { ArgPart, ArgsItem, ConfigPart, ResolverPart, CommandToolPart } from "./parts.ts";
import { keyOfDashDash } from "./words-rules.ts";

/**
 * Converts a config. Throws if a part has an error: the caller stops at a report with errors. Omits keys that are empty or equal to their
 * default.
 */
export function toCliFile(config: ConfigPart, document: LoadedDocument): CliFile {
  const { name, description, command, env, tags, working_dir, category, unknown_args, when_missing, os } = parsedOf(config);
  const { program_version, version_command = DEFAULT_VERSION_COMMAND } = parsedOf(config);
  return omitAbsent<Omit<CliFile, "hazards">>({
    kind: "cli",
    document,
    name,
    description,
    command: firstCommand(command),
    any_of: typeof command === "string" ? undefined : command.any_of,
    ...splitVariables(env),
    working_dir: working_dir ?? undefined,
    category: category ?? undefined,
    tags: withEntries(tags),
    global_args: config.globalArgs.map(toGlobalArg),
    unknown_args,
    when_missing: when_missing === "warn" ? undefined : when_missing,
    os,
    version_command: program_version === undefined ? undefined : version_command,
    tools: config.tools.map((tool) => toCommandTool(tool, config)),
  });
}

/** Separates the strings of `env` from the sources of secrets. */
function splitVariables(env: Readonly<Record<string, unknown>> = {}): {
  readonly env: CliFile["env"] | undefined;
  readonly secrets: CliFile["secrets"] | undefined;
} {
  const entries = Object.entries(env);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const sources = entries.filter((entry): entry is [string, SecretSource] => isSecretSource(entry[1]));
  return { env: withEntries(Object.fromEntries(texts)), secrets: withEntries(Object.fromEntries(sources)) };
}

function toCommandTool(tool: CommandToolPart, config: ConfigPart): CommandTool {
  const parsed = parsedOf(tool);
  const { name, description, command, order, exit_codes = {}, timeout_is_success, stderr, reply_prefix, confirm_message } = parsed;
  return omitAbsent<CommandTool>({
    ...withoutDefaults(toolHeadSchema, parsed),
    ...splitVariables(parsed.env),
    name,
    description,
    command,
    order: order && tool.items.map(toOrderItem),
    args: tool.args.map(toToolArg),
    ...keyOfDashDash(tool, config),
    exit_codes: withEntries(Object.fromEntries(Object.entries(exit_codes).map(([code, meaning]) => [code, toMeaning(meaning)]))),
    timeout_is_success: timeout_is_success || undefined,
    stderr: stderr === "always" ? undefined : stderr,
    // An empty line replaces that of `defaults`.
    reply_prefix: reply_prefix || undefined,
    output: toOutputSpec(parsed.output),
    confirm_message: typeof confirm_message === "string" && confirm_message.trim() !== "" ? confirm_message : undefined,
    resolve: withEntries(tool.resolvers.map(toResolver)),
    examples: withEntries(tool.examples.map(toExample)),
  });
}

function toOrderItem(item: ArgsItem): OrderItem {
  return item.kind === "words" ? parsedOf(item).words : parsedOf(item).name;
}

function toResolver({ name, ...part }: ResolverPart): CheckedResolver {
  const { command, args, words, timeout } = parsedOf(part);
  return omitAbsent<CheckedResolver>({ name, command, args: Object.entries(args), words: withEntries(words), timeout });
}

function toExample(part: Part<ParsedExample>): CheckedExample {
  const { description, args, argv } = parsedOf(part);
  return omitAbsent<CheckedExample>({ description, args, argv });
}

/** Keys that have an effect on a global argument. `checkGlobalPassing` has reported the others, and `repeat`. */
const GLOBAL_KEYS: ReadonlySet<string> = new Set([
  "enum_words",
  ...keysWith(({ isForGlobal }) => isForGlobal).filter((key) => key !== "repeat"),
]);

function toGlobalArg(part: ArgPart): ToolArg {
  // Safe cast: every argument has a name and a type, which are among the keys.
  return Object.fromEntries(Object.entries(toToolArg(part)).filter(([key]) => GLOBAL_KEYS.has(key))) as unknown as ToolArg;
}

function toToolArg({ raw, ...part }: ArgPart): ToolArg {
  const arg = parsedOf({ raw, ...part });
  const { name, type, ...others } = arg;
  const { file, repeat, value } = others;
  const isJoined = arg.join !== undefined && type !== "map";
  const { enum: members, enum_words } = readEnum(raw["enum"] ?? null, type);
  return omitAbsent<Omit<ToolArg, "limits">>({
    name,
    type,
    ...withoutDefaults(argSchema, others),
    enum: members,
    enum_words,
    // `checkDefault` has verified that it fits the argument's type.
    default: (arg.default as ArgValue | null | undefined) ?? undefined,
    // `checkPassing` has warned that a flag has no effect with `stdin`.
    flag: (!arg.stdin && arg.flag) || undefined,
    file: file === true ? {} : file || undefined,
    repeat: repeat || isJoined || undefined,
    value: typeof value === "string" ? [value] : value,
  });
}
