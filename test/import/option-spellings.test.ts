import { describe, expect, it } from "vitest";
import { readPage } from "../../generator/import/read/read-page.ts";
import { readOptions } from "./read-options.ts";

describe("the spellings of an option", () => {
  it.each([
    [
      "a long name in brackets with spaces",
      "  -l [ --list ]      List them\n  -c [ --chroot ] arg   Use it\n",
      ["-l --list List them", "-c --chroot= Use it"],
    ],
    ["repeated letters", "  -v|vv|vvv, --verbose   More messages\n", ["-v --verbose More messages"]],
    ["a bracket that repeats the option", "  -e|--event <one> [ -e|--event <two> ... ]\n      Wait for it\n", ["-e --event= Wait for it"]],
    [
      "a short name in the line below, in a manual",
      "       --quick\n\n           Do it quickly.\n\n       --keep-order\n       -k  Keep the order.\n\n           Normally, it is random.\n\n",
      ["--quick Do it quickly.", "--keep-order -k Keep the order."],
    ],
  ])("can have %s", (_what, text, options) => {
    expect(readOptions(text)).toEqual(options);
  });

  it.each([
    ["opposites", "  --include GLOB, --exclude GLOB   Which files\n", ["--include= Which files", "--exclude= Which files"]],
    [
      "names with slashes and spaces",
      "  --x-read / --x-write / --x-clear\n      Use the cache\n",
      ["--x-read Use the cache", "--x-write Use the cache", "--x-clear Use the cache"],
    ],
    ["a line without a description, in a list", "  --help\n  -q   Quiet\n  -v   More\n", ["--help", "-q Quiet", "-v More"]],
  ])("are not %s", (_what, text, options) => {
    expect(readOptions(text)).toEqual(options);
  });

  it.each([
    ["--fast / --safe", ["--fast"], "--safe"],
    ["-q, --quiet / --loud", ["-q", "--quiet"], "--loud"],
    ["-h / --help", ["-h", "--help"], undefined],
  ])("of %s end before the name that turns it off", (column, names, negation) => {
    const [option] = readPage("tool", { from: "help", label: "", path: [], text: `  ${column}   Do it\n` }).options;
    expect(option).toMatchObject({ names, kind: "switch" });
    expect(option?.negation).toBe(negation);
  });
});

it.each([
  ["lvm mk [ -l|--extents Number ] [-i|--stripes Number] VG", ["-l --extents=", "-i --stripes="]],
  ["lvm mk -L|--size Size[m|UNIT] VG", ["-L --size="]],
  ["lvm mk [-q | --quiet] NAME", ["-q --quiet"]],
  ["lvm mk [-q|--loud] NAME", ["-q", "--loud"]],
  ["lvm mk [-s|--save|--skip] NAME", ["-s", "--save", "--skip"]],
])("are read in the usage %j", (usage, options) => {
  expect(readOptions(`usage: ${usage}\n`)).toEqual(options);
});

it("are followed by a sign that the option can be repeated", () => {
  const text =
    "options ([+] can be repeated):\n\n -b --branch NAME [+] a branch\n    --base REV [+]    a base\n -n --name TEXT       a name\n";
  const { options } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(options.map(({ names, repeat, description }) => [names.at(-1), repeat, description?.value])).toEqual([
    ["--branch", true, "a branch"],
    ["--base", true, "a base"],
    ["--name", undefined, "a name"],
  ]);
});

it("do not include words for any options in a usage", () => {
  expect(readOptions("Usage: tool [-Options...] one [--one-opts] FILE\n")).toEqual([]);
});
