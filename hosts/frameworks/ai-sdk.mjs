/** Driver of the AI SDK. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { generateText, stepCountIs } from "ai";

const [command, ...args] = JSON.parse(process.env.SERVER);
const client = await createMCPClient({ transport: new StdioTransport({ command, args }) });
const provider = createOpenAICompatible({ name: "scripted", baseURL: process.env.MODEL_URL, apiKey: "scripted" });
await generateText({ model: provider("scripted"), tools: await client.tools(), prompt: "Call the tools.", stopWhen: stepCountIs(30) });
await client.close();
