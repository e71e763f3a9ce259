/** Implements `climax-gen validate`: prints diagnostics and missing programs, and writes nothing. */
import { engineOf } from "@climax-gen/runtime/internal/executor/engine";
import { systemOf } from "@climax-gen/runtime/internal/tool/systems";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import type { CheckedFile, CheckedPolicy, CliFile } from "../check/files/checked-file.ts";
import { findNotes } from "../check/notes/find-notes.ts";
import { locateProgram } from "../check/files/locate-command.ts";
import { addressOf, locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError, hasFailure } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { count } from "../text/wording.ts";
import { executorTypeOf } from "../describe/server-programs.ts";
import { findHazards } from "../hazards/find-hazards.ts";
import { readEnvironment } from "../host/environment.ts";
import { findProgram } from "../host/find-program.ts";
import { readInputs } from "../host/inputs.ts";
import { listPrograms } from "../check/files/command-choice.ts";
import { programOf, searchPathOf } from "../check/files/tool-program.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen validate`. */
export interface ValidateFlags extends InputFlags {
  readonly strict?: boolean;
  /** Whether to check the descriptions, keywords and sizes of the tools too. Defaults to false. */
  readonly lint?: boolean;
}

/** Runs the command. Returns the exit status: 1 for errors, or with `strict` for warnings. */
export async function runValidate(inputs: readonly string[], flags: ValidateFlags, terminal: Terminal): Promise<number> {
  const { files, ...read } = readInputs(inputs, flags.policy);
  const { configs, policies, diagnostics: found } = await checkInputs(files, { ...read, onProgress: terminal.progress.show });
  const isValid = !hasError(found);
  const hazards = isValid ? [...(await findHazards({ configs, policies })), ...findNotes({ configs, policies })] : [];
  const style = isValid && flags.lint ? (await import("../lint/find-lint.ts")).findLint(configs) : [];
  terminal.progress.clear();
  const diagnostics = [...found, ...hazards, ...style, ...missingPrograms(configs, policies)];
  const isFailure = hasFailure(diagnostics, flags.strict);
  if (flags.json) {
    terminal.out(formatJson({ ok: !isFailure, diagnostics: toJson(diagnostics) }));
  } else {
    terminal.err(formatDiagnostics(diagnostics, terminal.colors));
    terminal.err(`${summarizeDiagnostics(diagnostics) || `${describeTools(configs, policies)}, no problems`}\n`);
  }
  return isFailure ? 1 : 0;
}

/** Returns `12 tools in 2 files`, and how many of them the policies enable. */
function describeTools(configs: readonly CheckedFile[], policies: readonly CheckedPolicy[]): string {
  const names = configs.flatMap(({ tools }) => tools.map(({ name }) => name));
  const all = `${count(names.length, "tool")} in ${count(configs.length, "file")}`;
  if (policies.length === 0) return all;
  const read = policies.map(({ spec }) => toPolicy(spec));
  // A file with globs or included files is expanded to several policies.
  const files = new Set(policies.map(({ document }) => document.source.path)).size;
  return `${all}, ${names.filter((name) => isEnabled(name, read)).length} enabled by the ${files > 1 ? "policies" : "policy"}`;
}

/**
 * Returns a warning for each program that is not installed. It is not an error, because the program may exist on the machine of the server.
 * Programs in docker are not checked.
 */
function missingPrograms(configs: readonly CheckedFile[], policies: readonly CheckedPolicy[]): readonly Diagnostic[] {
  const specs = policies.map(({ spec }) => spec);
  const isOutside = (name: string): boolean => executorTypeOf(name, specs) !== "docker";
  return [...missingEngines(policies), ...configs.flatMap((file) => missingProgram(file, isOutside))];
}

/** Returns a warning for each engine that is not installed, at the first executor that needs it. */
function missingEngines(policies: readonly CheckedPolicy[]): readonly Diagnostic[] {
  const executors = policies.flatMap((policy) => [
    { policy, address: WHOLE_FILE, executor: policy.spec.executor },
    ...Object.entries(policy.spec.tools).map(([tool, { executor }]) => ({ policy, address: addressOf(tool), executor })),
  ]);
  const found = new Map<string, Diagnostic>();
  for (const { policy, address, executor } of executors) {
    const command = executor && engineOf(executor.type);
    if (command === undefined || found.has(command) || findProgram(command) !== undefined) continue;
    found.set(command, diagnose("command-not-found", locateClosest(policy, address, ["executor", "type"]), { command }));
  }
  return [...found.values()];
}

/** Reports whether a tool of these systems is only available on other systems than this one. */
function isForOthers(os: CliFile["os"]): boolean {
  const system = systemOf(process.platform);
  return os !== undefined && !os.some((one) => one === system);
}

/** Looks up the program of each tool in the `PATH` of the tool. `isOutside` reports whether a tool runs outside docker. */
function missingProgram(file: CheckedFile, isOutside: (tool: string) => boolean): readonly Diagnostic[] {
  // A server leaves out such tools, and those of another system, as the config asks for it.
  if (file.kind !== "cli" || file.when_missing === "hide") return [];
  const env = readEnvironment();
  const tools = file.tools.filter(({ name, os = file.os }) => isOutside(name) && !isForOthers(os));
  const users = tools.filter(({ program }) => program === undefined);
  const paths = new Set(users.map((tool) => searchPathOf(file, tool, env)));
  const shared = [...paths].map((path) => ({ programs: listPrograms(file, env), path, place: { key: "command" } as const }));
  const own = tools
    .filter(({ program }) => program !== undefined)
    .map((tool) => ({
      programs: [programOf(file, tool, env)].filter((program) => program !== ""),
      path: searchPathOf(file, tool, env),
      place: { key: "program", tool: tool.name } as const,
    }));
  return [...shared, ...own]
    .filter(({ programs, path }) => programs.length > 0 && programs.every((program) => findProgram(program, path) === undefined))
    .map(({ programs, place }) =>
      diagnose("command-not-found", locateProgram(file, place), { command: programs[0] ?? "", others: programs.slice(1) }),
    );
}
