import { describe, expect, it } from "vitest";
import type { CheckedPolicy } from "../../../generator/check/files/checked-file.ts";
import type { Address, AddressedFile } from "../../../generator/check/files/locations.ts";
import { locate, locateClosest, pathOf, toFilePosition } from "../../../generator/check/files/locations.ts";
import { checkPolicy } from "../../../generator/check/policy/check-policy.ts";
import { loadDocument } from "../../../generator/load/document.ts";
import type { YamlPath } from "../../../generator/load/locate.ts";
import { checked } from "../../resolve/checked.ts";

const config = checked(`command: git
global_args: [{name: g, default: v}]
env: {A: b}
tools:
- {name: t, description: first}
- name: u
  description: second
  args: [{name: a, flag: -a}, {name: b, default: c}]
`);
const definition = checked(`kind: directive
tools:
- name: d
  description: third
  handler: file.get
  inputSchema: {type: object, properties: {path: {type: string}}}
`);

async function readPolicy(): Promise<CheckedPolicy> {
  const text = "tools: {u: {args: {a: {pattern: x+}}}}\n";
  const { document } = loadDocument({ path: "policy.yaml", bytes: new TextEncoder().encode(text) });
  const { policy } = document ? await checkPolicy(document) : {};
  if (policy === undefined) throw new Error("the policy has an error");
  return policy;
}
const policy = await readPolicy();

function show(file: AddressedFile, address: Address, keys: YamlPath, side: "key" | "value" = "value"): string {
  const { source, span } = locateClosest(file, address, keys, side);
  return source.text.slice(span.start, span.end);
}

const file: Address = { kind: "file" };
const u: Address = { kind: "tool", tool: "u" };
const a: Address = { kind: "arg", tool: "u", arg: "a" };

describe("an address is located", () => {
  it.each<[string, AddressedFile, Address, YamlPath, string]>([
    ["a key of a config", config, file, ["command"], "git"],
    ["a variable", config, file, ["env", "A"], "b"],
    ["a global argument", config, { kind: "global_arg", arg: "g" }, ["default"], "v"],
    ["a tool", config, u, ["name"], "u"],
    ["an argument", config, a, ["flag"], "-a"],
    ["another argument", config, { kind: "arg", tool: "u", arg: "b" }, [], "{name: b, default: c}"],
    ["an argument of a Directive tool", definition, { kind: "arg", tool: "d", arg: "path" }, ["type"], "string"],
    ["a constraint", policy, a, ["pattern"], "x+"],
  ])("as the value of %s", (_title, owner, address, keys, want) => {
    expect(show(owner, address, keys)).toBe(want);
  });

  it("as the key, if asked for", () => {
    expect(show(policy, a, ["pattern"], "key")).toBe("pattern");
    expect(show(definition, { kind: "arg", tool: "d", arg: "path" }, [], "key")).toBe("path");
  });

  it("at the nearest enclosing part, if nothing is written there", () => {
    expect(locate(config, a, ["enum"])).toBeUndefined();
    expect(show(config, a, ["enum"])).toBe("{name: a, flag: -a}");
  });

  it("with the line and column at which it starts", () => {
    expect(toFilePosition(locateClosest(config, u, ["name"]))).toEqual({ path: "configs/test.yaml", line: 6, column: 9 });
  });
});

describe("an address has no path", () => {
  it.each<[string, AddressedFile, Address]>([
    ["an unknown tool", config, { kind: "tool", tool: "constructor" }],
    ["an unknown argument", config, { kind: "arg", tool: "u", arg: "toString" }],
    ["an argument of an unknown tool", definition, { kind: "arg", tool: "u", arg: "path" }],
    ["a global argument of a Directive definition", definition, { kind: "global_arg", arg: "g" }],
  ])("%s", (_title, owner, address) => {
    expect(pathOf(owner, address)).toBeUndefined();
  });
});
