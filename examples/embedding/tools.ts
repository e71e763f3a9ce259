/** Defines the tools of the example: one runs a program, and one calls a function. */
import type { CliSpec, ToolSpec } from "@climax-gen/runtime";
import { createToolIndex, defineTool, ToolError } from "@climax-gen/runtime";

interface DiskUsageArgs {
  /** Directory on the file system to measure */
  path?: string;
}

const cli: CliSpec = { name: "disk", description: "Disk space", command: ["df"], tool_count: 1 };

const disk_usage: ToolSpec<DiskUsageArgs> = {
  name: "disk_usage",
  description: "Show the used and free space of a file system",
  command: ["df", "-P"],
  risk: "read",
  args: { path: { type: "string", positional: true, default: "/", description: "Directory on the file system to measure" } },
};

/** Index of the tools that run programs. A generated project exports its index from `src/tool-index.ts`. */
export const toolIndex = createToolIndex([{ cli, tools: { disk_usage } }]);

const FORECASTS = new Map([
  ["Bergen", { celsius: 11, sky: "rain" }],
  ["Oslo", { celsius: 17, sky: "sun" }],
]);

export const weather = defineTool({
  name: "weather",
  description: "Show the weather of a city",
  risk: "read",
  keywords: ["forecast", "temperature"],
  args: {
    city: { type: "string", required: true, description: "Name of the city" },
    unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius", description: "Unit of the temperature" },
  },
  run: ({ city, unit }, { log }) => {
    const forecast = FORECASTS.get(city);
    if (forecast === undefined) throw new ToolError(`No forecast for ${city}. Known cities: ${[...FORECASTS.keys()].join(", ")}`);
    log.debug("forecast", { city });
    const degrees = unit === "celsius" ? forecast.celsius : Math.round(forecast.celsius * 1.8 + 32);
    return `${city}: ${degrees} degrees ${unit}, ${forecast.sky}`;
  },
});
