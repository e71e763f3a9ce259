/** A server of the MCP SDK with one tool, which runs `true`. It does nothing else, so the cost of its calls is that of the SDK. */
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
