/** The frameworks: a driver runs an agent of each with the tools of the server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Host, Session } from "./host.ts";

type Driver = Pick<Host, "id" | "title" | "packages">;

const environmentOf = ({ origin, server }: Session) => ({ MODEL_URL: `${origin}/v1`, SERVER: JSON.stringify(server) });

/** A Python framework. Its packages are in a virtual environment. */
function python(driver: Driver): Host {
  return {
    ...driver,
    kind: "framework",
    registry: "PyPI",
    launch: (session) => ({
      command: [join(session.packages, "venv/bin/python"), join(session.drivers, "python.py"), driver.id],
      env: {
        ...environmentOf(session),
        OPENAI_API_KEY: "scripted",
        ANONYMIZED_TELEMETRY: "false",
        CREWAI_DISABLE_TELEMETRY: "true",
        CREWAI_DISABLE_TRACKING: "true",
        OTEL_SDK_DISABLED: "true",
        LITELLM_LOCAL_MODEL_COST_MAP: "True",
        AGNO_TELEMETRY: "false",
      },
    }),
  };
}

/** A JavaScript framework. Its driver is copied next to its packages, because modules are resolved from there. */
function javaScript(driver: Driver): Host {
  return {
    ...driver,
    kind: "framework",
    registry: "npm",
    launch: (session) => {
      const path = join(session.packages, "driver.mjs");
      return {
        command: [process.execPath, path],
        env: { ...environmentOf(session), OPENAI_API_KEY: "scripted", MASTRA_TELEMETRY_DISABLED: "1" },
        files: { [path]: readFileSync(join(session.drivers, `${driver.id}.mjs`), "utf8") },
      };
    },
  };
}

/** All frameworks, in the order of the page. */
export const frameworks: readonly Host[] = [
  python({ id: "openai-agents", title: "OpenAI Agents (Python)", packages: ["openai-agents==0.24.0"] }),
  javaScript({ id: "openai-agents-js", title: "OpenAI Agents (JavaScript)", packages: ["@openai/agents@0.20.0"] }),
  python({ id: "pydantic-ai", title: "Pydantic AI", packages: ["pydantic-ai-slim[openai,mcp]==2.68.0"] }),
  python({
    id: "langchain",
    title: "LangChain MCP adapters",
    packages: ["langchain-mcp-adapters==0.3.2", "langchain", "langchain-openai"],
  }),
  python({ id: "google-adk", title: "Google ADK", packages: ["google-adk[mcp]==2.13.0", "litellm"] }),
  python({ id: "llama-index", title: "LlamaIndex", packages: ["llama-index-tools-mcp==0.6.0", "llama-index-llms-openai-like"] }),
  python({ id: "smolagents", title: "smolagents", packages: ["smolagents[openai]==1.26.0", "mcpadapt==0.1.19", "mcp<2"] }),
  python({ id: "strands", title: "Strands", packages: ["strands-agents==1.62.0", "openai"] }),
  python({ id: "agno", title: "Agno", packages: ["agno==3.1.10", "openai", "fastmcp==4.2.3"] }),
  python({ id: "crewai", title: "CrewAI", packages: ["crewai-tools==1.15.30", "crewai==1.15.30", "mcpadapt"] }),
  javaScript({ id: "ai-sdk", title: "AI SDK", packages: ["@ai-sdk/mcp@2.0.99", "ai@7.0.173", "@ai-sdk/openai-compatible"] }),
  javaScript({ id: "mastra", title: "Mastra", packages: ["@mastra/mcp@2.0.0", "@mastra/core", "@ai-sdk/openai-compatible"] }),
  javaScript({ id: "genkit", title: "Genkit", packages: ["@genkit-ai/mcp@1.42.0", "genkit", "@genkit-ai/compat-oai"] }),
];
