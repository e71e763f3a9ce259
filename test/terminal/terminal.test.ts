import { describe, expect, it } from "vitest";
import { createProgress, toWidth, wantsColor } from "../../generator/terminal/terminal.ts";

describe("colors", () => {
  it.each<[string, boolean, Record<string, string>, boolean]>([
    ["are on for a terminal", true, {}, true],
    ["are off for a pipe", false, {}, false],
    ["are off with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["ignore an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["are on for a pipe with FORCE_COLOR", false, { FORCE_COLOR: "1" }, true],
    ["are off with NO_COLOR, regardless of FORCE_COLOR", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["are off on a dumb terminal", true, { TERM: "dumb" }, false],
  ])("%s", (_title, isTerminal, env, want) => {
    expect(wantsColor(isTerminal, env)).toBe(want);
  });
});

it.each([
  ["is the width of the terminal", 80, 80],
  ["is 100 on a pipe", undefined, 100],
  ["is 100 on a terminal without a size", 0, 100],
  ["is at least 20", 1, 20],
])("the width %s", (_title, columns, want) => {
  expect(toWidth(columns)).toBe(want);
});

describe("progress", () => {
  const record = (isTerminal: boolean) => {
    const written: string[] = [];
    let time = 0;
    const progress = createProgress(
      (text) => written.push(text),
      isTerminal,
      () => time,
    );
    return { written, progress, wait: (milliseconds: number) => (time += milliseconds) };
  };

  it("is silent in the first second", () => {
    const { written, progress, wait } = record(true);
    progress.show("a");
    wait(999);
    progress.show("b");
    progress.clear();
    expect(written).toEqual([]);
  });

  it("then rewrites one line, and clears it at the end", () => {
    const { written, progress, wait } = record(true);
    wait(1000);
    progress.show("a");
    progress.show("b");
    progress.clear();
    progress.clear();
    expect(written).toEqual(["\r\u001B[Ka", "\r\u001B[Kb", "\r\u001B[K"]);
  });

  it("is silent without a terminal", () => {
    const { written, progress, wait } = record(false);
    wait(5000);
    progress.show("a");
    progress.clear();
    expect(written).toEqual([]);
  });
});
