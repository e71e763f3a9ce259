/** Creates the MCP bundle of a server: a `.mcpb` file that desktop clients install. Format: `@anthropic-ai/mcpb`, manifest 0.3. */
import type { FileContent } from "../write/manifest.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject, ProgramNeed } from "./project.ts";
import { describeNeed, placePrograms } from "./project.ts";
import { withoutScope } from "./names.ts";
import { formatJson } from "../text/json.ts";
import { zipSync } from "fflate";

const MANIFEST_VERSION = "0.3";

/** Returns the bundle by its path. */
export function mcpbBundle(project: GeneratedProject, options: PackageOptions): ReadonlyMap<string, FileContent> {
  const files = new Map<string, FileContent>([
    ["manifest.json", formatJson(bundleManifest(project, options))],
    ...Array.from(project.files, ([path, content]) => [`server/${path}`, content] as const),
  ]);
  return new Map([[bundleName(options), zipFiles(files)]]);
}

/** Returns the file name of the bundle: the package name without its scope. */
export function bundleName({ name }: PackageOptions): string {
  return `${withoutScope(name)}.mcpb`;
}

/** User setting for the directory of Directive tools, because clients start servers in their own directory. */
const ROOT_SETTING = {
  type: "directory",
  title: "Project directory",
  description: "The tools read files below this directory",
  required: true,
};
const ROOT_ARGUMENTS: readonly string[] = ["--root", "${user_config.root}"];

/** Creates the bundle's manifest: how to start the server, and its reply to `tools/list`. */
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
    ...(project.readsFiles && { user_config: { root: ROOT_SETTING } }),
    tools: project.listed,
    compatibility: { platforms: ["darwin", "linux"], runtimes: { node: ">=20" } },
  };
}

function describeAtLength({ tools, needs }: GeneratedProject): string {
  const { onPath, fixed, relative } = placePrograms(needs);
  const list = (some: readonly ProgramNeed[]): string => some.map((names) => describeNeed(names)).join(", ");
  const lines = [
    ...(onPath.length === 0 ? [] : [`Runs ${list(onPath)}, which must be installed and on PATH.`]),
    ...(fixed.length === 0 ? [] : [`Runs ${list(fixed)}, which must be installed there.`]),
    ...(relative.length === 0 ? [] : [`Runs ${list(relative)}, which must be below the directory that the server is started in.`]),
  ];
  return [...lines, `Tools: ${tools.map(({ name }) => name).join(", ")}.`].join("\n\n");
}

/** The first date of the zip format. fflate reads and writes it in local time, so it is the same everywhere. */
const FIRST_DAY = new Date(1980, 0, 1);

const MADE_ON_UNIX = 3;
/** Unix mode of a regular file that everyone can read, as external attributes. */
const READABLE_FILE = 0o100_644 * 2 ** 16;

/** Creates an archive of the files, in the given order. fflate does not use zlib, whose version could change the bytes. */
export function zipFiles(files: ReadonlyMap<string, FileContent>): Uint8Array {
  const entries = Array.from(files, ([path, content]) => [path, toBytes(content)] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: FIRST_DAY, os: MADE_ON_UNIX, attrs: READABLE_FILE });
}

function toBytes(content: FileContent): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
