/** Creates `server.json`, the entry of a server in the MCP registry (schema 2025-12-11). */
import { createHash } from "node:crypto";
import type { FileContent } from "../write/manifest.ts";
import type { PackageFlags, PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { mcpbBundle } from "./mcpb-bundle.ts";
import { SERVER_PORT, TOKEN_VARIABLE } from "./container.ts";
import { formatJson } from "../text/json.ts";
import { oneLine } from "../text/wording.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/** Maximum length of a description and of a title in the schema, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 100;

/** Returns the entry by its path. It lists each way to install the server that the flags name. */
export function registryEntry(project: GeneratedProject, options: PackageOptions, flags: PackageFlags): ReadonlyMap<string, FileContent> {
  const packages = [
    ...(flags.packageName === undefined ? [] : [npmEntry(options)]),
    ...(flags.image === undefined ? [] : [imageEntry(options)]),
    ...(options.mcpbUrl === undefined ? [] : [bundleEntry(project, options, options.mcpbUrl)]),
  ];
  const entry = {
    $schema: SCHEMA,
    name: options.registryName,
    title: shorten(project.name),
    description: shorten(project.description),
    version: options.version,
    packages,
  };
  return new Map([["server.json", formatJson(entry)]]);
}

function npmEntry({ name, version }: PackageOptions): object {
  return { registryType: "npm", identifier: name, version, runtimeHint: "npx", transport: { type: "stdio" } };
}

/** The image serves HTTP. When a user starts it, only their machine can access its port. */
function imageEntry({ image }: PackageOptions): object {
  const token = {
    description: "A secret of your choice, which clients prove that they may call tools with",
    isRequired: true,
    isSecret: true,
  };
  const port = `${SERVER_PORT}:${SERVER_PORT}`;
  return {
    registryType: "oci",
    identifier: image,
    runtimeHint: "docker",
    // `--init` reaps orphan processes, which the server cannot do as the first process.
    runtimeArguments: [
      { type: "named", name: "--init" },
      { type: "named", name: "-p", value: `127.0.0.1:${port}` },
    ],
    environmentVariables: [{ name: TOKEN_VARIABLE, ...token }],
    transport: {
      type: "streamable-http",
      url: `http://127.0.0.1:${SERVER_PORT}/mcp`,
      headers: [{ name: "Authorization", value: `Bearer {${TOKEN_VARIABLE}}`, isSecret: true, variables: { [TOKEN_VARIABLE]: token } }],
    },
  };
}

/** Lists the bundle. The hash is that of the bundle that `--format mcpb` creates from the same project and flags. */
function bundleEntry(project: GeneratedProject, options: PackageOptions, url: string): object {
  const [bundle = ""] = mcpbBundle(project, options).values();
  const fileSha256 = createHash("sha256").update(bundle).digest("hex");
  return { registryType: "mcpb", identifier: url, version: options.version, fileSha256, transport: { type: "stdio" } };
}

function shorten(text: string): string {
  const line = oneLine(text);
  if (line.length <= MAX_TEXT_LENGTH) return line;
  // Does not split a surrogate pair.
  return `${line
    .slice(0, MAX_TEXT_LENGTH - 1)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
