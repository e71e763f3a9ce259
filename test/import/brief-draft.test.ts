import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { addReferred, readLongList } from "../../generator/import/crawl/long-list.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import type { CliDescription, Page } from "../../generator/import/description.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { mergeConfig, type MergedConfig } from "../../generator/import/merge/merge-config.ts";

const help = (path: readonly string[], text: string, more: Partial<Page> = {}): Page => ({
  from: "help",
  label: `tool ${path.join(" ")} --help`,
  path,
  text,
  ...more,
});

const WORDS = ["alpha", "bravo", "carol", "delta", "echoes", "fox", "golf", "hotel", "india", "juliet"];
const options = (words: readonly string[], name: string): string => words.map((word) => `  --${word}   Use ${word} of ${name}\n`).join("");

/** Describes a program with subcommands that have 10 options, `plain` without options, and the low-level `raw`. */
function describeLarge(count: number): CliDescription {
  const names = Array.from({ length: count }, (_item, index) => `sub-${String.fromCharCode(97 + (index % 26))}${Math.floor(index / 26)}`);
  return describeProgram({
    program: "tool",
    pages: [
      help([], `Usage: tool <COMMAND>\n\nCommands:\n${[...names, "plain", "raw"].map((name) => `  ${name}   Do ${name}\n`).join("")}`),
      ...names.map((name) => help([name], `Do ${name} well\n\nUsage: tool ${name} <FILE>\n\n${options(WORDS, name)}`)),
      help(["plain"], "Do it\n\nUsage: tool plain <FILE>\n\n  --quiet   Be quiet\n"),
      help(["raw"], `Do {it}, raw\n\nUsage: tool raw <FILE>\n\n${options(WORDS, "raw")}`, { isLowLevel: true }),
    ],
  });
}

async function merge(text: string, description: CliDescription): Promise<MergedConfig> {
  const { configs, diagnostics } = await checkInputs([{ path: "tool.yaml", bytes: Buffer.from(text) }]);
  const [file] = configs;
  if (file?.kind !== "cli") throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return mergeConfig(file, description, { maxArgs: 8, decisions: new Map() });
}

const draft = (description: CliDescription, maxArgs = 8): string => draftConfig(description, { maxArgs, header: "Drafted." }).text;

describe("a draft of many tools", () => {
  const large = describeLarge(150);

  it("has few options a tool, and names the others", () => {
    const text = draft(large);
    expect(text).toContain("# Many tools, so few options each: `climax-gen import tool SUBCOMMAND` drafts more of them.\n");
    expect(text).toContain("    args: # left out: --delta --echoes --fox --golf --hotel --india --juliet\n");
    expect(text.match(/flag: --alpha/g)).toHaveLength(150);
    expect(text).not.toContain("flag: --delta");
  });

  it("has tools without options in one line, with the options that are left out", async () => {
    const text = draft(large);
    expect(text).toContain(
      "  - { name: tool_plain, description: Do it, command: plain, args: [{ name: file, positional: true, required: true }] } # help:1\n    # not for tools: --quiet\n",
    );
    expect(text).toContain('  - { name: tool_raw, description: "Do {it}, raw", command: raw,');
    const { configs, diagnostics } = await checkInputs([{ path: "tool.yaml", bytes: Buffer.from(text) }]);
    expect(diagnostics).toEqual([]);
    expect(configs[0]?.kind === "cli" && configs[0].tools.find(({ name }) => name === "tool_raw")?.description).toBe("Do {it}, raw");
  });

  it("keeps its options if it could not be short without them", () => {
    expect(draft(describeLarge(200)).match(/flag: --hotel/g)).toHaveLength(200);
  });

  it("has the usual number of options if more are requested, or if there are few tools", () => {
    expect(draft(large, 9).match(/flag: --india/g)).toHaveLength(151);
    const small = draft(describeLarge(2));
    expect(small).not.toContain("Many tools");
    expect(small.match(/flag: --hotel/g)).toHaveLength(3);
  });

  it("is complete for --merge: what it leaves out is not added", async () => {
    const text = draft(large);
    const merged = await merge(text, large);
    expect([merged.args, merged.tools, merged.skipped, merged.text === text]).toEqual([0, 0, [], true]);
  });
});

describe("the options that a draft chooses", () => {
  const eight = ["aa", "ab", "ac", "ad", "ae", "af", "ag", "ah"].map((name) => `  -${name.at(-1)}, --${name}   Use it\n`).join("");
  const first = (text: string, maxArgs: number): string[] =>
    (draft(describeProgram({ program: "tool", pages: [help([], text)] }), maxArgs).match(/flag: [^,}\s]+/g) ?? []).map((flag) =>
      flag.slice("flag: ".length).replace("=", ""),
    );

  it("are those of the examples, also if an example joins letters", () => {
    const text = `Use files\n\nUsage: tool\n\nOptions:\n${eight}  -x, --get   Use it\n  -v, --view   Use it\n\nExamples:\n  tool -xvf FILE\n`;
    expect(first(text, 3)).toEqual(["--af", "--get", "--view"]);
    expect(first(text.replace("-xvf", "-a").replace("  -v,", "  -xvf   Use it\n  -v,"), 1)).toEqual(["--aa"]);
  });

  it("are not the first ones of an alphabetical list", () => {
    const sorted = `Use files\n\nUsage: tool\n\n${eight}  -r, --recurse   Use --recurse\n`;
    expect(first(sorted, 1)).toEqual(["--recurse"]);
    expect(first(sorted.replace(eight, `  -z, --zoom   Use it\n${eight.replace("--ae", "--xe")}`), 1)).toEqual(["--zoom"]);
  });
});

describe("commands that the help of the program does not list", () => {
  const large = describeLarge(150);
  const usage = "Usage: tool rare [--rare-one] [-t] <FILE>\n";
  const rare = describeProgram({
    program: "tool",
    pages: [
      help([], `Usage: tool <COMMAND>\n\nCommands:\n${large.root.commands.map(({ path }) => `  ${path[0]}   Do it\n`).join("")}`),
      ...large.root.commands.map(({ path: [name = ""] }) =>
        help([name], `Do ${name}\n\nUsage: tool ${name} <FILE>\n\n${options(WORDS, name)}`),
      ),
      help(["rare"], `Do it, seldom\n\n${usage}\n${options(WORDS, "rare")}`, { isFurther: true }),
    ],
  });

  it("have fewer options in a brief draft", () => {
    const text = draft(rare);
    expect(text).toContain("Many tools");
    const lines = text.split("\n");
    const start = lines.findIndex((line) => line.includes("name: tool_rare"));
    expect(
      lines
        .slice(start)
        .join("\n")
        .match(/flag: /g),
    ).toHaveLength(1);
    expect(rare.root.commands.at(-1)?.isFurther).toBe(true);
  });
});

describe("options that an earlier tool names", () => {
  const many = Array.from({ length: 14 }, (_item, index) => `shared-${String.fromCharCode(97 + index)}`);
  const pages = ["one", "two"].map((name) =>
    help([name], `Do ${name}\n\nUsage: tool ${name}\n\n${options([...many, `own-${name}`], name)}`),
  );
  const description = describeProgram({
    program: "tool",
    pages: [help([], "Usage: tool <COMMAND>\n\nCommands:\n  one   Do one\n  two   Do two\n"), ...pages],
  });

  it("are counted, not repeated, and stay left out of a merge", async () => {
    const text = draftConfig(description, { maxArgs: 0, header: "" }).text;
    expect(text).toContain("# left out: --own-two, and 14 as in tool_one\n");
    expect((await merge(text, description)).args).toBe(0);
    const partly = text.replace("--shared-b ", "");
    expect((await merge(partly, description)).args).toBe(2);
  });
});

describe("end_of_options", () => {
  const page = (name: string, usage: string): Page =>
    help([name], `Do ${name}\n\nUsage: tool ${name} ${usage}\n\n  --one   One of ${name}\n`);
  const description = describeProgram({
    program: "tool",
    pages: [
      help([], "Usage: tool <COMMAND>\n\nCommands:\n  a   A\n  b   B\n  c   C\n  d   D\n"),
      page("a", "[--] <FILE>"),
      page("b", "[--] <FILE>"),
      page("c", "[OPTIONS] <FILE>"),
      page("d", ""),
    ],
  });

  it("is a key of the config if most tools with positional values have it", () => {
    const text = draft(description);
    expect(text).toContain("command: tool\nend_of_options: true\n");
    expect(text.match(/ +end_of_options: .*/g)).toEqual(["    end_of_options: false"]);
    expect(text).toContain("    command: c\n    end_of_options: false\n    order: as_written");
  });

  it("is written for added tools as the config demands it", async () => {
    const merged = await merge(
      "command: tool\nend_of_options: true\ntools: [ ]\n".replace("[ ]", "\n- {name: d, description: D, command: d}"),
      description,
    );
    expect(merged.text.match(/ +end_of_options: .*/g)).toEqual(["  end_of_options: false"]);
    const other = await merge("command: tool\ntools:\n- {name: d, description: D, command: d}\n", description);
    expect(other.text.match(/ +end_of_options: .*/g)).toEqual(["  end_of_options: true", "  end_of_options: true"]);
  });
});

describe("options of most subcommands", () => {
  it("are not added to tools by a merge", async () => {
    const names = ["a", "b", "c", "d"];
    const description = describeProgram({
      program: "tool",
      pages: [
        help([], `Usage: tool <COMMAND>\n\nCommands:\n${names.map((name) => `  ${name}   Do ${name}\n`).join("")}`),
        ...names.map((name) => help([name], `Do ${name}\n\nUsage: tool ${name}\n\n  --mine-${name}   Mine\n  --shared   Shared\n`)),
      ],
    });
    const text = draft(description);
    expect(text).toContain("# Options of most subcommands:\n# left out: --shared\n");
    expect((await merge(text, description)).args).toBe(0);
  });
});

describe("the complete list of commands", () => {
  it("shows which commands are low-level ones", () => {
    const text =
      "Main Commands\n   add         Add\n\nLow-level Commands / Manipulators\n   put-object  Put\n\nLow-level Commands / Interrogators\n   list-refs   List\n\nInternal Helpers\n   helper      Help\n";
    expect(readLongList(text)).toEqual([
      { name: "add", isLowLevel: false },
      { name: "put-object", isLowLevel: true },
      { name: "list-refs", isLowLevel: false },
      { name: "helper", isLowLevel: true },
    ]);
  });

  it("leaves out the low-level commands that only a man page refers to", () => {
    const listed = [{ name: "add", isLowLevel: false }];
    expect(addReferred(listed, ["add", "serve"])).toEqual([...listed, { name: "serve", isLowLevel: true }]);
    expect(addReferred([], ["serve"])).toEqual([{ name: "serve", isLowLevel: false }]);
  });
});
