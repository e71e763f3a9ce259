import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { locateClosest } from "../../generator/check/files/locations.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { dropAcceptedFindings } from "../../generator/hazards/acknowledgements.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

const allow = "x-allow: [{ code: verify-unknown-flag, reason: It works }]";

/** Returns the arguments with a finding that is left. */
async function findLeft(file: string, tool: string, arg: string): Promise<readonly string[]> {
  const text = `name: t\ncommand: tool\n${file}\ntools:\n  - name: t\n    description: d\n    ${tool}\n    args:\n      - { name: a, flag: --a${arg} }\n      - { name: b, flag: --b }\n`;
  const checked = await checkInputs([{ path: "t.yaml", bytes: new TextEncoder().encode(text) }]);
  const [config] = checked.configs;
  if (config?.kind !== "cli") throw new Error("the config cannot be read");
  expect([...checked.diagnostics, ...(await findHazards(checked))]).toEqual([]);
  const findings = ["a", "b"].map((name) =>
    diagnose("verify-unknown-flag", locateClosest(config, { kind: "arg", tool: "t", arg: name }, ["flag"]), {
      flag: `--${name}`,
      command: "tool",
      near: [],
    }),
  );
  return dropAcceptedFindings(findings, [config.document]).map(({ message }) => /--\w/.exec(message)?.[0] ?? "");
}

it("drops the findings of verify that a config acknowledges at their place", async () => {
  const other = allow.replace("unknown-flag", "values");
  expect([
    await findLeft("", "", ""),
    await findLeft("", "", `, ${allow}`),
    await findLeft("", "", `, ${other}`),
    await findLeft("", allow, ""),
    await findLeft(allow, "", ""),
  ]).toEqual([["--a", "--b"], ["--b"], ["--a", "--b"], [], []]);
});
