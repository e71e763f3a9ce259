/** Tests `x-allow` entries with names of tools and arguments, in configs and policies. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

/** Returns the hazards, with the first quoted name of each. */
async function find(config: string, policy?: string): Promise<readonly string[]> {
  const toFile = (path: string, text: string): { path: string; bytes: Uint8Array } => ({ path, bytes: Buffer.from(text) });
  const policies = policy === undefined ? [] : [toFile("p.yaml", policy)];
  const checked = await checkInputs([toFile("c.yaml", config)], { policies });
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const found = await findHazards(checked);
  return found.map(({ code, message }) => `${code} ${/"([^"]*)"/.exec(message)?.[1] ?? ""}`).toSorted();
}

const CODE = "args: [{ name: code, positional: true }]";
const SHELLS = `command: sh -c
tools:
  - { name: run_a, description: A, risk: destructive, ${CODE} }
  - { name: run_b, description: B, risk: destructive, ${CODE} }
`;
const allow = (code: string, names: string): string => `x-allow: [{ code: ${code}, reason: The container is empty, ${names} }]\n`;

it("acknowledges a hazard only in the tools and arguments that an entry of the config names", async () => {
  const open = ["interpreter-command run_a", "interpreter-command run_b"];
  const [first, second] = open;
  expect([
    await find(allow("interpreter-command", 'tools: ["run_*"]') + SHELLS),
    await find(allow("interpreter-command", "tools: [run_a]") + SHELLS),
    await find(allow("interpreter-command", "args: [code]") + SHELLS),
    await find(allow("interpreter-command", "tools: [run_b], args: [code]") + SHELLS),
    await find(allow("interpreter-command", "tools: [run]") + SHELLS),
    await find(allow("interpreter-command", "args: [other]") + SHELLS),
  ]).toEqual([[], [second], [], [first], ["allow-unused interpreter-command", ...open], ["allow-unused interpreter-command", ...open]]);
});

it("acknowledges a hazard of the check stage by the names of its tool and argument", async () => {
  const config = (names: string): string =>
    `command: ls\n${allow("positional-order", names)}tools:\n  - name: l\n    description: L\n    args: [{ name: a, positional: true }, { name: b, positional: true, required: true }]\n`;
  expect(await find(config("tools: [l], args: [b]"))).toEqual([]);
  expect(await find(config("tools: [l], args: [a]"))).toEqual(["allow-unused positional-order", "positional-order a"]);
});

it("acknowledges a hazard of a policy for tools that the policy does not list", async () => {
  const config = "command: rm\ntools:\n  - { name: a, description: A, risk: write }\n  - { name: b, description: B, risk: write }\n";
  const policy = `default: enabled\n${allow("unconfirmed-tool", "tools: [a]")}`;
  expect(await find(config, policy)).toEqual(["unconfirmed-tool b"]);
});
