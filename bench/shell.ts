/** Measures a call from a shell, from the start of the front end to its exit, compared with the server's start. */
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { generateServer } from "./projects.ts";
import { timeStart } from "./start.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import type { Variant } from "./timing.ts";
import { medianRatio, timeSideBySide } from "./timing.ts";

export const shell: Benchmark = {
  name: "shell",
  title: "one call from a shell, from spawn to exit",
  options: ["tools", "rounds"],
  async run(context) {
    const server = await generateServer(numberOption(context, "tools", 1000), context.seed);
    const frontEnd = (...words: readonly string[]): TimedCommand => ({
      ...server,
      args: [...server.args.map((path) => path.replace(/server\.mjs$/, "cli.mjs")), ...words],
      profile: `front end: ${words.join(" ")}`,
    });
    const variants: readonly Variant[] = [
      { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
      { name: "server, to tools/list", run: () => timeStart(server, "tools/list", "2025") },
      { name: `call of ${FIRST_TOOL}, which runs true`, run: () => timeProcess(frontEnd(FIRST_TOOL)) },
      { name: `${FIRST_TOOL} --help`, run: () => timeProcess(frontEnd(FIRST_TOOL, "--help")) },
      { name: "search", run: () => timeProcess(frontEnd("search", "show")) },
    ];
    const timings = await timeSideBySide(variants, numberOption(context, "rounds", 21));
    const [, list, call] = timings.map(({ samples }) => samples);
    return [
      {
        title: "Front end for shells",
        columns: ["start", "ms", "× bare node"],
        rows: timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
        measured: { shellCall: medianRatio(call ?? [], list ?? []) },
      },
    ];
  },
};
