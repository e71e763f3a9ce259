/** The exceptions of call.json; see `exceptions.ts`. */
import type { Exception } from "./exceptions.ts";

/** Section of the design, reason, vector ids. */
export const callDeviations: readonly (readonly [Exception["deviation"], string, readonly string[]])[] = [
  ["1", "a second argument for standard input is a diagnostic", ["call.stdin.017", "call.stdin.018"]],
  ["3", "a config without a command is a diagnostic", ["call.notfound.012"]],
  ["4.2", "classic calls are validated too", ["call.classic_novalidate.002", "call.classic_novalidate.003"]],
  ["4.2", "classic calls are coerced too", ["call.classic_novalidate.007"]],
  ["4.2", "a default does not stand in for a required argument in classic calls either", ["call.default.003", "call.default.006"]],
  ["4.3", "a positional text that would be read as an option is refused", ["call.printf.002"]],
  [
    "4.4",
    "the first line keeps its indentation",
    ["call.strip.001", "call.strip.002", "call.strip.008", "call.strip.009", "call.stdin.005", "call.output.004"],
  ],
  ["4.7", "null is absent, so the config's directory stays", ["call.cwd.018"]],
  ["4.10", "a timeout keeps what was printed before", ["call.timeout.005", "call.timeout.007"]],
  ["6", "a tool whose name is an integer is a diagnostic", ["call.unknown.002", "call.unknown.027"]],
  ["12", "a relative program starts at the folder of the server, and is named with it", ["call.notfound.003"]],
  ["4.18", "control characters are removed", ["call.decode.013"]],
  ["7", "a missing directory is told from a missing command", ["call.cwd.008", "call.cwd.020"]],
];
