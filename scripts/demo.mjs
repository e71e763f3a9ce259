/**
 * Runs the quick start of the README: a real client starts the generated server, searches for a tool and calls it. Prints the messages,
 * shortened to fit a screen.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = fileURLToPath(new URL("..", import.meta.url));
const [project = "demo"] = process.argv.slice(2);

const client = new Client({ name: "demo", version: "1.0.0" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [join(resolve(root, project), "dist/server.mjs")], cwd: root }),
);

/** Calls a tool and prints the request and the reply. */
async function show(name, args) {
  console.log(`\n> ${name} ${JSON.stringify(args)}`);
  const { content } = await client.callTool({ name, arguments: args });
  const text = content.map((item) => item.text).join("\n");
  console.log(name === "climax_search" ? JSON.stringify(shorten(JSON.parse(text)), null, 2) : text);
}

/** Shortens a search result: replaces the argument schema by the names of the arguments in braces. */
function shorten({ mode, results, ...counters }) {
  return {
    mode,
    results: results.map((result) => ({ ...result, input_schema: `{ ${Object.keys(result.input_schema.properties).join(", ")} }` })),
    ...counters,
  };
}

try {
  const { tools } = await client.listTools();
  console.log(`\n> tools/list\n${tools.map((tool) => tool.name).join("\n")}`);
  await show("climax_search", { query: "newest commits", limit: 1 });
  await show("climax_call", { tool_name: "git_log", args: { max_count: 3, format: "oneline" } });
} finally {
  await client.close();
}
