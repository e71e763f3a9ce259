import { describe, expect, it } from "vitest";
import type { UnlocatedGroup } from "../../generator/page/tool-template.ts";
import { toTemplate } from "../../generator/page/tool-template.ts";
import type { CommandHandler, ToolArg } from "../../runtime/tool/tool.ts";

const handlerOf = (...global_args: readonly ToolArg[]): CommandHandler => {
  return { kind: "command", program: { command: ["make"], global_args }, command: [] } as unknown as CommandHandler;
};

/** Writes the groups after the program as the page does: `[…]` for an optional group, `…` after a repeated one. */
const show = (arg: Partial<ToolArg>): string => {
  const groups = toTemplate({ args: [{ name: "labels", type: "string", ...arg }] }, handlerOf()).slice(1);
  return groups.map(showGroup).join(" ");
};

function showGroup({ optional, repeated, words }: UnlocatedGroup): string {
  const texts = words.map(({ parts, joined }) => {
    const written = parts.map((part) => (typeof part === "string" ? part : `<${part.arg}${part.entry ? `.${part.entry}` : ""}>`)).join("");
    return joined === undefined ? written : `${written}${joined}…`;
  });
  const all = `${texts.join(" ")}${repeated ? " …" : ""}`;
  return optional ? `[${all}]` : all;
}

describe("the command line template of an argument", () => {
  it.each<[Partial<ToolArg>, string]>([
    [{}, "[--labels <labels>]"],
    [{ required: true, positional: true }, "<labels>"],
    [{ repeat: true }, "[--labels <labels> …]"],
    [{ join: ",", flag: "--labels=" }, "[--labels=<labels>,…]"],
    [{ type: "map", flag: "-l" }, "[-l <labels.key>=<labels.value> …]"],
    [{ type: "map", value: ["--header", "{key}: {value}"] }, "[--header <labels.key>: <labels.value> …]"],
    [{ type: "map", join: ",", flag: "--labels=" }, "[--labels=<labels.key>=<labels.value>,…]"],
    [{ type: "boolean" }, "[--labels]"],
    [{ limits: { forbidden: true } }, ""],
    [{ limits: { forbidden: true }, default: "fixed" }, "--labels fixed"],
  ])("of %j is %s", (arg, expected) => {
    expect(show(arg)).toBe(expected);
  });
});

describe("the alternatives of an argument", () => {
  const table = { none: [], low: ["-1"], high: ["-9"] };
  it.each<[string, Partial<ToolArg>, readonly string[] | undefined]>([
    ["are the words of other values", { enum_words: table }, ["-9"]],
    ["are the flag of `false`", { type: "boolean", negatable: true }, ["--no-labels"]],
    ["are absent if a policy fixes the value", { enum_words: table, default: "high", limits: { forbidden: true } }, undefined],
  ])("%s", (_title, arg, expected) => {
    const groups = toTemplate({ args: [{ name: "labels", type: "string", ...arg }] }, handlerOf());
    expect(groups[1]?.words[0]?.alternatives).toEqual(expected);
  });
});

describe("the command line template of a global argument", () => {
  it.each<[Partial<ToolArg>, string]>([
    [{ default: "plain" }, "--mode plain"],
    [{ default: "$MODE" }, "[--mode $MODE]"],
    [{ default: "hidden", secret: true }, "--mode ***"],
    [{ default: true, type: "boolean" }, "--mode"],
    [{ default: ["a", "b"], repeat: true }, "--mode a --mode b"],
  ])("of %j is %s", (arg, expected) => {
    const groups = toTemplate({ args: [] }, handlerOf({ name: "mode", type: "string", ...arg }));
    expect(groups.slice(1).map(showGroup).join(" ")).toBe(expected);
  });
});
