/**
 * The minimum cost of an MCP server: reads a line, runs `true` for a call, and writes a line. It validates nothing and does not implement
 * the protocol.
 */
import { createInterface } from "node:readline";
import { spawnTrue } from "./spawn-true.ts";

for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line) as { readonly id: number; readonly method: string };
  const answer = (): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n`);
  if (method === "tools/call") void spawnTrue().then(answer);
  else answer();
}
