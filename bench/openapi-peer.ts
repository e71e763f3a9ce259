/** Runs openapi-mcp-generator on an OpenAPI document of the same tools. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { parse } from "yaml";
import type { Peer } from "./peer.ts";
import { timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { temporaryFolder } from "./projects.ts";

const PACKAGE = "node_modules/openapi-mcp-generator";

/** Its users install the packages that its servers import: axios and dotenv. */
export const openapiPeer: Peer = {
  name: "openapi-mcp-generator",
  installation: (folder) => `npm install --prefix ${folder} openapi-mcp-generator@4.0.1 axios@1 dotenv@16`,
  find(folder) {
    const manifest = join(folder, PACKAGE, "package.json");
    if (!existsSync(manifest) || !existsSync(join(folder, "node_modules/axios"))) return undefined;
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
    return { version, server: (configs) => generateServer(folder, configs), generation: (configs) => generation(folder, configs) };
  },
};

/** Generates a project from these configs, in a separate directory. */
function generation(folder: string, configs: ReadonlyMap<string, string>): TimedCommand {
  const cwd = temporaryFolder("openapi");
  writeFileSync(join(cwd, "api.json"), JSON.stringify(toOpenApi(configs)));
  const command = join(folder, PACKAGE, "bin/openapi-mcp-generator.js");
  return { command: process.execPath, args: [command, "-i", "api.json", "-o", "out", "--force"], cwd };
}

/** Generates and builds a server. Uses esbuild instead of the peer's `tsc`, which takes minutes for a thousand tools and emits the same code. */
async function generateServer(folder: string, configs: ReadonlyMap<string, string>): Promise<TimedCommand> {
  const command = generation(folder, configs);
  await timeProcess(command);
  const project = join(command.cwd ?? "", "out");
  symlinkSync(join(folder, "node_modules"), join(project, "node_modules"));
  const outfile = join(project, "build/index.js");
  await build({ entryPoints: [join(project, "src/index.ts")], outfile, format: "esm", platform: "node", logLevel: "silent" });
  return { command: process.execPath, args: [outfile], cwd: project };
}

interface WrittenArg {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

interface WrittenCli {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly args: readonly WrittenArg[] }[];
}

/** Returns an operation for each tool of synthetic configs, with a query parameter for each argument. */
export function toOpenApi(configs: ReadonlyMap<string, string>): object {
  const operations = Array.from(configs.values()).flatMap((yaml) => {
    const { name, tools } = parse(yaml) as WrittenCli;
    return tools.map((tool) => [
      `/${name}/${tool.name}`,
      {
        get: {
          operationId: tool.name,
          description: tool.description,
          parameters: tool.args.map(toParameter),
          responses: { 200: { description: "The answer" } },
        },
      },
    ]);
  });
  const info = { title: "bench", version: "1.0.0" };
  return { openapi: "3.0.3", info, servers: [{ url: "http://127.0.0.1" }], paths: Object.fromEntries(operations) };
}

function toParameter({ name, description, required = false, ...schema }: WrittenArg): object {
  const { type, default: otherwise, enum: values } = schema;
  return {
    name,
    in: "query",
    description,
    required,
    schema: { type, ...(otherwise !== undefined && { default: otherwise }), ...(values && { enum: values }) },
  };
}
