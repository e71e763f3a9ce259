/** Converts the checked parts of a config to the values that later stages read. */
import type { ArgValue, ExitMeaning, OrderItem, ToolArg } from "@climax-gen/runtime/compiler";
import type { LoadedDocument } from "../../load/document.ts";
import type { CheckedExample, CheckedResolver, CliFile, CommandTool } from "../files/checked-file.ts";
import { omitAbsent } from "../files/omit-absent.ts";
import type { ParsedExample } from "../keys/config-schema.ts";
import type { Part } from "../reporting/part.ts";
import { parsedOf } from "../reporting/part.ts";
import { readEnum } from "./enum-rules.ts";
import { toOutputSpec } from "./output-rules.ts";
import type { ArgPart, ArgsItem, ConfigPart, ResolverPart, ToolPart } from "./parts.ts";
import { writesDashDash } from "./words-rules.ts";

/**
 * Converts a config. Throws if a part has an error: the caller stops at a report with errors. Omits keys that are empty or equal to their
 * default.
 */
export function toCliFile(config: ConfigPart, document: LoadedDocument): CliFile {
  const { name, description, command, env, tags, working_dir, category, unknown_args } = parsedOf(config);
  return omitAbsent<Omit<CliFile, "hazards">>({
    kind: "cli",
    document,
    name,
    description,
    command,
    env: withEntries(env),
    working_dir: working_dir ?? undefined,
    category: category ?? undefined,
    tags: withItems(tags),
    global_args: config.globalArgs.map(toGlobalArg),
    unknown_args,
    tools: config.tools.map((tool) => toCommandTool(tool, config)),
  });
}

function toCommandTool(tool: ToolPart, config: ConfigPart): CommandTool {
  const parsed = parsedOf(tool);
  const { exit_codes = {}, confirm_message } = parsed;
  return omitAbsent<CommandTool>({
    name: parsed.name,
    title: parsed.title,
    description: parsed.description,
    command: parsed.command,
    program: parsed.program,
    env: withEntries(parsed.env),
    working_dir: parsed.working_dir ?? undefined,
    order: parsed.order && tool.items.map(toOrderItem),
    args: tool.args.map(toToolArg),
    timeout: parsed.timeout ?? undefined,
    risk: parsed.risk,
    keywords: parsed.keywords,
    success_exit_codes: parsed.success_exit_codes,
    end_of_options: writesDashDash(tool, config) || undefined,
    exit_codes: withEntries(Object.fromEntries(Object.entries(exit_codes).map(([code, meaning]) => [code, toMeaning(meaning)]))),
    timeout_is_success: parsed.timeout_is_success || undefined,
    stderr: parsed.stderr === "on_failure" ? parsed.stderr : undefined,
    output: toOutputSpec(parsed.output),
    confirm_message: typeof confirm_message === "string" && confirm_message.trim() !== "" ? confirm_message : undefined,
    resolve: withItems(tool.resolvers.map(toResolver)),
    exactly_one: parsed.exactly_one,
    at_least_one: parsed.at_least_one,
    at_most_one: parsed.at_most_one,
    examples: withItems(tool.examples.map(toExample)),
  });
}

function withItems<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

function withEntries<Table extends object>(table: Table): Table | undefined {
  return Object.keys(table).length === 0 ? undefined : table;
}

/** Returns the meaning of an exit code without `x-` keys. `checkExitCodes` has verified that it is a text or an error. */
function toMeaning(written: unknown): ExitMeaning {
  const meaning = written as ExitMeaning;
  return typeof meaning === "string" ? meaning : { error: meaning.error };
}

function toOrderItem(item: ArgsItem): OrderItem {
  return item.kind === "words" ? parsedOf(item).words : parsedOf(item).name;
}

function toResolver({ name, ...part }: ResolverPart): CheckedResolver {
  const { command, args, words, timeout } = parsedOf(part);
  return omitAbsent<CheckedResolver>({ name, command, args: Object.entries(args), words: withItems(words), timeout });
}

function toExample(part: Part<ParsedExample>): CheckedExample {
  const { description, args, argv } = parsedOf(part);
  return omitAbsent<CheckedExample>({ description, args, argv });
}

type GlobalArg = Pick<ToolArg, "name" | "type" | "description" | "default" | "flag" | "value" | "enum" | "enum_words" | "secret">;

/** Omits the keys that have no effect on a global argument, which `checkGlobalPassing` has warned about. */
function toGlobalArg(part: ArgPart): GlobalArg {
  const { name, type, description, default: constant, flag, value, enum: members, enum_words, secret } = toToolArg(part);
  return omitAbsent<GlobalArg>({ name, type, description, default: constant, flag, value, enum: members, enum_words, secret });
}

function toToolArg({ raw, ...part }: ArgPart): ToolArg {
  const arg = parsedOf({ raw, ...part });
  const { type, file, repeat, value } = arg;
  const isJoined = arg.join !== undefined && type !== "map";
  const { enum: members, enum_words } = readEnum(raw["enum"] ?? null, type);
  return omitAbsent<Omit<ToolArg, "limits">>({
    name: arg.name,
    type,
    description: arg.description || undefined,
    required: arg.required || undefined,
    // `checkDefault` has verified that it fits the argument's type.
    default: (arg.default as ArgValue | null | undefined) ?? undefined,
    requires: arg.requires,
    // `checkPassing` has warned that a flag has no effect with `stdin`.
    flag: (!arg.stdin && arg.flag) || undefined,
    positional: arg.positional || undefined,
    cwd: arg.cwd || undefined,
    stdin: arg.stdin || undefined,
    env: arg.env,
    file: file === true ? {} : file || undefined,
    enum: members,
    enum_words,
    repeat: repeat || isJoined || undefined,
    join: arg.join,
    value: typeof value === "string" ? [value] : value,
    negatable: arg.negatable || undefined,
    optional_value: arg.optional_value || undefined,
    min: arg.min,
    max: arg.max,
    max_length: arg.max_length,
    pattern: arg.pattern,
    keys: arg.keys,
    allow_leading_dash: arg.allow_leading_dash || undefined,
    secret: arg.secret || undefined,
  });
}
