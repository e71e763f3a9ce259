import { describe, expect, it } from "vitest";
import { findRealTimeSignal } from "../../../runtime/process/real-time-signal.ts";

/** Returns a line of `/proc/PID/stat`. Of its 52 fields, all that the function does not read are 0. */
function stat({ name = "sh", state = "Z", flags = 0x40_0004, status = 0 }): string {
  const zeros = (count: number): string => "0 ".repeat(count);
  return `1234 (${name}) ${state} ${zeros(5)}${flags} ${zeros(42)}${status}\n`;
}

describe("the status of a process that is about to be collected", () => {
  it.each<[string, Parameters<typeof stat>[0], number | undefined]>([
    ["has the number of a real-time signal", { status: 34 }, 34],
    ["has the number of the last real-time signal", { status: 64 }, 64],
    ["has the signal next to the flag of a core dump", { status: 0x80 | 40 }, 40],
    ["has the signal before it is a zombie", { state: "R", status: 40 }, 40],
    ["has the signal of a program with a hostile name", { name: "a) Z 0 (b", status: 40 }, 40],
    ["has no signal for an exit code", { status: 40 << 8 }, 0],
    ["leaves signals with a name to Node.js", { status: 9 }, 0],
    ["is undefined while the process runs", { flags: 0x40_0000, state: "S", status: 40 }, undefined],
    ["is undefined for a stopped process", { flags: 0x40_0000, state: "T", status: 0x137f }, undefined],
  ])("%s", (_title, fields, want) => {
    expect(findRealTimeSignal(stat(fields))).toBe(want);
  });

  it("is undefined for an empty text", () => {
    expect(findRealTimeSignal("")).toBeUndefined();
  });
});
