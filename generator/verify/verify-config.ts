/** Compares one config with its installed programs. */
import { findGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { CliFile } from "../check/files/checked-file.ts";
import { nameOfProgram } from "../check/files/tool-program.ts";
import { createReaders } from "./program-pages.ts";
import type { ToolUse } from "./tool-use.ts";
import { findProgramOf, listToolUses } from "./tool-use.ts";
import type { ToolReport, VerifyRequest } from "./verify-tool.ts";
import { verifyTool } from "./verify-tool.ts";
import { verifyVersion } from "./verify-version.ts";

/** Differences between a config and its programs. */
export interface ConfigReport extends ToolReport {
  /** Number of flags compared. */
  readonly flags: number;
}

/** Compares a config with its programs. Never rejects. */
export async function verifyConfig(file: CliFile, request: VerifyRequest): Promise<ConfigReport> {
  const program = findProgramOf(file, {}, request);
  const readerOf = createReaders(request.interviewer);
  const uses = listToolUses(file, request);
  const [version, ...reports] = await Promise.all([
    verifyVersion(file, program, request.interviewer),
    ...uses.map((use) => verifyTool(use, { file, reader: readerOf(use.program), request })),
  ]);
  return {
    findings: [...version.map((diagnostic) => ({ diagnostic })), ...reports.flatMap(({ findings }) => findings)],
    news: [...reports.flatMap(({ news }) => news), ...describeVariables(uses, file, request.env)],
    flags: uses.reduce((sum, use) => sum + use.flags.length, 0),
  };
}

/** Returns one note per program about the variables of this environment that add options to it, unless the config or the tool sets them. */
function describeVariables(uses: readonly ToolUse[], file: CliFile, env: VerifyRequest["env"]): readonly string[] {
  const programs = new Map<string, Set<string>>();
  for (const use of uses) {
    const name = nameOfProgram(use.program);
    const variables = programs.get(name) ?? new Set();
    for (const variable of findVariables(use, file, env)) variables.add(variable);
    programs.set(name, variables);
  }
  return [...programs].flatMap(([name, variables]) => (variables.size === 0 ? [] : [toNote(name, [...variables])]));
}

function toNote(program: string, variables: readonly string[]): string {
  const which = variables.length === 1 ? `the variable ${variables.join()}, which is` : `the variables ${variables.join(", ")}, which are`;
  return `${program} also reads options from ${which} set here`;
}

function findVariables({ tool, program, path }: ToolUse, file: CliFile, env: VerifyRequest["env"]): readonly string[] {
  const own = { ...file.env, ...file.tools.find(({ name }) => name === tool)?.env };
  const isMeant = (name: string, variable: string): boolean =>
    variable.endsWith("*") ? name.startsWith(variable.slice(0, -1)) : name === variable;
  const variables = findGrammar([program, ...path]).variables ?? [];
  return Object.keys(env).filter((name) => !Object.hasOwn(own, name) && variables.some((variable) => isMeant(name, variable)));
}
