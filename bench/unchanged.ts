/** Measures runs that have nothing to generate, compared with a bare start of Node.js. */
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, timeProcess } from "./processes.ts";
import { climaxGen, configsFor, writeConfigs } from "./projects.ts";
import { timeSideBySide } from "./timing.ts";

export const unchanged: Benchmark = {
  name: "unchanged",
  title: "runs with nothing to generate",
  options: ["tools", "rounds"],
  async run(context) {
    const tools = numberOption(context, "tools", 10_000);
    const folder = writeConfigs({ tools, configs: configsFor(tools), seed: context.seed });
    const command = (...args: readonly string[]) => {
      const name = args.join(" ");
      return { name, run: () => timeProcess({ ...climaxGen(args, folder), profile: name }) };
    };
    context.say(`generating ${tools} tools once`);
    await timeProcess(climaxGen(["configs", "-o", "out"], folder));
    const variants = [
      { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
      command("--version"),
      command("--help"),
      command("configs", "-o", "out"),
      command("configs", "-o", "out", "--check"),
    ];
    const timings = await timeSideBySide(variants, numberOption(context, "rounds", 15));
    return [
      {
        title: `Runs over ${tools.toLocaleString("en")} tools that are up to date`,
        columns: ["climax-gen …", "ms", "against bare node"],
        rows: timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
        measured: { version: timings[1]?.ratio, help: timings[2]?.ratio, ...(tools === 10_000 && { unchanged: timings[3]?.ratio }) },
      },
    ];
  },
};
