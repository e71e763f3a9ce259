/** Resolves relative programs. The result does not depend on the working directory of the call, because the caller may choose it. */
import { isAbsolutePath, resolvePath } from "../text/posix-path.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { DockerExecutor } from "../policy/policy-spec.ts";
import type { PlainCommand } from "./plain-command.ts";

/**
 * Resolves a relative program with a slash, and every relative directory in the config's PATH, against `directory`, the server's own
 * directory. A name without a slash is unchanged: it is looked up in PATH.
 */
export function fixProgram(command: PlainCommand, directory: string): PlainCommand {
  const [program = "", ...words] = command.argv;
  const env = fixSearchPath(command.env, directory);
  return isRelativePath(program) ? { ...command, env, argv: [resolvePath(directory, program), ...words] } : { ...command, env };
}

/** Makes every relative or empty directory of PATH absolute. Returns the same object if PATH has none. */
export function fixSearchPath(env: Environment, directory: string): Environment {
  const path = Object.hasOwn(env, "PATH") ? env["PATH"] : undefined;
  if (path === undefined) return env;
  const folders = path.split(":");
  return folders.every((folder) => folder.startsWith("/"))
    ? env
    : { ...env, PATH: folders.map((folder) => resolvePath(directory, folder)).join(":") };
}

/**
 * Returns the command with its program resolved for a container. A relative program is resolved against the policy's `working_dir`, or
 * against the working directory of the image. Returns undefined if the policy has no `working_dir` and the call names another directory,
 * because the image's directory is then unknown.
 */
export function fixContainedProgram({ working_dir }: DockerExecutor, { argv, directory }: PlainCommand): readonly string[] | undefined {
  const [program = "", ...words] = argv;
  if (!directory || !isRelativePath(program)) return argv;
  return working_dir !== undefined && isAbsolutePath(working_dir) ? [resolvePath(working_dir, program), ...words] : undefined;
}

function isRelativePath(program: string): boolean {
  return program.includes("/") && !program.startsWith("/");
}
