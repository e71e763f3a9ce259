/** The MCP bundle of a server: one `.mcpb` file that desktop clients install. Its format: `@anthropic-ai/mcpb`, manifest 0.3. */
import type { FileContent } from "../write/manifest.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { withoutScope } from "./names.ts";
import { zipFiles } from "./zip.ts";

const MANIFEST_VERSION = "0.3";

/** Path → content: the one file. */
export function mcpbBundle(project: GeneratedProject, options: PackageOptions): ReadonlyMap<string, FileContent> {
  const files = new Map<string, FileContent>([
    ["manifest.json", `${JSON.stringify(bundleManifest(project, options), null, 2)}\n`],
    ...Array.from(project.files, ([path, content]) => [`server/${path}`, content] as const),
  ]);
  return new Map([[bundleName(options), zipFiles(files)]]);
}

/** Name of the bundle's file: the package's without its scope. */
export function bundleName({ name }: PackageOptions): string {
  return `${withoutScope(name)}.mcpb`;
}

/** A client starts the server in a folder of its own, so it asks its user for the one that Directive tools read. */
const ROOT_QUESTION = {
  type: "directory",
  title: "Folder of the project",
  description: "The tools read files below this folder",
  required: true,
};
const ROOT_ARGUMENTS: readonly string[] = ["--root", "${user_config.root}"];

/** Facts only: what starts the server, and what it answers `tools/list` with. */
function bundleManifest(project: GeneratedProject, { name, version, license, author }: PackageOptions): object {
  return {
    manifest_version: MANIFEST_VERSION,
    name: withoutScope(name),
    display_name: project.name,
    version,
    description: project.description,
    long_description: describeAtLength(project),
    author: { name: author },
    license,
    server: {
      type: "node",
      entry_point: "server/server.mjs",
      mcp_config: { command: "node", args: ["${__dirname}/server/server.mjs", ...(project.readsFiles ? ROOT_ARGUMENTS : [])], env: {} },
    },
    ...(project.readsFiles && { user_config: { root: ROOT_QUESTION } }),
    tools: project.listed,
    compatibility: { platforms: ["darwin", "linux"], runtimes: { node: ">=20" } },
  };
}

function describeAtLength({ tools, programs, relativePrograms }: GeneratedProject): string {
  const onPath = programs.filter((program) => !relativePrograms.includes(program));
  const needs = [
    ...(onPath.length === 0 ? [] : [`Runs ${onPath.join(", ")}, which must be installed and on PATH.`]),
    ...(relativePrograms.length === 0
      ? []
      : [`Runs ${relativePrograms.join(", ")}, which must be below the folder that the server is started in.`]),
  ];
  return [...needs, `Tools: ${tools.map(({ name }) => name).join(", ")}.`].join("\n\n");
}
