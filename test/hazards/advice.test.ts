/** Tests that the `x-allow` entries in the help of hazards acknowledge them at the location that the help names. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

const POLICY = "default: enabled";

async function hazardsOf(config: string, policy: string | undefined): Promise<readonly Diagnostic[]> {
  const policies = policy === undefined ? [] : [{ path: "policy.yaml", bytes: Buffer.from(policy) }];
  const checked = await checkInputs([{ path: "a.yaml", bytes: Buffer.from(config) }], { policies });
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return await findHazards(checked);
}

const oneTool = (keys: string): string => `name: a\ncommand: ls\ntools:\n  - { name: t, description: d, ${keys} }\n`;

// `HERE` is the location that the help names for the entry.
it.each<[code: string, part: string, config: string, policy?: string]>([
  ["interpreter-command", "in the argument or the tool", oneTool("program: sh -c, args: [{ name: a, HERE positional: true }]")],
  ["interpreter-command", "in the argument or the tool", oneTool("program: sh -c, HERE args: [{ name: a, positional: true }]")],
  ["option-injection", "in the argument", oneTool("args: [{ name: a, HERE positional: true, allow_leading_dash: true }]")],
  ["described-command", "in the argument", oneTool("args: [{ name: a, HERE flag: --before, description: Execute CMD first }]")],
  ["special-operand", "in the argument", oneTool("program: dd, args: [{ name: a, HERE positional: true }]")],
  ["suspicious-variable", "in the argument", oneTool("args: [{ name: a, HERE env: LS_OPTS }]")],
  ["code-variable", "in the config or the tool", oneTool("HERE env: { LD_PRELOAD: /x.so }")],
  ["risk-too-low", "in the tool", oneTool("program: rm, HERE risk: read, args: [{ name: a, positional: true }]")],
  ["denied-code", "in the tool", oneTool("program: npm test, HERE runs_code: false")],
  [
    "within-alone",
    "in the constraint",
    oneTool("program: rsync, args: [{ name: a, positional: true }]"),
    "tools: { t: { args: { a: { HERE within: . } } } }",
  ],
  ["mixed-text", "in the tool", oneTool('HERE args: [{ name: a, value: "pass:{}" }]')],
  ["duplicate-flag", "in the second one", oneTool("args: [{ name: a, flag: -x }, { name: b, HERE flag: -x }]")],
  ["resolver-risk", "in the resolver", oneTool('command: rm, risk: write, confirm_message: "{r}", resolve: { r: { HERE command: rm } }')],
  ["unconfirmed-tool", 'in the entry "t" of `tools`', oneTool("risk: write"), `${POLICY}\ntools: { t: { HERE } }`],
  [
    "path-pattern",
    "in the constraint",
    oneTool("args: [{ name: path, positional: true }]"),
    "tools: { t: { args: { path: { HERE pattern: ^src/.* } } } }",
  ],
  [
    "hollow-policy",
    "in the executor",
    oneTool(""),
    `${POLICY}\nexecutor: { type: docker, image: i, HERE volumes: ["/var/run/docker.sock:/s"] }`,
  ],
])("the entry that the help of %s suggests acknowledges it %s", async (code, part, config, policy) => {
  const [hazard, ...others] = await hazardsOf(config.replace("HERE", ""), policy?.replace("HERE", ""));
  expect([hazard?.code, others]).toEqual([code, []]);
  const [, entry = "", place] = /`(x-allow: .*?)` (.*)$/.exec(hazard?.help ?? "") ?? [];
  expect(place).toBe(part);
  expect(await hazardsOf(config.replace("HERE", `${entry},`), policy?.replace("HERE", `${entry},`))).toEqual([]);
});

it("the quoted word that the help of shell-syntax suggests is not shell syntax", async () => {
  const config = oneTool('command: ". -exec cat {} ;"');
  const [hazard] = await hazardsOf(config, undefined);
  const [word = ""] = /(?<=write `)[^`]+/.exec(hazard?.help ?? "") ?? [];
  expect(await hazardsOf(config.replace(";", word), undefined)).toEqual([]);
});

it.each<[code: string, config: string, policy: string, from: string, to: string]>([
  [
    "special-operand",
    oneTool("program: find, args: [{ name: a, positional: true }]"),
    "",
    "positional: true",
    'positional: true, value: "./{}"',
  ],
  ["special-operand", oneTool("program: tar, args: [{ name: a, positional: true }]"), "", "args:", "command: --list, args:"],
  [
    "within-alone",
    oneTool("program: rsync, args: [{ name: a, positional: true }]"),
    "tools: { t: { args: { a: { within: . } } } }",
    "within: .",
    'within: ., pattern: "[.]/.*"',
  ],
  [
    "within-alone",
    oneTool("program: rsync, args: [{ name: a, positional: true }]"),
    "tools: { t: { args: { a: { within: . } } } }",
    "positional: true",
    'positional: true, value: "./{}"',
  ],
  [
    "within-alone",
    oneTool("program: typst, args: [{ name: a, flag: --font-path }]"),
    "tools: { t: { args: { a: { within: . } } } }",
    "flag: --font-path",
    'flag: --font-path, pattern: "[^:]*"',
  ],
  ["risk-too-low", oneTool("program: rm, risk: read, args: [{ name: a, positional: true }]"), "", "risk: read", "risk: write"],
])("the change that the help of %s suggests removes it: %s, %s", async (code, config, policy, from, to) => {
  const change = (text: string): string => text.replace(from, to);
  const under = policy === "" ? undefined : policy;
  expect((await hazardsOf(config, under)).map((hazard) => hazard.code)).toEqual([code]);
  expect(await hazardsOf(change(config), under && change(under))).toEqual([]);
});

it.each(["…", "...", " – ", "TODO", "reason"])("the reason %o acknowledges nothing", async (reason) => {
  const found = await hazardsOf(
    oneTool(`program: sh -c, x-allow: [{ code: interpreter-command, reason: "${reason}" }], args: [{ name: a, positional: true }]`),
    undefined,
  );
  expect(found.map(({ code }) => code)).toEqual(["interpreter-command", "allow-reason"]);
});
