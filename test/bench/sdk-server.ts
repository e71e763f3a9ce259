/** A server of the MCP SDK with one tool, which runs `true`. It does nothing else: its calls cost what the SDK costs. */
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { spawnTrue } from "./spawn-true.ts";

serveStdio(() => {
  const server = new Server({ name: "bare", version: "0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", async () => {
    await spawnTrue();
    return { content: [] };
  });
  return server;
});
