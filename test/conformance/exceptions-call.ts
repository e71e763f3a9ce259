/** The exceptions of call.json; see `exceptions.ts`. */
import type { Exception } from "./exceptions.ts";

/** Difference, reason, vector ids. */
export const callDeviations: readonly (readonly [Exception["difference"], string, readonly string[]])[] = [
  ["An argument is passed in one way.", "a second argument for standard input is a diagnostic", ["call.stdin.017", "call.stdin.018"]],
  ["A program is required.", "a config without a command is a diagnostic", ["call.notfound.012"]],
  ["Both modes check arguments.", "classic calls are validated too", ["call.classic_novalidate.002", "call.classic_novalidate.003"]],
  ["Both modes check arguments.", "classic calls are coerced too", ["call.classic_novalidate.007"]],
  [
    "Both modes check arguments.",
    "a default does not satisfy a required argument in classic calls either",
    ["call.default.003", "call.default.006"],
  ],
  [
    "A positional text that starts with `-` is rejected",
    "a positional text that would be read as an option is rejected",
    ["call.printf.002"],
  ],
  [
    "The first line keeps its indentation.",
    "the first line keeps its indentation",
    ["call.strip.001", "call.strip.002", "call.strip.008", "call.strip.009", "call.stdin.005", "call.output.004"],
  ],
  ["`null` means not given.", "null means not given, so the config's directory applies", ["call.cwd.018"]],
  ["A timeout terminates all processes of the call", "a timeout keeps the output so far", ["call.timeout.005", "call.timeout.007"]],
  ["Names are safe and unique.", "a tool whose name is an integer is a diagnostic", ["call.unknown.002", "call.unknown.027"]],
  [
    "A relative `command` is relative to the server's directory.",
    "a relative program is relative to the directory of the server, and is named with it",
    ["call.notfound.003"],
  ],
  ["Output is clean text.", "control characters are removed", ["call.decode.013"]],
  ["Start failures are explained.", "a missing directory is distinguished from a missing command", ["call.cwd.008", "call.cwd.020"]],
];
