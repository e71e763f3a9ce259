/** Resolves checked files to the model of a server: splits words, hands down defaults of the config, chooses identifiers. */
import type { AnyPolicySpec, Cli, Program, Tool } from "@climax-gen/runtime/compiler";
import { splitCommand, unquoteWords } from "@climax-gen/runtime/compiler";
import type { CheckedFile, CliFile, CommandTool, DirectiveTool } from "../check/files/checked-file.ts";
import { findDefinitions } from "../check/files/definitions.ts";
import { applyPolicies } from "./apply-policy.ts";
import { resolveDefinition } from "./resolve-definition.ts";
import type { CliModel, CommandCliModel, ServerModel, ToolModel } from "./model.ts";
import type { ModuleNames } from "./module-names.ts";
import { nameModules } from "./module-names.ts";
import { byName, byPath } from "../text/code-unit-order.ts";
import { raise } from "./raise.ts";
import { nameTools } from "./tool-identifiers.ts";

/** Name of a server with several configs (vectors list.combo). */
const DEFAULT_NAME = "climax";

/** Version of a server whose author gives none. */
const DEFAULT_VERSION = "1.0.0";

export interface ResolveOptions {
  /** `--name`. Default: the config's name when there is one config, else "climax". */
  readonly name?: string;
  /** `--server-version`: a semantic version, which clients see in `serverInfo`. Default: "1.0.0". */
  readonly version?: string;
  /** Default: whether all inputs are Directive definitions. */
  readonly classic?: boolean;
  /** The policies of the server, all of which apply. Defaults to none, which allows everything. */
  readonly policies?: readonly AnyPolicySpec[];
}

/**
 * Builds the model of the generated files and the compiled index. Of tools with the same name, the last one is used (vector list.inline.001).
 * The check stage omits keys that are equal to their default, so generated literals contain what the YAML says. CLIs and the tools of each
 * are sorted by name, CLIs of one name by path: moving them in the YAML, or naming files in another order, changes no generated line.
 */
export function resolveModel(files: readonly CheckedFile[], options: ResolveOptions): ServerModel {
  const definitions = findDefinitions(files);
  const isLast = (tool: CommandTool | DirectiveTool): boolean => definitions.get(tool.name)?.tool === tool;
  const sorted = files.toSorted((left, right) => byName(left, right) || byPath(left.document.source, right.document.source));
  const modules = nameModules(sorted.map(({ document, name }) => ({ sourceName: baseName(document.source.path), cliName: name })));
  const clis = sorted.map((file, index): CliModel => {
    const names = modules[index] ?? raise("every config has a module");
    switch (file.kind) {
      case "cli":
        return resolveCli(file, names, isLast);
      case "directive":
        return resolveDefinition(file, names, isLast);
    }
  });
  const policed = applyPolicies(clis, options.policies ?? []);
  const onlyName = files.length === 1 ? files[0]?.name : undefined;
  return {
    name: options.name ?? onlyName ?? DEFAULT_NAME,
    version: options.version ?? DEFAULT_VERSION,
    classic: options.classic ?? (files.length > 0 && files.every(({ kind }) => kind === "directive")),
    ...policed,
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function resolveCli(file: CliFile, names: ModuleNames, isLast: (tool: CommandTool) => boolean): CommandCliModel {
  const { name, description, category, tags, env, working_dir, global_args } = file;
  const program: Program = {
    command: splitWords(file.command),
    ...(env && { env }),
    ...(working_dir !== undefined && { working_dir }),
    global_args,
  };
  const cli: Cli = {
    name,
    description,
    ...(category !== undefined && { category }),
    ...(tags && { tags }),
    tool_count: file.tools.length,
    program,
  };
  const kept = file.tools.filter(isLast).toSorted(byName);
  const identifiers = nameTools(kept.map((tool) => tool.name));
  const tools = kept.map((tool, index): ToolModel => {
    const { constName, interfaceName } = identifiers[index] ?? raise("every tool has its identifiers");
    return { tool: resolveTool(tool, file, { cli, program }), constName, interfaceName };
  });
  return { kind: "cli", cli, tools, ...names };
}

/** Keys of the tool itself are copied; those of its command go to the handler, with the defaults of the config. */
function resolveTool(checked: CommandTool, file: CliFile, { cli, program }: { readonly cli: Cli; readonly program: Program }): Tool {
  const { command, success_exit_codes, end_of_options = file.end_of_options, output, exit_codes, ...rest } = checked;
  const { timeout_is_success, stderr, ...tool } = rest;
  return {
    cli,
    ...tool,
    handler: {
      kind: "command",
      program,
      command: unquoteWords(splitWords(command)),
      ...(success_exit_codes && { success_exit_codes }),
      ...(end_of_options && { end_of_options }),
      ...(output && { output }),
      ...(exit_codes && { exit_codes }),
      ...(timeout_is_success && { timeout_is_success }),
      ...(stderr && { stderr }),
    },
  };
}

function splitWords(command: string): readonly string[] {
  const words = splitCommand(command);
  return words.ok ? words.words : raise(`a command that the check stage refuses: ${command}`);
}
