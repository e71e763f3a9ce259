/** Tests the keys that a config, its `defaults` and its fragments set for all tools. */
import { expect, it } from "vitest";
import { type CheckedInputs, checkInputs } from "../../generator/check-inputs.ts";
import type { CommandTool } from "../../generator/check/files/checked-file.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { formatToolTable } from "../../generator/list/tool-table.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";

const check = (text: string): Promise<CheckedInputs> => checkInputs([{ path: "c.yaml", bytes: Buffer.from(text) }]);

/** Returns the tools of a config that has no error, by name. */
async function toolsOf(text: string): Promise<Readonly<Record<string, CommandTool>>> {
  const { configs, diagnostics } = await check(text);
  expect(diagnostics.filter(({ severity }) => severity !== "note")).toEqual([]);
  const tools = configs.flatMap((file) => (file.kind === "cli" ? file.tools : []));
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]));
}

const TOOLS = "command: npm\ntools:\n  - { name: a, description: A, risk: write }\n";

it("gives a tool the facts of the config, and lets the tool state others", async () => {
  const tools = await toolsOf(`network: true\nruns_code: false\n${TOOLS}  - { name: b, description: B, risk: write, network: false }\n`);
  expect(tools["a"]).toMatchObject({ network: true, runs_code: false });
  expect(tools["b"]).toMatchObject({ network: false, runs_code: false });
  expect(tools["a"]).not.toHaveProperty("idempotent");
});

it("gives a tool every kind of default", async () => {
  const defaults = "{ idempotent: true, end_of_options: true, timeout_is_success: true, keywords: [package], output: json }";
  const tools = await toolsOf(
    `defaults: ${defaults}\n${TOOLS}  - { name: b, description: B, risk: write, args: [{ name: p, positional: true }], keywords: [own] }\n`,
  );
  expect(tools["a"]).toMatchObject({ idempotent: true, timeout_is_success: true, keywords: ["package"], output: { format: "json" } });
  expect(tools["b"]).toMatchObject({ end_of_options: true, keywords: ["own"] });
});

it("adds the variables of a tool to those of `defaults`", async () => {
  const tools = await toolsOf(
    `defaults: { env: { LOG: quiet, KEEP: "1" } }\n${TOOLS}  - { name: b, description: B, risk: write, env: { LOG: loud, OWN: "2" } }\n`,
  );
  expect(tools["a"]?.env).toEqual({ LOG: "quiet", KEEP: "1" });
  expect(tools["b"]?.env).toEqual({ LOG: "loud", KEEP: "1", OWN: "2" });
});

it("reports a default at its place, once, and a fact with two defaults", async () => {
  const wrong = await check(`defaults: { env: { "A=B": x } }\n${TOOLS}  - { name: b, description: B, risk: write, env: { C: d } }\n`);
  expect(wrong.diagnostics.map(({ code, span }) => [code, span?.start])).toEqual([["env-name", 19]]);
  const twice = await check(`network: true\ndefaults: { network: false }\n${TOOLS}`);
  expect(twice.diagnostics.map(({ code }) => code)).toEqual(["duplicate-default"]);
  const text = await check(`network: "yes"\n${TOOLS}`);
  expect(text.diagnostics.map(({ code }) => code)).toEqual(["wrong-type"]);
});

it("translates the annotations of MCP to facts", async () => {
  const { diagnostics } = await check(
    "command: npm\ntools:\n  - { name: a, description: A, annotations: { readOnlyHint: true, openWorldHint: false } }\n",
  );
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([["unknown-key", "write `risk: read` and `network: false`"]]);
});

it("does not trust that a tool reads if it runs code", async () => {
  const { configs } = await check("command: npm\ntools:\n  - { name: a, description: A, command: x, risk: read, runs_code: true }\n");
  const hazards = await findHazards({ configs, policies: [] });
  expect(hazards.map(({ code, help }) => [code, help?.split(",")[0]])).toEqual([["risk-too-low", "set `risk: write`"]]);
});

it("lists facts in a column of their own", async () => {
  const { configs } = await check(`${TOOLS}  - { name: b, description: B, network: true, runs_code: true }\n`);
  const table = formatToolTable(resolveModel(configs, {}), 120);
  expect(table).toContain("EFFECTS");
  expect(table).toMatch(/^b .*no risk declared, uses the network, runs code$/m);
});
