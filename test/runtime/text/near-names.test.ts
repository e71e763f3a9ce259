import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesWithWords, nearNames } from "../../../runtime/text/near-names.ts";

const TOOLS = ["git_commit", "git_log", "git_status", "docker_ps", "docker_run", "hello"];
const KEYS = ["name", "description", "type", "required", "default", "flag", "positional", "cwd", "stdin", "enum"];

describe("similar names", () => {
  it.each([
    ["a missing letter", "git_comit", TOOLS, ["git_commit"]],
    ["an extra letter", "desccription", KEYS, ["description"]],
    ["a wrong letter", "hallo", TOOLS, ["hello"]],
    ["two swapped letters", "defualt", KEYS, ["default"]],
    ["two swapped letters of a short name", "ytpe", KEYS, ["type"]],
    ["another case", "GIT_LOG", TOOLS, ["git_log"]],
    ["another separator", "docker-ps", TOOLS, ["docker_ps"]],
    ["other separators only", "a-b-c-d-e-f", ["a_b_c_d_e_f"], ["a_b_c_d_e_f"]],
    ["no separator", "dockerRun", TOOLS, ["docker_run"]],
    [
      "an extra letter, without names at a much greater distance",
      "abcdefghij",
      ["abcdefghi", "abcdefgh", "abcdefg"],
      ["abcdefghi", "abcdefgh"],
    ],
    ["no similar name", "kubectl_get", TOOLS, []],
    ["the empty name", "", TOOLS, []],
    ["a name too long to compare", `git_${"_".repeat(200)}comit`, TOOLS, []],
    ["a short name, which is similar to nearly every other short name", "ls", ["ps", "lt", "l"], []],
    ["a name in another case, before a name of a more similar length", "Say", ["say", "sa"], ["say", "sa"]],
  ])("are found for %s", (_title, wanted, names, want) => {
    expect(nearNames(wanted, names, 3)).toEqual(want);
  });

  it("are ordered by distance, then by code unit", () => {
    expect(nearNames("status", ["statuz", "stat_us", "Status", "statua", "xtatus"], 10)).toEqual([
      "Status",
      "stat_us",
      "statua",
      "statuz",
      "xtatus",
    ]);
  });

  it("do not depend on the order of the names, nor on repetition", () => {
    expect(nearNames("flg", ["flag", "flog", "flag"], 3)).toEqual(nearNames("flg", ["flog", "flag"], 3));
  });

  it("are at most the requested number", () => {
    expect(nearNames("statu", ["statua", "statub", "statuc"], 2)).toEqual(["statua", "statub"]);
    expect(nearNames("statu", ["statua"], 0)).toEqual([]);
  });

  it("include names of Object.prototype", () => {
    expect(nearNames("constructr", ["constructor", "__proto__"], 3)).toEqual(["constructor"]);
  });

  it("are within three typos, and one per three letters, by the textbook distance", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
    fc.assert(
      fc.property(name, name, (wanted, candidate) => {
        const isNear = alignmentDistance(wanted, candidate) <= Math.min(3, Math.floor(wanted.length / 3));
        expect(nearNames(wanted, [candidate], 1)).toEqual(isNear ? [candidate] : []);
      }),
      { numRuns: 2000 },
    );
  });

  it("are found quickly among many names, and skip very long ones", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `tool_number_${i}_of_the_index`);
    // Without the cut-offs, this takes minutes and exceeds the timeout of the test.
    const monster = "x".repeat(5_000_000);
    expect(nearNames("tool_nubmer_77_of_the_index", many, 3)[0]).toBe("tool_number_77_of_the_index");
    expect(nearNames(monster, many, 3)).toEqual([]);
    expect(nearNames(monster, [monster.slice(1)], 3)).toEqual([]);
    expect(nearNames("short", [monster, "shirt"], 3)).toEqual(["shirt"]);
  });
});

/** Computes the optimal string alignment distance from its full table. */
function alignmentDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const changed = cell(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? cell(row - 2, column - 2) + 1 : Infinity;
      rows[row]?.push(Math.min(changed, swapped, cell(row - 1, column) + 1, cell(row, column - 1) + 1));
    }
  }
  return cell(a.length, b.length);
}

describe("names with the words of another name", () => {
  it.each([
    ["a prefix and a name", "mcp__tools__docker_ps", ["docker_ps"]],
    ["one word", "git", ["git_commit", "git_log", "git_status"]],
    ["words in another order", "status-git", ["git_status"]],
    ["a part of a word", "dock", []],
    ["a whole name without separators, and more", "hello_world", []],
    ["separators only", "__", []],
    ["a name too long to compare", `git ${"x".repeat(200)}`, []],
  ])("are found for %s", (_title, wanted, want) => {
    expect(namesWithWords(wanted, TOOLS, 3)).toEqual(want);
  });
});
