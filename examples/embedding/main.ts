/** Serves the example on standard input and output. */
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createOpsServer } from "./server.ts";

const server = createOpsServer();
const connection = server.connect(new StdioServerTransport());

// Commands run in their own process groups, so they outlive a program that exits without closing its server.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void server.close());
void connection.closed.then(() => server.close());
