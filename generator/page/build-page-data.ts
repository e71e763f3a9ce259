/** Builds the data of a page from a resolved server and, if known, its YAML files. */
import type { Policy } from "@climax-gen/runtime/internal/policy/policy";
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { CliWithTools } from "@climax-gen/runtime/internal/tool-index/index-reader";
import type { Cli, Program, ProgramChanges, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { DEFAULT_LIMITS } from "@climax-gen/runtime/internal/policy/combine";
import { needsConfirmation, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { discoveryOf } from "@climax-gen/runtime/internal/tool/discovery-options";
import { describeRelations } from "@climax-gen/runtime/internal/tool/relations";
import { describeExecutor } from "@climax-gen/runtime/internal/executor/describe-executor";
import { timeoutSeconds } from "@climax-gen/runtime/internal/tool/timeout";
import { commandOf, commandsOf } from "@climax-gen/runtime/internal/tool/tool";
import type { CheckedFile, CheckedPolicy } from "../check/files/checked-file.ts";
import { findDefinitions, type DefinedTool } from "../check/files/definitions.ts";
import { addressOf, locate, locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { positionOfArg, positionsOfWords } from "../explain/positions.ts";
import type { ReviewedHazard } from "../hazards/acknowledgements.ts";
import { describeFacts } from "../describe/describe-facts.ts";
import { describeOwnSystems } from "../describe/describe-machines.ts";
import { nameScopes, scopesOfRules, toolPolicies } from "../describe/describe-policy.ts";
import { describeOwnSecrets } from "../describe/describe-secrets.ts";
import type { PolicySurroundings } from "../describe/combine-surroundings.ts";
import { combineSurroundings, executorOfTool } from "../describe/combine-surroundings.ts";
import type { ServerModel } from "../resolve/model.ts";
import { oneLine } from "../text/wording.ts";
import { configRules, type KeyedRule, policyRules } from "./argument-rules.ts";
import type { PageArg, PageCli, PageData, PageHazard, PageRule, PageTool, PagePosition, TemplateGroup, ToolRow } from "./page-data.ts";
import { assignHazards } from "./page-hazards.ts";
import { createPositionTable, type PositionTable } from "./position-table.ts";
import { toTemplate } from "./tool-template.ts";
import type { ToolRecord } from "@climax-gen/runtime/internal/tool-index/compiled/format";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { MASK } from "@climax-gen/runtime/internal/text/mask";
import { toRecord } from "@climax-gen/runtime/internal/tool-index/compiled/record";

/** A server, with its tools under its policies. */
export interface PageSource extends Omit<ServerModel, "clis"> {
  readonly clis: readonly CliWithTools[];
  /** Omitted for a generated project, whose parts have no positions. */
  readonly yaml?: YamlSource;
}

/** The files of a server. */
export interface YamlSource {
  readonly configs: readonly CheckedFile[];
  readonly policies: readonly CheckedPolicy[];
  readonly hazards: readonly ReviewedHazard[];
}

/** The data of a page, and its tools in parts. */
export interface BuiltPage {
  readonly data: PageData;
  readonly chunks: readonly (readonly PageTool[])[];
}

/** Number of tools per chunk. Small, so that a chunk is parsed quickly, but large enough for few elements. */
const CHUNK_SIZE = 50;
const MAX_SUMMARY_LENGTH = 160;

/** Returns the data of a page. The same source gives the same data. */
export function buildPage(source: PageSource): BuiltPage {
  const { name, version, classic, clis, policies, disabled, yaml } = source;
  const positions = createPositionTable();
  const definitions = findDefinitions(yaml?.configs ?? []);
  const all = clis.flatMap(({ tools }) => tools);
  const known = new Set(all.map((tool) => tool.name));
  const hazards = assignHazards(yaml?.hazards ?? [], { configs: yaml?.configs ?? [], known, positions });
  // The model has the policies of the files in the same order, without rules for unknown tools.
  const checked = yaml?.policies.length === policies.length ? yaml.policies : [];
  const surroundings = combineSurroundings(policies);
  const { max_timeout = DEFAULT_LIMITS.max_timeout } = surroundings.limits ?? {};
  const context: ToolContext = {
    positions,
    policies,
    applied: policies.map(toPolicy),
    definitions,
    checked,
    hazards: hazards.tools,
    maxTimeout: max_timeout,
    surroundings,
    scopes: new Map(Array.from(toolPolicies(policies), ([tool, rules]) => [tool, scopesOfRules(rules)] as const)),
  };
  const tools = clis.flatMap((part, index) => part.tools.map((tool) => toPageTool(tool, index, context)));
  const rows = clis.flatMap((part, index) => part.tools.map((tool) => toRow(tool, index, context)));
  const data: PageData = {
    server: { name, version, classic, ...discoveryOf(source) },
    clis: clis.map((part): PageCli => toPageCli(part, context)),
    policies,
    disabled: [...disabled].toSorted(),
    rows,
    chunkSize: CHUNK_SIZE,
    hazards: hazards.server,
    files: positions.files,
  };
  const starts = Array.from({ length: Math.ceil(tools.length / CHUNK_SIZE) }, (_, number) => number * CHUNK_SIZE);
  return { data, chunks: starts.map((start) => tools.slice(start, start + CHUNK_SIZE)) };
}

interface ToolContext {
  readonly positions: PositionTable;
  readonly policies: readonly AnyPolicySpec[];
  readonly applied: readonly Policy[];
  readonly checked: readonly CheckedPolicy[];
  readonly definitions: ReadonlyMap<string, DefinedTool>;
  readonly hazards: ReadonlyMap<string, readonly PageHazard[]>;
  /** Maximum timeout of a call under the policies, in seconds. */
  readonly maxTimeout: number;
  readonly surroundings: PolicySurroundings;
  /** The scopes that the policies require for each tool. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

function toPageCli({ cli, tools }: CliWithTools, { definitions, positions }: ToolContext): PageCli {
  const definition = definitions.get(tools[0]?.name ?? "");
  return {
    cli: maskCli(cli),
    commands: [...new Set(tools.flatMap(listCommands))],
    ...(definition && { position: positions.addLocation(locateClosest(definition.file, WHOLE_FILE, ["name"])) }),
  };
}

/** Returns the base commands of which a tool runs one, as written. */
function listCommands(tool: Tool): readonly string[] {
  const program = commandOf(tool)?.program;
  return program === undefined ? [] : commandsOf(program).map((command) => command.join(" "));
}

function toRow(tool: Tool, cli: number, { applied, hazards }: ToolContext): ToolRow {
  const { name, title, risk } = tool;
  const open = (hazards.get(name) ?? []).filter(({ acknowledged }) => acknowledged === undefined).length;
  return {
    name,
    cli,
    ...(title !== undefined && { title }),
    summary: summarize(tool.description),
    ...(risk !== undefined && { risk }),
    ...(needsConfirmation(name, applied) && { confirm: true }),
    ...(open > 0 && { hazards: open }),
  };
}

/** Returns the first sentence of a text, on one line. */
function summarize(text: string): string {
  const line = oneLine(text);
  const [sentence = line] = /^.*?[.!?](?= )|^.*?[。！？]/u.exec(line) ?? [];
  const letters = Array.from(sentence);
  return letters.length <= MAX_SUMMARY_LENGTH ? sentence : `${letters.slice(0, MAX_SUMMARY_LENGTH - 1).join("")}…`;
}

function toPageTool(tool: Tool, cli: number, context: ToolContext): PageTool {
  const { positions, definitions, hazards, maxTimeout } = context;
  const definition = definitions.get(tool.name);
  const relations = describeRelations(tool);
  const timeout = timeoutSeconds(tool, maxTimeout);
  const template = listTemplate(tool, definition, positions);
  return {
    record: maskTool(tool, cli),
    facts: [
      ...describeFacts(tool),
      ...describeOwnSystems(tool),
      `timeout ${timeout} s`,
      ...describePlace(tool, context.surroundings),
      ...describeCallers(tool, context.scopes),
      ...describeReply(tool),
      ...describeOwnSecrets(tool),
    ].join(", "),
    timeout,
    ...(definition && { position: positions.addLocation(locateClosest(definition.file, addressOf(tool.name), ["name"])) }),
    args: tool.args.map((arg) => toPageArg(tool, arg, context)),
    relations: relations === "" ? [] : relations.split(/(?<=\.) /),
    ...(template && { template }),
    hazards: hazards.get(tool.name) ?? [],
  };
}

/** Describes the scopes that a tool requires of callers over HTTP. */
function describeCallers({ name }: Tool, scopes: ToolContext["scopes"]): readonly string[] {
  const needed = scopes.get(name) ?? [];
  return needed.length === 0 ? [] : [`over HTTP with ${nameScopes(needed)}`];
}

/** Describes the line before the reply of a tool. */
function describeReply(tool: Tool): readonly string[] {
  const prefix = commandOf(tool)?.reply_prefix;
  return prefix === undefined ? [] : [`replies start with ${JSON.stringify(prefix)}`];
}

/** Describes the executor of a tool, if a policy has executors of tools. */
function describePlace(tool: Tool, surroundings: PolicySurroundings): readonly string[] {
  if (surroundings.toolExecutors === undefined || commandOf(tool) === undefined) return [];
  const executor = executorOfTool(surroundings, tool.name);
  return [executor.type === "local" ? "on the server's machine" : `in ${describeExecutor(executor)}`];
}

function toPageArg(tool: Tool, arg: Tool["args"][number], { definitions, checked, policies, positions }: ToolContext): PageArg {
  const definition = definitions.get(tool.name);
  const ofConfig = configRules(arg).map((rule): PageRule => {
    const found = definition && locate(definition.file, addressOf(tool.name, arg.name), [rule.key], "key");
    return toPageRule(rule, found && positions.addLocation(found));
  });
  const ofPolicies = policies.flatMap((spec, index): readonly PageRule[] => {
    const constraint = constraintOf(spec, tool.name, arg.name);
    const policy = checked[index];
    return (constraint === undefined ? [] : policyRules(constraint)).map((rule) => {
      const address = addressOf(tool.name, arg.name);
      return toPageRule(rule, policy && positions.addLocation(locateClosest(policy, address, [rule.key], "key")));
    });
  });
  const values = definition?.kind === "cli" ? locateValues(definition, arg, positions) : [];
  return {
    name: arg.name,
    ...(definition && { position: positions.add(positionOfArg(definition, arg.name)) }),
    ...(values.length > 0 && { values }),
    rules: [...ofConfig, ...ofPolicies],
  };
}

/** Returns the positions of the values of an argument that are mapped to words. */
function locateValues(
  definition: DefinedTool & { readonly kind: "cli" },
  { name, enum_words = {} }: Tool["args"][number],
  positions: PositionTable,
): NonNullable<PageArg["values"]> {
  const values = Object.keys(enum_words);
  const origins = values.map((value) => ({ kind: "arg", name, part: "enum", value }) as const);
  return positionsOfWords(definition, origins, "local").map((position, index) => [values[index] ?? "", positions.add(position)]);
}

function constraintOf({ tools }: AnyPolicySpec, tool: string, arg: string): Parameters<typeof policyRules>[0] | undefined {
  const args = Object.hasOwn(tools, tool) ? tools[tool]?.args : undefined;
  return args !== undefined && Object.hasOwn(args, arg) ? args[arg] : undefined;
}

function toPageRule({ key: _key, ...rule }: KeyedRule, position: PagePosition | undefined): PageRule {
  return { ...rule, ...(position && { position }) };
}

function listTemplate(tool: Tool, definition: DefinedTool | undefined, positions: PositionTable): readonly TemplateGroup[] | undefined {
  const handler = commandOf(tool);
  if (handler === undefined) return undefined;
  const groups = toTemplate(tool, handler);
  if (definition?.kind !== "cli") return groups;
  const origins = groups.flatMap(({ words }) => words.map(({ origin }) => origin));
  const found = positionsOfWords(definition, origins, "local").values();
  return groups.map(({ words, ...group }) => ({
    ...group,
    words: words.map((word) => {
      const { value } = found.next();
      return value === undefined ? word : { ...word, position: positions.add(value) };
    }),
  }));
}

/** Returns the CLI without secret values. */
function maskCli(cli: Cli): Cli {
  const { program } = cli;
  if (program === undefined) return cli;
  const masked: Program = { ...program, ...maskVariables(program), global_args: program.global_args.map(maskDefault) };
  return { ...cli, program: masked };
}

/** Returns the record of a tool without secret values. `cli` is the index of its CLI. */
function maskTool(tool: Tool, cli: number): ToolRecord {
  const record = toRecord({ ...tool, args: tool.args.map(maskDefault) }, cli);
  const { handler } = record;
  if (handler.kind !== "command" || handler.changes === undefined) return record;
  return { ...record, handler: { ...handler, changes: { ...handler.changes, ...maskVariables(handler.changes) } } };
}

/** Masks the values of variables. `explain` prints only the names of the config's variables, too. */
function maskVariables({ env }: ProgramChanges): Pick<ProgramChanges, "env"> {
  return env === undefined ? {} : { env: Object.fromEntries(Object.keys(env).map((name) => [name, MASK])) };
}
