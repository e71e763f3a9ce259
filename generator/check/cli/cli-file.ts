/** Converts the checked parts of a config to the values that later stages read. */
import type { ArgValue, ExitMeaning, OrderItem, ToolArg } from "@climax-gen/runtime/compiler";
import type { LoadedDocument } from "../../load/document.ts";
import type { CheckedExample, CheckedResolver, CliFile, CommandTool } from "../files/checked-file.ts";
import type { ParsedExample } from "../keys/config-schema.ts";
import type { Part } from "../reporting/part.ts";
import { parsedOf } from "../reporting/part.ts";
import { readEnum } from "./enum-rules.ts";
import { toOutputSpec } from "./output-rules.ts";
import type { ArgPart, ArgsItem, ConfigPart, ResolverPart, ToolPart } from "./parts.ts";

/** Throws if a part has an error, which has been reported. */
export function toCliFile(config: ConfigPart, document: LoadedDocument): CliFile {
  const { name, description, command, env, tags, working_dir, category, end_of_options, unknown_args } = parsedOf(config);
  return {
    kind: "cli",
    document,
    name,
    description,
    command,
    ...(Object.keys(env).length > 0 && { env }),
    ...(typeof working_dir === "string" && { working_dir }),
    ...(typeof category === "string" && { category }),
    ...(tags.length > 0 && { tags }),
    global_args: config.globalArgs.map(toToolArg),
    ...(end_of_options !== undefined && { end_of_options }),
    ...(unknown_args && { unknown_args }),
    tools: config.tools.map(toCommandTool),
  };
}

function toCommandTool(tool: ToolPart): CommandTool {
  const { name, title, description, command, program, env, working_dir, order, timeout, risk, ...rest } = parsedOf(tool);
  const { success_exit_codes, end_of_options, confirm_message, keywords, at_most_one, exactly_one, at_least_one } = rest;
  const { exit_codes, timeout_is_success, stderr } = rest;
  const output = toOutputSpec(rest.output);
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    command,
    ...(program !== undefined && { program }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(typeof working_dir === "string" && { working_dir }),
    ...(order !== undefined && { order: tool.items.map(toOrderItem) }),
    args: tool.args.map(toToolArg),
    ...(typeof timeout === "number" && { timeout }),
    ...(risk !== undefined && { risk }),
    ...(keywords !== undefined && { keywords }),
    ...(success_exit_codes !== undefined && { success_exit_codes }),
    ...(end_of_options !== undefined && { end_of_options }),
    ...(exit_codes !== undefined &&
      Object.keys(exit_codes).length > 0 && {
        exit_codes: Object.fromEntries(Object.entries(exit_codes).map(([code, meaning]) => [code, toMeaning(meaning)])),
      }),
    ...(timeout_is_success === true && { timeout_is_success }),
    ...(stderr === "on_failure" && { stderr }),
    ...(output && { output }),
    ...(typeof confirm_message === "string" && confirm_message.trim() !== "" && { confirm_message }),
    ...(tool.resolvers.length > 0 && { resolve: tool.resolvers.map(toResolver) }),
    ...(exactly_one !== undefined && { exactly_one }),
    ...(at_least_one !== undefined && { at_least_one }),
    ...(at_most_one !== undefined && { at_most_one }),
    ...(tool.examples.length > 0 && { examples: tool.examples.map(toExample) }),
  };
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
  return { name, command, args: Object.entries(args), ...(words.length > 0 && { words }), ...(timeout !== undefined && { timeout }) };
}

function toExample(part: Part<ParsedExample>): CheckedExample {
  const { description, args, argv } = parsedOf(part);
  return { ...(description !== undefined && { description }), args, ...(argv !== undefined && { argv }) };
}

function toToolArg({ raw, ...part }: ArgPart): ToolArg {
  const arg = parsedOf({ raw, ...part });
  const { name, type, file, repeat } = arg;
  const isJoined = arg.join !== undefined && type !== "map";
  return {
    name,
    type,
    ...(arg.description !== "" && { description: arg.description }),
    ...(arg.required && { required: true }),
    // `checkDefault` has verified that it fits the argument's type.
    ...(arg.default !== undefined && arg.default !== null && { default: arg.default as ArgValue }),
    ...(arg.requires !== undefined && { requires: arg.requires }),
    // `checkPassing` has warned that a flag has no effect with `stdin`.
    ...(typeof arg.flag === "string" && arg.flag !== "" && !arg.stdin && { flag: arg.flag }),
    ...(arg.positional && { positional: true }),
    ...(arg.cwd && { cwd: true }),
    ...(arg.stdin && { stdin: true }),
    ...(arg.env !== undefined && { env: arg.env }),
    ...(file !== false && { file: file === true ? {} : file }),
    ...readEnum(raw["enum"] ?? null, type),
    ...((repeat !== false || isJoined) && { repeat: repeat === false ? true : repeat }),
    ...(arg.join !== undefined && { join: arg.join }),
    ...(arg.value !== undefined && { value: typeof arg.value === "string" ? [arg.value] : arg.value }),
    ...(arg.negatable && { negatable: true }),
    ...(arg.optional_value && { optional_value: true }),
    ...(arg.min !== undefined && { min: arg.min }),
    ...(arg.max !== undefined && { max: arg.max }),
    ...(arg.max_length !== undefined && { max_length: arg.max_length }),
    ...(arg.pattern !== undefined && { pattern: arg.pattern }),
    ...(arg.keys !== undefined && { keys: arg.keys }),
    ...(arg.allow_leading_dash && { allow_leading_dash: true }),
    ...(arg.secret && { secret: true }),
  };
}
