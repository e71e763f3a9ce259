import { describe, expect, it } from "vitest";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { findServerPrograms } from "../../generator/describe/server-programs.ts";
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { checked } from "../resolve/checked.ts";

const CONFIG = `name: x
command: base --flag
tools:
  - { name: a, description: A, command: one }
  - { name: b, description: B, command: two }
  - { name: c, description: C, program: own -v, command: three }
  - { name: d, description: D, program: other, command: four, env: { PATH: /opt/bin } }
`;
const DIRECTIVE = `kind: directive
name: docs
tools:
  - { name: read, description: Read, inputSchema: { type: object, properties: { path: { type: string } }, required: [path] }, handler: file.get }
`;

function find(yaml: string, policies: readonly AnyPolicySpec[] = []) {
  const tools = listTools(resolveModel([checked(yaml)], { classic: false }).clis);
  const { engines, programs } = findServerPrograms(tools, policies);
  return { engines, programs: programs.map(({ command, env }) => [command[0], env?.["PATH"]]) };
}

const DOCKER: AnyPolicySpec = { executor: { type: "docker", image: "alpine" }, tools: {} };
const LOCAL: AnyPolicySpec = { tools: {} };

describe("the programs of a server", () => {
  it("are those of its tools, each once, including the programs of single tools", () => {
    const programs = [
      ["base", undefined],
      ["own", undefined],
      ["other", "/opt/bin"],
    ];
    expect(find(CONFIG)).toEqual({ engines: [], programs });
    expect(find(CONFIG, [LOCAL, { executor: { type: "bubblewrap" }, tools: {} }])).toEqual({ engines: ["bwrap"], programs });
  });

  it("do not include a base command that no tool runs", () => {
    expect(find("command: base\ntools: [{ name: a, description: A, program: own, command: one }]\n").programs).toEqual([
      ["own", undefined],
    ]);
  });

  it("are only docker if a policy runs all commands in it", () => {
    expect(find(CONFIG, [DOCKER, LOCAL])).toEqual({ engines: ["docker"], programs: [] });
  });

  it("are those of each tool's executor", () => {
    const mixed: AnyPolicySpec = { ...DOCKER, tools: { a: { executor: { type: "bubblewrap" } }, c: { executor: { type: "local" } } } };
    const programs = [
      ["base", undefined],
      ["own", undefined],
    ];
    expect(find(CONFIG, [mixed])).toEqual({ engines: ["bwrap", "docker"], programs });
  });

  it("are empty for a Directive definition", () => {
    expect(find(DIRECTIVE)).toEqual({ engines: [], programs: [] });
  });
});
