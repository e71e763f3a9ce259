import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { toBlocks } from "./block-arguments.ts";

function draft(option: string): string {
  const text = `usage: tool [-h] file\n\npositional arguments:\n  file   A file\n\noptions:\n  ${option}\n`;
  const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] });
  return draftConfig(description, { maxArgs: 24, header: "" }).text;
}

describe("an option before several words", () => {
  it.each([
    [
      "a list with at least one word",
      "--files FILE [FILE ...]   To read",
      "description: To read\n        flag: --files\n        repeat: once\n",
    ],
    ["a list that can be empty", "--tags [TAG ...]   To set", "description: To set\n        flag: --tags\n        repeat: once\n"],
    ["listed values", "--skip {red,blue} [{red,blue} ...]   Not these", "flag: --skip\n        enum: [red, blue]\n        repeat: once\n"],
    ["pairs with an equals sign", "--set KEY=VALUE [KEY=VALUE ...]   Set", "description: Set\n        flag: --set\n        repeat: once\n"],
    ["two words", "--point X Y   Position", "description: Position (X Y)\n        flag: --point\n        repeat: once\n"],
    [
      "two words of two spellings",
      "--size WIDTH HEIGHT, -s WIDTH HEIGHT   Pixels",
      "description: Pixels (WIDTH HEIGHT)\n        flag: --size\n        repeat: once\n",
    ],
    ["words in brackets", "--set <NAME> <VALUE>   Set it", "description: Set it (NAME VALUE)\n        flag: --set\n        repeat: once\n"],
    [
      "types in one pair of brackets",
      "--key <TEXT INTEGER>...   Key",
      "description: Key (TEXT INTEGER)\n        flag: --key\n        repeat: once\n",
    ],
    [
      "two words that can be repeated",
      "--bind SRC DEST   Mount it. Can be given multiple times",
      'type: map\n        value: [--bind, "{key}", "{value}"]\n',
    ],
  ])("is drafted with %s", async (_what, option, expected) => {
    const text = draft(option);
    expect(toBlocks(text)).toContain(expected);
    expect((await checkInputs([{ path: "tool.yaml", bytes: Buffer.from(text) }])).diagnostics).toEqual([]);
  });

  it.each([
    ["a type of click", "--most INTEGER RANGE   Limit", "flag: --most=\n"],
    ["a word in capitals that starts the description", "--service <name> HTTP name of the service", "flag: --service=\n"],
    ["an alternative", "--auth USER[:PASS] | TOKEN, -a USER[:PASS] | TOKEN   Log in", "flag: --auth=\n"],
  ])("is not one with %s", (_what, option, expected) => {
    expect(toBlocks(draft(option))).toContain(expected);
  });

  it.each([
    ["-b BOUNDING_BOX BOUNDING_BOX, --bounding-box BOUNDING_BOX BOUNDING_BOX", "-b BOUNDING_BOX BOUNDING_BOX", "--bounding-box"],
    ["--point X Y Z   Box", "--point X Y Z", "--point"],
    ["--corner X1 Y1   Box", "--corner X1 Y1", "--corner"],
    ["--range RANGE RANGE   Box", "--range RANGE RANGE", "--range"],
    ["--rect x y w h   Box", "--rect x y w h", "--rect"],
    ["--move src dst   Box", "--move src dst", "--move"],
  ])("is a list if the usage of argparse shows its words: %s", (row, usage, flag) => {
    const text = `usage: tool [-h] [${usage}]\n\noptions:\n  -h, --help     show this help message and exit\n  ${row}\n                 Box\n`;
    const pages = [{ from: "help", label: "tool --help", path: [], text }] as const;
    const drafted = toBlocks(draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 8, header: "" }).text);
    expect(drafted).toContain(`flag: ${flag}\n        repeat: once\n`);
  });

  it("follows the positional values if it accepts any number of words", () => {
    expect(draft("--files FILE [FILE ...]   To read")).not.toContain("order:");
    expect(draft("--point X Y   Position")).toContain("order: as_written");
  });
});
