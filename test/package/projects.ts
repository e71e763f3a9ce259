/** Creates generated projects for tests of packaging. */
import type { SkillFacts } from "../../runtime/skill/skill-facts.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import { readPackageOptions } from "../../generator/package/package-options.ts";
import type { PackageOptions } from "../../generator/package/package-options.ts";
import type { GeneratedProject } from "../../generator/package/project.ts";

/** Creates a project with one tool, and the given properties. */
export function project(said: Partial<GeneratedProject> = {}): GeneratedProject {
  const tools = [{ name: "say_hello", description: "Say hello" }];
  return {
    name: "hello",
    version: "1.0.0",
    description: "Greets people",
    tools,
    listed: tools,
    needs: (said.programs ?? ["echo"]).map((name) => [name]),
    programs: ["echo"],
    toolPrograms: ["echo"],
    inherits: [],
    readsFiles: false,
    skill: skillFacts(),
    files: new Map([["server.mjs", Buffer.from("#!/usr/bin/env node\n")]]),
    ...said,
  };
}

/** Returns the facts of a skill with one tool, and the given ones. */
export function skillFacts(said: Partial<SkillFacts> = {}): SkillFacts {
  const say = { name: "say_hello", description: "Say hello", risk: undefined, asks: false, args: [{ name: "who", required: false }] };
  const clis = [{ name: "hello", description: "Greets people", tools: [say] }];
  return { name: "hello", title: "hello", classic: false, splitCalls: false, clis, ...said };
}

/** Names that YAML allows and the formats do not, each an injection attempt. */
export const HOSTILE_NAMES: readonly string[] = [
  "Größe & Maß",
  "数据库",
  "../../etc/passwd",
  'x"; rm -rf /; "',
  "a: b\n  - c",
  "${HOME} $(id) `id`",
  "{{title}}",
  "no",
  "1.10",
  "-",
  "node_modules",
  "🦆".repeat(100),
  "a".repeat(300),
  "<script>alert(1)</script>",
];

/** Returns the options of the flags. Throws if they are rejected. */
export function options(said: GeneratedProject, flags: PackageFlags): PackageOptions {
  const read = readPackageOptions(flags, said);
  if (read.kind === "refused") throw new Error(read.problem);
  return read.options;
}
