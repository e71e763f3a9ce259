/** Checks the examples of tools with the server's checks of calls, and compares their command lines. Runs nothing. */
import type { CommandLine } from "@climax-gen/runtime/internal/command-line/command-line";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isInFile } from "@climax-gen/runtime/internal/argument/form";
import { checkArguments } from "@climax-gen/runtime/internal/arguments/check-arguments";
import { LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { buildCommandLine } from "@climax-gen/runtime/internal/command-line/command-line";
import { findLeadingDashes } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { explainCall } from "@climax-gen/runtime/internal/explain/explain-call";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { commandOf, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import type { CheckedExample, CheckedFile, CheckedPolicy, CliFile, CommandTool } from "../check/files/checked-file.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.ts";
import type { YamlPath } from "../load/locate.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { toFlow } from "../load/flow-text.ts";
import { quote } from "../text/wording.ts";

/** An example, its tool in the server, and its location. */
interface PlacedExample {
  readonly example: CheckedExample;
  readonly tool: Tool;
  readonly locate: (path: YamlPath, side?: "key" | "value") => SourceLocation;
}

/** Returns the problems of all examples. */
export async function checkExamples(files: readonly CheckedFile[]): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    if (file.kind !== "cli" || !file.tools.some(hasExamples)) continue;
    const tools = new Map(listTools(resolveModel([file], {}).clis).map((tool) => [tool.name, tool]));
    for (const checked of file.tools) {
      const tool = tools.get(checked.name);
      for (const [index, example] of (tool === undefined ? [] : (checked.examples ?? [])).entries()) {
        const locate = locateIn(file, checked, index);
        if (tool !== undefined) diagnostics.push(...(await checkExample({ example, tool, locate })));
      }
    }
  }
  return diagnostics;
}

function hasExamples({ examples }: CommandTool): boolean {
  return examples !== undefined;
}

function locateIn(file: CliFile, { name }: CommandTool, index: number): PlacedExample["locate"] {
  return (path, side = "value") => locateClosest(file, addressOf(name), ["examples", index, ...path], side);
}

async function checkExample({ example, tool, locate }: PlacedExample): Promise<readonly Diagnostic[]> {
  const names = tool.args.map(({ name }) => name);
  const given = Object.keys(example.args);
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    return unknown.map((name) =>
      diagnose("example-argument", locate(["args", name], "key"), { name, tool: tool.name, near: nearNames(name, names, 2) }),
    );
  }
  const secrets = tool.args.filter((arg) => arg.secret === true && given.includes(arg.name));
  if (secrets.length > 0) return secrets.map(({ name }) => diagnose("example-secret", locate(["args", name], "key"), { name }));
  const complete = withSecrets(tool, example.args);
  const { values, problems } = await checkArguments(complete.tool, complete.args);
  const handler = commandOf(tool);
  if (handler === undefined) return [];
  // Without variables, nothing in the command is expanded.
  const line = buildCommandLine(complete.tool, handler, { values, env: {} });
  const [problem] = [...problems, ...findLeadingDashes(line.words)];
  if (problem !== undefined) {
    const place = given.includes(problem.arg) ? locate(["args", problem.arg]) : locate(["args"]);
    return [diagnose("example-refused", place, { problem: problem.message })];
  }
  return example.argv === undefined ? [] : compareArgv(example.argv, wordsOf(line), locate);
}

/** Value of a required secret argument, which examples omit. */
const SECRET = "***";

/** Adds a placeholder for each required secret argument that the call omits. The returned tool accepts the placeholder. */
function withSecrets(tool: Tool, args: CheckedExample["args"]): Pick<PlacedExample, "tool"> & Pick<CheckedExample, "args"> {
  const isOmitted = (arg: ToolArg): boolean => arg.secret === true && arg.required === true && !Object.hasOwn(args, arg.name);
  const placeholders = tool.args.filter(isOmitted).map((arg) => [arg.name, secretOf(arg)] as const);
  return {
    tool: { ...tool, args: tool.args.map((arg) => (isOmitted(arg) ? unconstrained(arg) : arg)) },
    args: { ...args, ...Object.fromEntries(placeholders) },
  };
}

function secretOf(arg: ToolArg): unknown {
  if (arg.type === "map") return { [SECRET]: SECRET };
  return isListArg(arg) ? [SECRET] : SECRET;
}

/** Returns the argument without limits and members, so that it accepts any text. */
function unconstrained(arg: ToolArg): ToolArg {
  const omitted: ReadonlySet<string> = new Set([...LIMIT_KEYS, "enum"]);
  const kept = Object.fromEntries(Object.entries(arg).filter(([key]) => !omitted.has(key)));
  return { ...kept, name: arg.name, type: arg.type === "map" ? arg.type : "string" };
}

/** Returns the words of a command line. Replaces the path of a temporary file by the name of its argument in braces. */
function wordsOf({ words }: CommandLine): readonly string[] {
  return words.map(({ parts }) =>
    parts.map((part) => (typeof part === "string" ? part : isInFile(part.arg) ? `{${part.arg.name}}` : part.text)).join(""),
  );
}

function compareArgv(expected: readonly string[], argv: readonly string[], locate: PlacedExample["locate"]): readonly Diagnostic[] {
  const length = Math.max(expected.length, argv.length);
  const index = Array.from({ length }, (_, place) => place).find((place) => expected[place] !== argv[place]);
  if (index === undefined) return [];
  const show = (word: string | undefined): string => (word === undefined ? "missing" : quote(word));
  const place = locate(index < expected.length ? ["argv", index] : ["argv"]);
  return [
    diagnose("example-argv", place, {
      number: index + 1,
      found: show(argv[index]),
      expected: show(expected[index]),
      argv: toFlow([...argv]),
    }),
  ];
}

/** Removes the examples that a policy forbids, because agents would only learn calls that are rejected. */
export async function hideForbiddenExamples(
  files: readonly CheckedFile[],
  policies: readonly CheckedPolicy[],
): Promise<readonly CheckedFile[]> {
  if (policies.length === 0) return files;
  const read = policies.map(({ spec }) => toPolicy(spec));
  return await Promise.all(
    files.map(async (file) => {
      if (file.kind !== "cli" || !file.tools.some(hasExamples)) return file;
      const tools = new Map(listTools(resolveModel([file], {}).clis).map((tool) => [tool.name, tool]));
      const kept = file.tools.map(async ({ examples, ...checked }): Promise<CommandTool> => {
        const tool = tools.get(checked.name);
        if (examples === undefined || tool === undefined) return checked;
        const calls = examples.map(({ args }) => withSecrets(tool, args));
        const verdicts = await Promise.all(calls.map((call) => explainCall(call.tool, call.args, { env: {}, policies: read })));
        const allowed = examples.filter((_, index) => verdicts[index]?.kind !== "refused");
        return { ...checked, ...(allowed.length > 0 && { examples: allowed }) };
      });
      return { ...file, tools: await Promise.all(kept) };
    }),
  );
}
