/** Selects the examples to run. */
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { matchesGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import type { CliFile } from "../check/files/checked-file.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";

/** An example of a tool. */
export interface PlannedExample {
  readonly file: CliFile;
  readonly tool: Tool;
  /** Index in `examples` of the tool. */
  readonly index: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The examples to run, and the selected tools without one. */
export interface ExamplePlan {
  readonly examples: readonly PlannedExample[];
  /** Names of tools without an example. */
  readonly untried: readonly string[];
  /** Names of tools whose examples omit a required secret argument. */
  readonly secret: readonly string[];
}

/** Selects the examples of all tools, or of those that match a glob. The order is that of the files, then of the names of tools. */
export function planExamples(files: readonly CliFile[], globs: readonly string[] = []): ExamplePlan {
  const examples: PlannedExample[] = [];
  const untried: string[] = [];
  const secret: string[] = [];
  for (const file of files) {
    for (const tool of listTools(resolveModel([file], {}).clis)) {
      if (globs.length > 0 && !globs.some((glob) => matchesGlob(glob, tool.name))) continue;
      const written = file.tools.find(({ name }) => name === tool.name)?.examples ?? [];
      if (written.length === 0) untried.push(tool.name);
      // Examples never contain secrets, so such a call would only be rejected.
      else if (tool.args.some((arg) => arg.secret === true && arg.required === true)) secret.push(tool.name);
      else examples.push(...written.map(({ args }, index) => ({ file, tool, index, args })));
    }
  }
  return { examples, untried, secret };
}
