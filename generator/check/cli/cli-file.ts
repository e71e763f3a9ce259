/** Converts the checked parts of a config to the values that later stages read. */
import type { ArgValue, ExitMeaning, ToolArg } from "@climax-gen/runtime/compiler";
import type { LoadedDocument } from "../../load/document.ts";
import type { CliFile, CommandTool } from "../files/checked-file.ts";
import { parsedOf } from "../reporting/part.ts";
import { toOutputSpec } from "./output-rules.ts";
import type { ArgPart, ConfigPart, ToolPart } from "./parts.ts";

/** Throws if a part has an error, which has been reported. */
export function toCliFile(config: ConfigPart, document: LoadedDocument): CliFile {
  const { name, description, command, env, tags, working_dir, category, end_of_options } = parsedOf(config);
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
    tools: config.tools.map(toCommandTool),
  };
}

function toCommandTool(tool: ToolPart): CommandTool {
  const { name, title, description, command, timeout, risk, success_exit_codes, end_of_options, keywords, ...rules } = parsedOf(tool);
  const { exit_codes, timeout_is_success, stderr } = rules;
  const output = toOutputSpec(rules.output);
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    command,
    args: tool.args.map(toToolArg),
    ...(typeof timeout === "number" && { timeout }),
    ...(risk !== undefined && { risk }),
    ...(keywords !== undefined && { keywords }),
    ...(success_exit_codes !== undefined && { success_exit_codes }),
    ...(end_of_options !== undefined && { end_of_options }),
    // `checkExitCodes` has verified that each is a text or an error.
    ...(exit_codes !== undefined && { exit_codes: exit_codes as Readonly<Record<string, ExitMeaning>> }),
    ...(timeout_is_success === true && { timeout_is_success }),
    ...(stderr === "on_failure" && { stderr }),
    ...(output && { output }),
  };
}

function toToolArg(part: ArgPart): ToolArg {
  const arg = parsedOf(part);
  return {
    name: arg.name,
    type: arg.type,
    ...(arg.description !== "" && { description: arg.description }),
    ...(arg.required && { required: true }),
    // `checkDefault` has verified that it is a scalar of the argument's type, or a list of them.
    ...(arg.default !== undefined && arg.default !== null && { default: arg.default as ArgValue }),
    ...(typeof arg.flag === "string" && arg.flag !== "" && { flag: arg.flag }),
    ...(arg.positional && { positional: true }),
    ...(arg.cwd && { cwd: true }),
    ...(arg.stdin && { stdin: true }),
    ...(Array.isArray(arg.enum) && { enum: arg.enum }),
    ...(arg.repeat && { repeat: true }),
    ...(arg.allow_leading_dash && { allow_leading_dash: true }),
    ...(arg.secret && { secret: true }),
  };
}
