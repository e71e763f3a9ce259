/** Driver of @openai/agents. */
import { Agent, MCPServerStdio, OpenAIResponsesModel, run, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";

const [command, ...args] = JSON.parse(process.env.SERVER);
setTracingDisabled(true);
const server = new MCPServerStdio({ name: "demo", command, args, clientSessionTimeoutSeconds: 60 });
await server.connect();
const model = new OpenAIResponsesModel(new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: "scripted" }), "gpt-4o");
await run(new Agent({ name: "agent", model, mcpServers: [server] }), "Call the tools.", { maxTurns: 30 });
await server.close();
