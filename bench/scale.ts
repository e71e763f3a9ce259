/** Generates a hundred thousand tools in a thousand configs. Runs only if named, because it takes minutes. */
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { readMemory, timeProcess } from "./processes.ts";
import { climaxGen, serverOf, writeConfigs } from "./projects.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";

export const scale: Benchmark = {
  name: "scale",
  title: "a hundred thousand tools: generate, start, search, call",
  options: ["tools", "configs"],
  async run(context) {
    const tools = numberOption(context, "tools", 100_000);
    const configs = numberOption(context, "configs", tools / 100);
    const folder = writeConfigs({ tools, configs, seed: context.seed, command: "true" });
    context.say(`generating ${tools} tools in ${configs} configs`);
    const command = climaxGen(["configs", "-o", "out"], folder);
    const generated = await timeProcess({ ...command, profile: "climax-gen" });
    const again = await timeProcess({ ...command, profile: "climax-gen, nothing changed" });
    const session = startSession(serverOf(folder, "server"), "2026");
    const rows: (string | number)[][] = [
      ["generate", generated],
      ["generate again, nothing changed", again],
    ];
    const step = async (name: string, work: () => Promise<string>, from = performance.now()): Promise<void> => {
      await work();
      rows.push([name, performance.now() - from]);
    };
    const ask = (name: string, given: object): Promise<string> => session.request("tools/call", { name, arguments: given });
    await step("start to tools/list", async () => (await session.open(), await session.request("tools/list")), session.startedAt);
    await step("first search", () => ask("climax_search", { query: "show pending" }));
    await step("second search", () => ask("climax_search", { query: "restart volume" }));
    await step("call", () => ask("climax_call", { tool_name: FIRST_TOOL }));
    rows.push(["peak memory of the server, MB", readMemory(session.server.pid ?? 0)?.peak ?? Number.NaN]);
    await session.close();
    return [
      { title: `${tools.toLocaleString("en")} tools in ${configs.toLocaleString("en")} configs, in ms`, columns: ["step", "ms"], rows },
    ];
  },
};
