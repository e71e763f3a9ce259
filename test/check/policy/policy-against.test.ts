import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../generator/check/check-config.ts";
import { checkPolicy } from "../../../generator/check/policy/check-policy.ts";
import { expandFiles } from "../../../generator/check/policy/policies-together.ts";
import { checkEnabled, checkPolicyAgainst } from "../../../generator/check/policy/policy-against.ts";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { loadDocument, type LoadedDocument } from "../../../generator/load/document.ts";

const config = [
  "command: x",
  "global_args: [{name: g, default: v}]",
  "tools:",
  "- name: t",
  "  description: d",
  "  args:",
  "  - {name: text}",
  "  - {name: texts, repeat: true, default: [a, b]}",
  "  - {name: choice, enum: [a, b], default: a}",
  "  - {name: count, type: integer, default: 5}",
  "  - {name: ratio, type: number}",
  "  - {name: on, type: boolean}",
  "  - {name: needed, required: true, default: x}",
].join("\n");

function load(path: string, text: string): LoadedDocument {
  const { document } = loadDocument({ path, bytes: new TextEncoder().encode(text) });
  if (document === undefined) throw new Error(`${path} does not load`);
  return document;
}

async function check(policyText: string, ...configTexts: readonly string[]): Promise<readonly Diagnostic[]> {
  const { policy, diagnostics } = await checkPolicy(load("policy.yaml", policyText));
  if (policy === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const configs = configTexts.flatMap((text, place) => checkConfig(load(`${place}.yaml`, text)).file ?? []);
  const against = await checkPolicyAgainst(policy, configs);
  const isExpandable = !against.some(({ severity }) => severity === "error");
  return [...against, ...(isExpandable ? checkEnabled([policy], expandFiles([policy], configs), configs) : [])];
}

const constrain = (arg: string, constraint: string): string => `tools: {t: {args: {${arg}: ${constraint}}}}\n`;

describe("checkPolicyAgainst", () => {
  it.each<[title: string, policy: string, said: readonly string[]]>([
    [
      "accepts constraints that fit their argument",
      constrain("text", "{pattern: a+, deny_pattern: b, one_of: [a], max_length: 3, within: /w}"),
      [],
    ],
    ["accepts numbers", constrain("count", "{min: 1, max: 10, one_of: [5, 6]}"), []],
    ["accepts fractions for numbers", constrain("ratio", "{min: 0.5, one_of: [0.5, 1]}"), []],
    ["warns of an unknown tool", "default: enabled\ntools: {u: {}}\n", ["warning policy-unknown-tool"]],
    ["rejects an unknown argument", constrain("txt", "{max_length: 1}"), ["error policy-unknown-argument"]],
    ["rejects a global argument, which no caller sets", constrain("g", "{max_length: 1}"), ["error policy-unknown-argument"]],
    ["rejects a pattern for a number", constrain("count", "{pattern: x}"), ["error constraint-type"]],
    [
      "rejects constraints of other types on a boolean",
      constrain("on", "{one_of: [x], min: 1}"),
      ["error constraint-type", "error constraint-type"],
    ],
    ["rejects a limit for text", constrain("text", "{max: 1}"), ["error constraint-type"]],
    ["rejects values of another type", constrain("count", "{one_of: ['5']}"), ["error one-of-item"]],
    ["rejects fractions for whole numbers", constrain("count", "{one_of: [5, 0.5]}"), ["error one-of-item"]],
    ["warns of values that the enum does not have", constrain("choice", "{one_of: [a, c]}"), ["warning one-of-not-in-enum"]],
    ["rejects constraints that exclude every value of an enum", constrain("choice", "{max_length: 0}"), ["error no-value-left"]],
    ["accepts constraints that allow a part of an enum with the default", constrain("choice", "{pattern: a}"), []],
    ["warns of a rejected default", constrain("choice", "{pattern: b}"), ["warning default-refused"]],
    ["warns of a list with a rejected item", constrain("texts", "{pattern: a}"), ["warning default-refused"]],
    ["warns of a number that is out of its range", constrain("count", "{max: 4}"), ["warning default-refused"]],
    ["accepts a default that is never used", constrain("needed", "{pattern: y}"), []],
    ["does not check that directories exist, because another machine may have them", constrain("texts", "{within: /nowhere}"), []],
    ["warns if no tool is enabled", "{}\n", ["warning policy-leaves-nothing"]],
    ["warns if only unknown tools are named", "tools: {u: {}}\n", ["warning policy-unknown-tool", "warning policy-leaves-nothing"]],
    ["warns if every tool is disabled by name", "default: enabled\ntools: {t: {enabled: false}}\n", ["warning policy-leaves-nothing"]],
    ["accepts constraints of a glob", "tools: {'?': {args: {text: {max_length: 3}}}}\n", []],
    ["warns of a glob that matches no tool", "default: enabled\ntools: {'u*': {}}\n", ["warning policy-unmatched-glob"]],
    [
      "rejects an argument that no matching tool has",
      "tools: {'*': {args: {txt: {max_length: 3}}}}\n",
      ["error policy-unmatched-argument"],
    ],
    ["rejects a constraint of a glob on another type", "tools: {'*': {args: {count: {pattern: x}}}}\n", ["error constraint-type"]],
    ["accepts constraints of a boolean", constrain("on", "{equals: false, required: true, message: m}"), []],
    ["rejects a value of another type", constrain("count", "{equals: '5'}"), ["error wrong-type"]],
    ["rejects a value outside the enum", constrain("choice", "{equals: c}"), ["error no-value-left"]],
    ["rejects a value that another constraint rejects", constrain("text", "{equals: abc, max_length: 1}"), ["error no-value-left"]],
    ["warns of a default that is not the only value", constrain("count", "{equals: 4}"), ["warning default-refused"]],
    ["accepts a default that a required argument never uses", constrain("count", "{equals: 4, required: true}"), []],
    ["accepts a forbidden argument", constrain("text", "{forbid: true}"), []],
    ["rejects a forbidden argument that the tool requires", constrain("needed", "{forbid: true}"), ["error forbid-required"]],
    ["warns of an unknown tool of `approval`", "approval: {tools: {other: true}}\ntools: {t: {}}\n", ["warning policy-unknown-tool"]],
    ["rejects a misspelled tool of `approval`", "approval: {tools: {T: true}}\ntools: {t: {}}\n", ["error policy-misspelt-tool"]],
    ["warns of tools without a risk", "approval: {global: write}\ntools: {t: {}}\n", ["warning approval-without-risk"]],
    ["accepts tools without a risk that have `confirm`", "approval: {global: write}\ntools: {t: {confirm: false}}\n", []],
  ])("%s", async (_title, policy, said) => {
    const diagnostics = await check(policy, config);
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(said);
  });

  it("treats Directive tools as `risk: read`", async () => {
    const definition =
      "kind: directive\nname: notes\nroot: notes\ntools:\n- {name: files, description: d, inputSchema: {type: object}, handler: files.list}\n";
    const { policy } = await checkPolicy(load("policy.yaml", "default: enabled\napproval: {global: write}\n"));
    const configs = [config, definition].flatMap((text, place) => checkConfig(load(`${place}.yaml`, text)).file ?? []);
    const [expanded] = expandFiles(policy === undefined ? [] : [policy], configs);
    expect(expanded?.spec.tools).toEqual({ t: { confirm: true } });
  });

  it("checks the last of several tools with the same name", async () => {
    const later = "command: y\ntools: [{name: t, description: d, args: [{name: text, type: integer}]}]\n";
    expect((await check(constrain("text", "{pattern: x}"), config, later)).map(({ code }) => code)).toEqual(["constraint-type"]);
    expect(await check(constrain("text", "{pattern: x}"), later, config)).toEqual([]);
  });

  it("names the tool whose default the policy rejects", async () => {
    const [diagnostic] = await check(constrain("count", "{max: 4}"), config);
    const { source, span } = diagnostic?.related ?? {};
    expect([source?.path, source?.text.slice(span?.start, span?.end)]).toEqual(["0.yaml", "t"]);
  });

  it("reports nothing for a server without tools", async () => {
    expect(await check("{}\n", "command: x\ntools: []\n")).toEqual([]);
  });
});
