/** Resolves checked files to the model of a server: splits commands into words, applies the config's defaults, chooses identifiers. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Cli, Program, ProgramChanges, Resolver, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { ToolExample } from "@climax-gen/runtime/internal/tool/tool-spec";
import { splitCommand, unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import { discoveryOf, type DiscoveryOptions } from "@climax-gen/runtime/internal/tool/discovery-options";
import { toDirectiveCli, toDirectiveTool } from "@climax-gen/runtime/internal/tool/directive-tool";
import { changeProgram } from "@climax-gen/runtime/internal/tool/tool";
import { keysOfOwner } from "@climax-gen/runtime/internal/tool/tool-keys";
import { estimateListTokens, MAX_DIRECT_TOKENS } from "@climax-gen/runtime/internal/tool/tool-listing";
import type { CheckedFile, CliFile, CommandTool, DirectiveFile, DirectiveTool } from "../check/files/checked-file.ts";
import { findDefinitions } from "../check/files/definitions.ts";
import { omitAbsent } from "../check/files/omit-absent.ts";
import { applyPolicies } from "./apply-policy.ts";
import type { CliModel, CommandCliModel, DirectiveCliModel, ServerModel, ToolModel } from "./model.ts";
import { listTools } from "./model.ts";
import type { ModuleNames } from "./module-names.ts";
import { nameModules } from "./module-names.ts";
import { byName, byPath } from "../text/code-unit-order.ts";
import { CLI_MODULE_NAMES, DIRECTIVE_MODULE_NAMES, nameTools } from "./tool-identifiers.ts";

/** Name of a server with several configs (vectors list.combo). */
const DEFAULT_NAME = "climax";

/** Version of a server without `--server-version`. */
const DEFAULT_VERSION = "1.0.0";

/** Settings of a server, apart from its tools and policies. */
export interface ServerSettings extends DiscoveryOptions {
  /** Name of the server. Defaults to the config's name if there is a single config, otherwise to "climax". */
  readonly name?: string;
  /** Semantic version, which clients see in `serverInfo`. Defaults to "1.0.0". */
  readonly version?: string;
  /** Registers every tool directly, unless overridden at startup. Defaults to true if all inputs are Directive definitions. */
  readonly classic?: boolean;
  /** Registers every tool directly if the list of tools has at most 1,500 tokens. Has no effect if `classic` is set. */
  readonly discovery?: "auto";
}

/** Options of `resolveModel`. */
export interface ResolveOptions extends ServerSettings {
  /** The policies of the server, all of which apply. Defaults to none, which allows everything. */
  readonly policies?: readonly AnyPolicySpec[];
}

/**
 * Builds the model of the generated files and the compiled index. If several tools have the same name, uses the last one (vector
 * list.inline.001). The check stage omits keys that are equal to their default, so generated literals have the keys of the YAML. CLIs and
 * the tools of each CLI are sorted by name, and CLIs with the same name by path. So moving tools in the YAML, or passing files in another
 * order, changes no generated line.
 */
export function resolveModel(files: readonly CheckedFile[], options: ResolveOptions): ServerModel {
  const definitions = findDefinitions(files);
  const isLast = (tool: CommandTool | DirectiveTool): boolean => definitions.get(tool.name)?.tool === tool;
  const sorted = files.toSorted((left, right) => byName(left, right) || byPath(left.document.source, right.document.source));
  const modules = nameModules(sorted.map(({ document, name }) => ({ sourceName: baseName(document.source.path), cliName: name })));
  const clis = sorted.map((file, index): CliModel => {
    const names = modules[index];
    if (names === undefined) throw new Error("every config has a module");
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
    ...chooseMode(options, listTools(policed.clis), files),
    ...discoveryOf(options),
    ...policed,
  };
}

/** Returns the mode of the server: as the options set it, by the size of the list, or classic for Directive definitions only. */
function chooseMode(
  { classic, discovery }: ResolveOptions,
  tools: readonly Tool[],
  files: readonly CheckedFile[],
): Pick<ServerModel, "classic" | "listTokens"> {
  if (classic === undefined && discovery === "auto") {
    const listTokens = estimateListTokens(tools);
    return { classic: listTokens <= MAX_DIRECT_TOKENS, listTokens };
  }
  return { classic: classic ?? (files.length > 0 && files.every(({ kind }) => kind === "directive")) };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function resolveCli(file: CliFile, names: ModuleNames, isLast: (tool: CommandTool) => boolean): CommandCliModel {
  const program = omitAbsent<Program>({
    command: splitWords(file.command),
    any_of: file.any_of?.map(splitWords),
    env: file.env,
    secrets: file.secrets,
    working_dir: file.working_dir,
    global_args: file.global_args,
  });
  const cli = omitAbsent<Cli>({
    name: file.name,
    description: file.description,
    category: file.category,
    tags: file.tags,
    unknown_args: file.unknown_args,
    when_missing: file.when_missing,
    os: file.os,
    version_command: file.version_command === undefined ? undefined : splitWords(file.version_command),
    tool_count: file.tools.length,
    program,
    hasOwnSystems: file.tools.some((tool) => tool.os !== undefined && isLast(tool)) || undefined,
  });
  const tools = toToolModels(file.tools.filter(isLast), CLI_MODULE_NAMES, (tool) => resolveTool(tool, cli, program));
  return { kind: "cli", cli, tools, ...names };
}

/** Converts a checked tool. Moves the keys of its command to the handler. */
function resolveTool(checked: CommandTool, cli: Cli, shared: Program): Tool {
  const { command, program, env, secrets, working_dir, args, examples, resolve } = checked;
  const changes = omitAbsent<ProgramChanges>({
    command: program === undefined ? undefined : splitWords(program),
    env,
    secrets,
    working_dir,
  });
  return {
    cli,
    ...keysOfOwner("tool", checked),
    args,
    ...(examples && { examples: examples.map(({ argv: _checked, ...example }): ToolExample => example) }),
    handler: {
      kind: "command",
      program: changeProgram(shared, changes),
      ...(Object.keys(changes).length > 0 && { changes }),
      command: unquoteWords(splitWords(command)),
      ...keysOfOwner("handler", checked),
      ...(resolve && {
        resolve: resolve.map((resolver): Resolver => ({ ...resolver, command: unquoteWords(splitWords(resolver.command)) })),
      }),
    },
  };
}

function splitWords(command: string): readonly string[] {
  const split = splitCommand(command);
  if (split.kind !== "words") throw new Error(`the check stage refuses the command ${command}`);
  return split.words;
}

/** Builds the model of a definition, without tools that a later file redefines. */
function resolveDefinition(
  { name, description, root, tools }: DirectiveFile,
  names: ModuleNames,
  isLast: (tool: DirectiveTool) => boolean,
): DirectiveCliModel {
  const cli = toDirectiveCli({ name, description, tool_count: tools.length });
  const models = toToolModels(tools.filter(isLast), DIRECTIVE_MODULE_NAMES, (tool) => toDirectiveTool(tool, { root }, cli));
  return { kind: "directive", cli, root, tools: models, ...names };
}

/** Returns the models of the tools. `moduleNames` are the identifiers that the module uses itself. */
function toToolModels<Checked extends { readonly name: string }>(
  tools: readonly Checked[],
  moduleNames: readonly string[],
  toTool: (checked: Checked) => Tool,
): readonly ToolModel[] {
  const sorted = tools.toSorted(byName);
  const identifiers = nameTools(
    sorted.map(({ name }) => name),
    moduleNames,
  );
  return sorted.map((checked, index) => {
    const own = identifiers[index];
    if (own === undefined) throw new Error("every tool has its identifiers");
    return { tool: toTool(checked), ...own };
  });
}
