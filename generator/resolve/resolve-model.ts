/** From checked configs to the model of a server: words split, defaults of the CLI handed down, identifiers chosen. */
import type { AnyPolicySpec, Cli, Program, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import { splitCommand, unquoteWords } from "@climax-gen/runtime/compiler";
import type { CheckedConfig, RawArg, RawConfig, RawTool } from "../check/cli/config.ts";
import { applyPolicies } from "./apply-policy.ts";
import { resolveDefinition } from "./resolve-definition.ts";
import type { CliModel, ServerModel, ToolModel } from "./model.ts";
import type { ModuleNames } from "./module-names.ts";
import { nameModules } from "./module-names.ts";
import { byName, byPath } from "../text/code-unit-order.ts";
import { raise } from "./raise.ts";
import { nameTools } from "./tool-identifiers.ts";

/** Name of a server made of several configs, none of which can speak for it (vectors list.combo). */
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
  /** What the server may do; all of them hold. Defaults to none, which allows everything. */
  readonly policies?: readonly AnyPolicySpec[];
}

/**
 * The model that files and compiled index are made of. Of tools with the same name the last one stays (vector list.inline.001).
 * Nothing that the user left out is filled in, so that generated literals hold what the YAML says. CLIs and the tools of each
 * are sorted by name, CLIs of one name by path: moving them in the YAML, or naming files in another order, changes no generated line.
 */
export function resolveModel(configs: readonly CheckedConfig[], options: ResolveOptions): ServerModel {
  const lastDefinitions = new Map(configs.flatMap(({ config }) => config.tools.map((tool) => [tool.name, tool] as const)));
  const sorted = configs.toSorted((left, right) => byName(left.config, right.config) || byPath(left.source, right.source));
  const modules = nameModules(sorted.map(({ source, config }) => ({ sourceName: baseName(source.path), cliName: config.name })));
  const clis = sorted.map((checked, index): CliModel => {
    const names = modules[index] ?? raise("every config has a module");
    const { config, definition } = checked;
    if (definition !== undefined) return { ...resolveDefinition(config, definition, lastDefinitions), ...names };
    return resolveCli(config, names, lastDefinitions);
  });
  const policed = applyPolicies(clis, options.policies ?? []);
  const onlyName = configs.length === 1 ? configs[0]?.config.name : undefined;
  return {
    name: options.name ?? onlyName ?? DEFAULT_NAME,
    version: options.version ?? DEFAULT_VERSION,
    classic: options.classic ?? (configs.length > 0 && configs.every(({ definition }) => definition !== undefined)),
    ...policed,
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function resolveCli(config: RawConfig, names: ModuleNames, lastDefinitions: ReadonlyMap<string, RawTool>): CliModel {
  const program: Program = {
    command: splitWords(config.command),
    ...(Object.keys(config.env).length > 0 && { env: config.env }),
    ...(config.working_dir !== undefined && { working_dir: config.working_dir }),
    global_args: config.global_args.map(resolveArg),
  };
  const cli: Cli = {
    name: config.name,
    description: config.description,
    ...(config.category !== undefined && { category: config.category }),
    ...(config.tags.length > 0 && { tags: config.tags }),
    tool_count: config.tools.length,
    program,
  };
  const raws = config.tools.filter((raw) => lastDefinitions.get(raw.name) === raw).toSorted(byName);
  const identifiers = nameTools(raws.map(({ name }) => name));
  const tools = raws.map((raw, index): ToolModel => {
    const { constName, interfaceName } = identifiers[index] ?? raise("every tool has its identifiers");
    return { tool: resolveTool(raw, { cli, program, endOfOptions: config.end_of_options }), constName, interfaceName };
  });
  return { cli, ...names, tools };
}

interface ToolSurroundings {
  readonly cli: Cli;
  readonly program: Program;
  /** The CLI's default. */
  readonly endOfOptions: boolean | undefined;
}

function resolveTool(raw: RawTool, { cli, program, endOfOptions }: ToolSurroundings): Tool {
  return {
    cli,
    name: raw.name,
    ...(raw.title !== undefined && { title: raw.title }),
    description: raw.description,
    args: raw.args.map(resolveArg),
    ...(raw.timeout !== undefined && { timeout: raw.timeout }),
    ...(raw.risk !== undefined && { risk: raw.risk }),
    ...(raw.keywords !== undefined && { keywords: raw.keywords }),
    handler: {
      kind: "command",
      program,
      command: unquoteWords(splitWords(raw.command)),
      ...(raw.success_exit_codes !== undefined && { success_exit_codes: raw.success_exit_codes }),
      ...((raw.end_of_options ?? endOfOptions) && { end_of_options: true }),
    },
  };
}

function resolveArg(raw: RawArg): ToolArg {
  return {
    name: raw.name,
    type: raw.type,
    ...(raw.description !== "" && { description: raw.description }),
    ...(raw.required && { required: true }),
    ...(raw.default !== undefined && { default: raw.default }),
    ...(raw.flag !== undefined && { flag: raw.flag }),
    ...(raw.positional && { positional: true }),
    ...(raw.cwd && { cwd: true }),
    ...(raw.stdin && { stdin: true }),
    ...(raw.enum !== undefined && { enum: raw.enum }),
    ...(raw.repeat && { repeat: true }),
    ...(raw.allow_leading_dash && { allow_leading_dash: true }),
    ...(raw.secret && { secret: true }),
  };
}

function splitWords(command: string): readonly string[] {
  const words = splitCommand(command);
  return words.ok ? words.words : raise(`a command that the check stage refuses: ${command}`);
}
