/** Creates the skill of a server: one directory in the format of Agent Skills, with the command line of the server as a script. */
import { writeSkill } from "@climax-gen/runtime/internal/skill/write-skill";
import type { SkillAccess } from "@climax-gen/runtime/internal/skill/write-skill";
import type { FileContent } from "../write/manifest.ts";
import type { PackageFlags, PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";

/** The command line of a server, in its `dist/`. */
const COMMAND = "cli.mjs";

/**
 * Returns the files of the skill, below a directory with the name of the skill. `scripts/` is the server's `dist/`, so that a copy of the
 * directory works without a registered server. A `dist/` without a command line is left out: the skill then only names the server.
 */
export function skillFolder(project: GeneratedProject, options: PackageOptions, flags: PackageFlags): ReadonlyMap<string, FileContent> {
  const hasCommand = project.files.has(COMMAND);
  const scripts = hasCommand ? Array.from(project.files, ([path, content]) => [`scripts/${path}`, content] as const) : [];
  const files = [...skillFiles(project, options, flags, hasCommand ? ["mcp", "command"] : ["mcp"]), ...scripts];
  return new Map(files.map(([path, content]) => [`${project.skill.name}/${path}`, content]));
}

/** Returns the files of the skill by path below its directory. `flags` state the license, which a skill omits by default. */
export function skillFiles(
  { skill }: GeneratedProject,
  { version }: PackageOptions,
  { license }: Pick<PackageFlags, "license">,
  access: readonly SkillAccess[],
): ReadonlyMap<string, string> {
  return writeSkill(skill, { access, version, ...(license !== undefined && { license }) }).files;
}
