/** Creates an extension of Gemini CLI: the server, its skill, and a short context file. */
import type { FileContent } from "../write/manifest.ts";
import { formatJson } from "../text/json.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { skillFiles } from "./skill-folder.ts";

const CONTEXT_FILE = "GEMINI.md";

/** Returns the files of the extension: content by path. */
export function geminiExtension(project: GeneratedProject, options: PackageOptions): ReadonlyMap<string, FileContent> {
  const { name, classic } = project.skill;
  const { version } = options;
  // `${/}` is the separator of paths. The server starts in the directory of the user's project.
  const server = { command: "node", args: ["${extensionPath}${/}dist${/}server.mjs"] };
  const { description } = project;
  const manifest = { name, version, description, mcpServers: { [name]: server }, contextFileName: CONTEXT_FILE };
  return new Map<string, FileContent>([
    ["gemini-extension.json", formatJson(manifest)],
    [CONTEXT_FILE, writeContext(name, classic)],
    ...Array.from(skillFiles(project, options, {}, ["mcp"]), ([path, text]) => [`skills/${name}/${path}`, text] as const),
    ...Array.from(project.files, ([path, content]) => [`dist/${path}`, content] as const),
  ]);
}

/** Returns the text that Gemini CLI adds to every session. It names no programs: the skill and the server do. */
function writeContext(name: string, classic: boolean): string {
  const steps = classic ? "Call its tools by name." : "Find a tool with `climax_search`, then run it with `climax_call`.";
  return [
    `The MCP server \`${name}\` runs command-line programs with checked arguments, under a policy.`,
    steps,
    "Use it instead of a shell for the programs that it covers.",
    `The skill \`${name}\` lists all its tools.`,
    "",
  ].join("\n");
}
