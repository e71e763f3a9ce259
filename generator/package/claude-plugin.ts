/** Creates a plugin of Claude Code: the server, its skill, and a marketplace with this one plugin, from which Claude Code installs it. */
import { markdownCode, markdownText } from "../emit/escape.ts";
import type { FileContent } from "../write/manifest.ts";
import { formatJson } from "../text/json.ts";
import type { PackageFlags, PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { describeNeed, placePrograms } from "./project.ts";
import { skillFiles } from "./skill-folder.ts";

/** Name of the server in the plugin. Claude Code adds the name of the plugin to the names of its tools, so this one is short. */
const SERVER = "tools";

/** Returns the files of the plugin: content by path. */
export function claudePlugin(project: GeneratedProject, options: PackageOptions, flags: PackageFlags): ReadonlyMap<string, FileContent> {
  const { name } = project.skill;
  const { version, license, author } = options;
  const { description } = project;
  const plugin = { name, version, description, author: { name: author }, license };
  // The server starts in the directory of the user's project.
  const server = { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/dist/server.mjs"] };
  const marketplace = { name, description, owner: { name: author }, plugins: [{ name, source: "./", description }] };
  return new Map<string, FileContent>([
    [".claude-plugin/plugin.json", formatJson(plugin)],
    [".claude-plugin/marketplace.json", formatJson(marketplace)],
    [".mcp.json", formatJson({ mcpServers: { [SERVER]: server } })],
    ["README.md", writeReadme(project)],
    ...Array.from(skillFiles(project, options, flags, ["mcp"]), ([path, text]) => [`skills/${name}/${path}`, text] as const),
    ...Array.from(project.files, ([path, content]) => [`dist/${path}`, content] as const),
  ]);
}

/** Returns the README, which Claude Code's plugin directory requires. */
function writeReadme({ name, description, tools, needs, skill }: GeneratedProject): string {
  const { onPath, fixed, relative } = placePrograms(needs);
  const list = [...onPath, ...fixed, ...relative].map((names) => describeNeed(names, markdownCode)).join(", ");
  const programs = list === "" ? "It starts no other program." : `Its tools run ${list}, which must be installed.`;
  return `# ${markdownText(name)}

${markdownText(description)}

This plugin adds an MCP server with ${tools.length} ${tools.length === 1 ? "tool" : "tools"} for command-line programs, and the skill
\`${skill.name}\`, which says when and how to use them. The server checks the arguments of every call and applies the policy that it was
generated with. It needs Node.js 20 or later, on Linux or macOS. ${programs}
`;
}
