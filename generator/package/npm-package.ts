/** Creates the npm package of a server, which `npx NAME` starts. It has no dependencies, because `dist/` is self-contained. */
import { markdownCode, markdownText } from "../emit/escape.ts";
import type { Templates } from "../emit/fill-template.ts";
import { fillTemplate } from "../emit/fill-template.ts";
import type { FileContent } from "../write/manifest.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject, ListedTool, ProgramNeed } from "./project.ts";
import { describeNeed, placePrograms } from "./project.ts";
import { avoidProgramNames, withoutScope } from "./names.ts";
import { formatJson } from "../text/json.ts";

/** Returns the files of the package: content by path. */
export function npmPackage(project: GeneratedProject, options: PackageOptions, templates: Templates): ReadonlyMap<string, FileContent> {
  const values = new Map([
    ["title", markdownText(project.name)],
    ["description", markdownText(project.description)],
    ["packageName", options.name],
    ["programName", toProgramName(project, options)],
    ["frontEnd", describeFrontEnd(project, options)],
    ["programs", listPrograms(project)],
    ["tools", project.tools.map(toolRow).join("")],
  ]);
  return new Map<string, FileContent>([
    ["README.md", fillTemplate(templates, "npm/README.md", values)],
    ...Array.from(project.files, ([path, content]) => [`dist/${path}`, content] as const),
    ["package.json", formatJson(packageJson(project, options))],
  ]);
}

/** Returns the name of the package's program. */
function toProgramName({ programs }: GeneratedProject, { name }: PackageOptions): string {
  return avoidProgramNames(withoutScope(name), programs);
}

/**
 * Returns the name of the program that runs single calls from a shell. Undefined if the server's program has another name than the package:
 * `npx NAME` starts a program of another name only if it is the only one.
 */
function toFrontEndName(project: GeneratedProject, { name }: PackageOptions): string | undefined {
  const program = withoutScope(name);
  return avoidProgramNames(program, project.programs) === program ? avoidProgramNames(`${program}-cli`, project.programs) : undefined;
}

function packageJson(project: GeneratedProject, options: PackageOptions): object {
  const { name, version, license, registryName } = options;
  const program = toProgramName(project, options);
  const frontEnd = toFrontEndName(project, options);
  return {
    name,
    version,
    description: project.description,
    license,
    keywords: ["mcp", "mcp-server"],
    // The MCP registry reads the owner of the package from this key.
    ...(registryName !== undefined && { mcpName: registryName }),
    engines: { node: ">=20" },
    // npm's notation for every system except Windows.
    os: ["!win32"],
    bin: { [program]: "dist/server.mjs", ...(frontEnd !== undefined && { [frontEnd]: "dist/cli.mjs" }) },
    files: ["dist"],
  };
}

function describeFrontEnd(project: GeneratedProject, options: PackageOptions): string {
  const frontEnd = toFrontEndName(project, options);
  return frontEnd === undefined ? "" : `\n\`npx -y -p ${options.name} ${frontEnd} --help\` explains how to call the tools from a shell.\n`;
}

function listPrograms({ needs }: GeneratedProject): string {
  const { onPath, fixed, relative } = placePrograms(needs);
  const list = (some: readonly ProgramNeed[]): string => some.map((names) => describeNeed(names, markdownCode)).join(", ");
  const lines = [
    ...(onPath.length === 0 ? [] : [`The tools run ${list(onPath)}, which must be on \`PATH\`.`]),
    ...(fixed.length === 0 ? [] : [`The tools run ${list(fixed)}, which must be installed there.`]),
    ...(relative.length === 0
      ? []
      : [
          `The tools run ${list(relative)}, which must be below the directory that the server is started in; this package does not contain it.`,
        ]),
  ];
  return lines.map((line) => `\n${line}\n`).join("");
}

function toolRow({ name, description }: ListedTool): string {
  return `| ${markdownCode(name)} | ${markdownText(description)} |\n`;
}
