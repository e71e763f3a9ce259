/** Tests which findings of `verify` the `x-allow` lists of a config accept. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { CliFile } from "../../generator/check/files/checked-file.ts";
import { addressOf, locateClosest } from "../../generator/check/files/locations.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { acceptFindings, type AcceptedFindings, type ToolFinding } from "../../generator/hazards/accepted-findings.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

/** Reads a config that has no diagnostics. */
async function read(text: string): Promise<CliFile> {
  const checked = await checkInputs([{ path: "t.yaml", bytes: new TextEncoder().encode(text) }]);
  const [config] = checked.configs;
  if (config?.kind !== "cli") throw new Error("the config cannot be read");
  expect([...checked.diagnostics, ...(await findHazards(checked))]).toEqual([]);
  return config;
}

/** Accepts a finding about every argument of the tools, in the form `tool.arg`. */
function accept(config: CliFile): AcceptedFindings {
  const findings = config.tools.flatMap(({ name: tool, args }) =>
    args.map(({ name: arg }): ToolFinding => {
      const details = { flag: `${tool}.${arg}`, command: "tool", near: [] };
      return { diagnostic: diagnose("verify-unknown-flag", locateClosest(config, addressOf(tool, arg), ["flag"]), details), tool, arg };
    }),
  );
  return acceptFindings(findings, config.document);
}

const namesOf = ({ left }: AcceptedFindings): readonly string[] => left.map(({ message }) => /\w+\.\w+/.exec(message)?.[0] ?? "");

const allow = (rest = "", code = "verify-unknown-flag"): string => `x-allow: [{ code: ${code}, reason: It works${rest} }]`;

const oneTool = (file: string, tool: string, arg: string): Promise<CliFile> =>
  read(
    `name: t\ncommand: tool\n${file}\ntools:\n  - name: t\n    description: d\n    ${tool}\n    args:\n      - { name: a, flag: --aa${arg} }\n      - { name: b, flag: --bb }\n`,
  );

it("drops the findings of verify that a config acknowledges at their place, and counts them", async () => {
  const accepted = async (file: string, tool: string, arg: string): Promise<readonly [readonly string[], number, number]> => {
    const found = accept(await oneTool(file, tool, arg));
    return [namesOf(found), found.accepted, found.unused.length];
  };
  expect([
    await accepted("", "", ""),
    await accepted("", "", `, ${allow()}`),
    await accepted("", "", `, ${allow("", "verify-values")}`),
    await accepted("", allow(), ""),
    await accepted(allow(), "", ""),
    await accepted(allow(", args: [b]"), "", ""),
  ]).toEqual([
    [["t.a", "t.b"], 0, 0],
    [["t.b"], 1, 0],
    [["t.a", "t.b"], 0, 1],
    [[], 2, 0],
    [[], 2, 0],
    [["t.a"], 1, 0],
  ]);
});

const TOOLS = `arg_groups:
  shared: [{ name: otp, flag: --otp }]
tools:
  - { name: a_one, description: One, command: one, args: [{ use: shared }] }
  - { name: a_two, description: Two, command: two, args: [{ use: shared }, { name: own, flag: --own }] }
  - name: b_one
    description: Three
    command: three
    x-allow: [{ code: verify-unknown-flag, reason: Of the tool }]
    args: [{ use: shared }]
`;

it("limits an entry to names of tools and arguments, also of groups, and reports the names that accept nothing", async () => {
  const text = (names: string): string => `command: tool\n${allow(names)}\n${TOOLS}`;
  const some = accept(await read(text(', tools: ["a_*", c_one], args: [otp, none]')));
  expect(namesOf(some)).toEqual(["a_two.own"]);
  expect(some.accepted).toBe(3);
  expect(some.unused.map(({ code, message }) => [code, message])).toEqual([
    ["allow-unused-name", '`tools` that match "c_one" have no "verify-unknown-flag" to acknowledge'],
    ["allow-unused-name", '`args` that match "none" have no "verify-unknown-flag" to acknowledge'],
  ]);
  const none = accept(await read(text(", tools: [x]")));
  expect(none.unused.map(({ code, severity }) => [code, severity])).toEqual([["verify-allow-unused", "note"]]);
});
