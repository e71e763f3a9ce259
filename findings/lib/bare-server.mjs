/**
 * `node bare-server.mjs DATA`: an MCP server over stdio without any library. DATA is a JSON file: `tools` as in `tools/list`, each with the
 * `reply` of its calls, or `echo` for a text of their arguments; `instructions`; and `delay`, the milliseconds before the server reads its input. The text `{"repeat": N}` is
 * N characters in lines of 50.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const { tools, instructions, delay = 0 } = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Lines of 50 characters with their numbers. */
function repeat(characters) {
  const lines = Array.from({ length: Math.ceil(characters / 50) }, (_, index) => `${`line ${index + 1} `.padEnd(49, "x")}\n`);
  return lines.join("").slice(0, characters);
}

const toContent = (part) => (typeof part.text?.repeat !== "number" ? part : { ...part, text: repeat(part.text.repeat) });

function answer({ method, params }) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "bare", version: "1.0.0" },
        ...(instructions && { instructions }),
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: tools.map((tool) => ({ ...tool, reply: undefined, echo: undefined })) };
    case "tools/call": {
      const { reply = { content: [{ type: "text", text: "done" }] }, echo } = tools.find(({ name }) => name === params.name);
      if (echo) return { content: [{ type: "text", text: JSON.stringify(params.arguments) }] };
      return { ...reply, content: reply.content.map(toContent) };
    }
    default:
      return undefined;
  }
}

await sleep(delay);
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined || message.method === undefined) return;
  const result = answer(message);
  const body = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })}\n`);
});
