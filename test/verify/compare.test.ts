import { describe, expect, it } from "vitest";
import { compareTool } from "../../generator/verify/compare.ts";
import { collectKnowledge } from "../../generator/verify/verify-tool.ts";
import type { FlagUse } from "../../generator/verify/tool-use.ts";

const HELP = `Usage: tool [OPTIONS]

Options:
  -n, --lines <NUM>     How many
      --quiet           Print less; see also --silence in the manual
      --tint[=<when>]   Paint
      --shape <SHAPE>   Form [possible values: round, flat]
      --[no-]sort       Sort
      --trust           Check signatures (default true)
      --old             Deprecated: use --new
  -1 ... -9             Level
      --skip-<thing>    Ignore it
`;

function find(use: FlagUse): readonly string[] {
  const pages = [{ from: "help", label: "tool --help", path: [], text: HELP }] as const;
  return compareTool({ tool: "tool", flags: [use] }, collectKnowledge("tool", [], pages)).map((finding) => {
    if (finding.kind === "unknown") return `unknown ${finding.near.join(" ")}`.trim();
    return "values" in finding ? `${finding.kind} ${finding.values.join(" ")}` : finding.kind;
  });
}

describe("compareTool", () => {
  it.each<readonly [string, FlagUse, readonly string[]]>([
    ["accepts a value after a flag", { flag: "-n", form: "separate" }, []],
    ["accepts a switch", { flag: "--quiet", form: "switch" }, []],
    ["accepts a spelling that turns a switch off", { flag: "--no-sort", form: "switch" }, []],
    ["accepts a flag that the text only mentions", { flag: "--silence", form: "switch" }, []],
    ["accepts a glued optional value", { flag: "--tint", form: "glued" }, []],
    ["accepts an optional value as a switch", { flag: "--tint", form: "switch" }, []],
    ["accepts a short flag with a number", { flag: "-n5" }, []],
    ["accepts a digit of a range as a switch", { flag: "-9", form: "switch" }, []],
    ["accepts a flag of a family", { flag: "--skip-links", form: "switch" }, []],
    ["finds an unknown flag, and a similar one", { flag: "--line", form: "separate" }, ["unknown --lines"]],
    ["finds a switch that takes a value", { flag: "--lines", form: "switch" }, ["takes_value"]],
    ["finds a value for a switch", { flag: "--quiet", form: "separate" }, ["takes_none"]],
    ["accepts the value of a switch that is on by default", { flag: "--trust", form: "glued" }, []],
    ["finds an optional value in a separate word", { flag: "--tint", form: "separate" }, ["unglued"]],
    ["finds values that were removed", { flag: "--shape", form: "glued", values: ["round", "flat", "oval"] }, ["values_gone oval"]],
    ["finds values that are new", { flag: "--shape", form: "glued", values: ["round"] }, ["values_new flat"]],
    ["finds a deprecated flag", { flag: "--old", form: "switch" }, ["deprecated"]],
  ])("%s", (_title, use, expected) => {
    expect(find(use)).toEqual(expected);
  });
});
