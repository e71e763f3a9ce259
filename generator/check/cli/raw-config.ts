/** From checked parts to the config that later stages read: absent and null are one, an empty flag is none. */
import type { ArgValue } from "@climax-gen/runtime/compiler";
import type { RawArg, RawConfig, RawTool } from "./config.ts";
import { parsedOf } from "../reporting/part.ts";
import type { ArgPart, ConfigPart, ToolPart } from "./parts.ts";

/** Throws where a part has a mistake: then an error was reported, and there is no config. */
export function toRawConfig(config: ConfigPart): RawConfig {
  const { name, description, command, env, tags, working_dir, category, end_of_options } = parsedOf(config);
  return {
    name,
    description,
    command,
    env,
    tags,
    global_args: config.globalArgs.map(toRawArg),
    tools: config.tools.map(toRawTool),
    ...(typeof working_dir === "string" && { working_dir }),
    ...(typeof category === "string" && { category }),
    ...(end_of_options !== undefined && { end_of_options }),
  };
}

function toRawTool(tool: ToolPart): RawTool {
  const { name, title, description, command, timeout, risk, success_exit_codes, end_of_options, keywords } = parsedOf(tool);
  return {
    name,
    description,
    command,
    args: tool.args.map(toRawArg),
    ...(title !== undefined && { title }),
    ...(typeof timeout === "number" && { timeout }),
    ...(risk !== undefined && { risk }),
    ...(success_exit_codes !== undefined && { success_exit_codes }),
    ...(end_of_options !== undefined && { end_of_options }),
    ...(keywords !== undefined && { keywords }),
  };
}

function toRawArg(part: ArgPart): RawArg {
  const arg = parsedOf(part);
  return {
    name: arg.name,
    description: arg.description,
    type: arg.type,
    required: arg.required,
    positional: arg.positional,
    cwd: arg.cwd,
    stdin: arg.stdin,
    repeat: arg.repeat,
    allow_leading_dash: arg.allow_leading_dash,
    secret: arg.secret,
    // `checkDefault` has seen that it is a scalar of the argument's type, or a list of them.
    ...(arg.default !== undefined && arg.default !== null && { default: arg.default as ArgValue }),
    ...(typeof arg.flag === "string" && arg.flag !== "" && { flag: arg.flag }),
    ...(Array.isArray(arg.enum) && { enum: arg.enum }),
  };
}
