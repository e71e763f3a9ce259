/** Creates a server with a policy and hooks, without a transport. */
import type { McpServer, PolicySpec } from "@climax-gen/runtime";
import { createServer } from "@climax-gen/runtime";
import { toolIndex, weather } from "./tools.ts";

interface ConstrainedArgs {
  disk_usage: { path: string };
  weather: { city: string; unit: string };
}

/** Enables only these two tools, and `disk_usage` only for the paths `/` and `/tmp`. */
const policy: PolicySpec<ConstrainedArgs> = {
  default: "disabled",
  tools: { disk_usage: { args: { path: { one_of: ["/", "/tmp"] } } }, weather: {} },
};

export interface OpsServer extends McpServer {
  /** One line for each completed call. */
  readonly history: readonly string[];
}

export function createOpsServer(): OpsServer {
  const history: string[] = [];
  const server = createServer({
    name: "ops",
    version: "1.4.0",
    index: toolIndex,
    tools: [weather],
    policy,
    hooks: {
      beforeCall: ({ tool, args }) =>
        tool === "weather" && args["city"] === "Atlantis" ? { refuse: "Atlantis is off limits" } : undefined,
      afterCall: ({ tool, caller }, { outcome }) => void history.push(`${caller.client?.name ?? "unknown"}: ${tool} ${outcome}`),
    },
  });
  return { ...server, history };
}
