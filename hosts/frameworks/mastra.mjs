/** Driver of Mastra. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";

const [command, ...args] = JSON.parse(process.env.SERVER);
const client = new MCPClient({ servers: { demo: { command, args } } });
const provider = createOpenAICompatible({ name: "scripted", baseURL: process.env.MODEL_URL, apiKey: "scripted" });
const tools = await client.listTools();
const agent = new Agent({ id: "agent", name: "agent", instructions: "Call the tools.", model: provider("scripted"), tools });
await agent.generate("Call the tools.", { maxSteps: 30 });
await client.disconnect();
