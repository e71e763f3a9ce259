/** Driver of Genkit. */
import { openAICompatible } from "@genkit-ai/compat-oai";
import { createMcpHost } from "@genkit-ai/mcp";
import { genkit } from "genkit";

const [command, ...args] = JSON.parse(process.env.SERVER);
const plugin = openAICompatible({ name: "scripted", apiKey: "scripted", baseURL: process.env.MODEL_URL });
const ai = genkit({ plugins: [plugin], model: "scripted/gpt-4o" });
const host = createMcpHost({ name: "host", mcpServers: { demo: { command, args } } });
const tools = await host.getActiveTools(ai);
await ai.generate({ prompt: "Call the tools.", tools, maxTurns: 30 });
await host.close();
process.exit(0);
