/** Makes the choice of a program independent of the directory that a call runs in, which the caller may name. */
import { isAbsolute, posix, resolve } from "node:path";
import type { Environment } from "../tool/environment-variables.ts";
import type { DockerExecutor } from "../policy/policy-spec.ts";
import type { PlainCommand } from "./plain-command.ts";

/**
 * The command with its program as an absolute path, if a relative one with a slash was written, and with no relative folder in the
 * PATH of the config. Both start at `directory`, the server's own. A name without a slash is looked up in PATH.
 */
export function fixProgram(command: PlainCommand, directory: string): PlainCommand {
  const [program = "", ...words] = command.argv;
  const env = fixSearchPath(command.env, directory);
  return isRelativePath(program) ? { ...command, env, argv: [resolve(directory, program), ...words] } : { ...command, env };
}

/** The variables with every relative folder of PATH as an absolute one, an empty one included; they are the same object if there is none. */
export function fixSearchPath(env: Environment, directory: string): Environment {
  const path = Object.hasOwn(env, "PATH") ? env["PATH"] : undefined;
  if (path === undefined) return env;
  const folders = path.split(":");
  return folders.every((folder) => folder.startsWith("/"))
    ? env
    : { ...env, PATH: folders.map((folder) => resolve(directory, folder)).join(":") };
}

/**
 * The command's program inside a container. A relative one starts at the policy's `working_dir`, or, if there is none, at the
 * directory of the image; returns undefined if the call names another directory and that of the image is not known.
 */
export function fixContainedProgram({ working_dir }: DockerExecutor, { argv, directory }: PlainCommand): readonly string[] | undefined {
  const [program = "", ...words] = argv;
  if (!directory || !isRelativePath(program)) return argv;
  return working_dir !== undefined && isAbsolute(working_dir) ? [posix.resolve(working_dir, program), ...words] : undefined;
}

function isRelativePath(program: string): boolean {
  return program.includes("/") && !program.startsWith("/");
}
