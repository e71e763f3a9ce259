/** Creates `src/clis/<module>.ts`: the argument interfaces and specs of one config's tools. */
import type { Cli, CommandHandler, Program, Resolver, Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { KeyOfOwner } from "@climax-gen/runtime/internal/tool/tool-keys";
import type { AnyToolSpec, ArgSpec, CliSpec, ResolverSpec } from "@climax-gen/runtime/internal/tool/tool-spec";
import { LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { toOutputSchema } from "@climax-gen/runtime/internal/tool/output-schema";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { keysOfOwner, TOOL_KEY_ORDER } from "@climax-gen/runtime/internal/tool/tool-keys";
import { describeBriefly } from "../describe/describe-action.ts";
import type { CliModel, ToolModel } from "../resolve/model.ts";
import { modulePath } from "../resolve/module-names.ts";
import { claim, CLI_MODULE_NAMES } from "../resolve/tool-identifiers.ts";
import { declareSchemaType } from "./argument-types.ts";
import { docText, lineCommentText, memberName } from "./escape.ts";
import type { Fields, Literal, ObjectLiteral } from "./literal.ts";
import { jsonFields, jsonLiteral, presentFields, printLiteral, sortFields } from "./literal.ts";
import { callType, countUnless, toolArgsInterface, toolRecord } from "./module-parts.ts";
import type { Member, ModuleFile, Statement } from "./source-file.ts";
import { generatedFrom, importRuntimeTypes } from "./source-file.ts";
import { canStandAlone, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";

/**
 * Returns the module of one CLI. It has one constant per tool, because a single array of all tools fails with TS2590, or compiles in
 * quadratic time.
 */
export async function cliFile(model: CliModel): Promise<ModuleFile> {
  const hasAlternatives = model.tools.some(({ tool }) => callType(tool, "") !== "");
  const results = await declareResults(model);
  return {
    path: `src/${modulePath(model)}`,
    statements: [
      generatedFrom(lineCommentText(model.sourceName)),
      importRuntimeTypes([
        "AnyToolSpec",
        "CliSpec",
        ...(hasAlternatives ? ["ExactlyOne"] : []),
        ...(model.tools.length > 0 ? ["ToolSpec"] : []),
      ]),
      { kind: "const", name: "cli", doc: "", type: "CliSpec", value: printLiteral(cliLiteral(model)) },
      ...model.tools.flatMap(toolStatements),
      toolArgsInterface(model),
      ...results,
      toolRecord(model, "AnyToolSpec"),
    ],
  };
}

/** Reports whether a tool of the module has a schema of its output, so that the module exports `ToolResults`. */
export function hasResults({ tools }: CliModel): boolean {
  return tools.some(({ tool }) => commandOf(tool)?.output?.schema !== undefined);
}

/** Returns the types of the results, and `ToolResults`: tool name → type of its structured content. Empty if no tool has a schema. */
async function declareResults(model: CliModel): Promise<readonly Statement[]> {
  if (!hasResults(model)) return [];
  const taken = new Set([
    ...CLI_MODULE_NAMES,
    "ToolResults",
    ...model.tools.flatMap(({ constName, interfaceName }) => [constName, interfaceName]),
  ]);
  const statements: Statement[] = [];
  const members: Member[] = [];
  // One after the other, so that the names of their types do not depend on which is ready first.
  for (const { tool, interfaceName } of model.tools) {
    const schema = toOutputSchema(commandOf(tool)?.output ?? {});
    if (schema === undefined) continue;
    const resultName = claim(interfaceName.replace(/Args(_\d+)?$/, "Result$1"), taken);
    const doc = docText(`Result of \`${tool.name}\`.`);
    statements.push({ kind: "declarations", text: await declareSchemaType(schema, doc, { interfaceName: resultName, taken }) });
    members.push({ name: memberName(tool.name), type: resultName, optional: false, doc: "" });
  }
  const doc = docText(`Results of the tools of \`${model.cli.name}\` that have a schema of their output, by tool name.`);
  return [...statements, { kind: "interface", name: "ToolResults", doc, members }];
}

function toolStatements({ tool, constName, interfaceName }: ToolModel): readonly Statement[] {
  return [
    argsInterface(interfaceName, docText(`Arguments of \`${tool.name}\`: ${describeBriefly(tool)}`), tool.args),
    {
      kind: "const",
      name: constName,
      doc: "",
      // Not `as const satisfies …`: checking a separate type per literal takes five times as long.
      type: `ToolSpec<${interfaceName}>`,
      value: printLiteral(toolLiteral(tool)),
    },
  ];
}

function argsInterface(name: string, doc: string, args: readonly ToolArg[]): Statement {
  if (args.length === 0) return { kind: "extending-interface", name, doc, bases: ["Record<string, never>"] };
  return { kind: "interface", name, doc, members: args.map(argMember) };
}

function argMember(arg: ToolArg): Member {
  const name = memberName(arg.name);
  const optional = arg.required !== true;
  return { name, optional, type: argType(arg, name.length + (optional ? 1 : 0)), doc: docText(arg.description ?? "") };
}

function cliLiteral({ cli, tools }: CliModel): ObjectLiteral {
  const { command, any_of, env, secrets, working_dir, global_args } = programOf(cli);
  const fields: Fields<CliSpec> = {
    name: cli.name,
    description: cli.description,
    command,
    any_of,
    env: env && recordLiteral(env),
    secrets: secrets && jsonLiteral(secrets),
    working_dir,
    category: cli.category,
    tags: cli.tags,
    global_args: global_args.length > 0 ? argTable(global_args) : undefined,
    unknown_args: cli.unknown_args,
    when_missing: cli.when_missing,
    os: cli.os,
    version_command: cli.version_command,
    tool_count: countUnless(tools.length, cli),
  };
  return { fields: presentFields(fields), expanded: true };
}

function programOf({ name, program }: Cli): Program {
  if (program === undefined) throw new Error(`the CLI ${name} runs no program`);
  return program;
}

function handlerOf(tool: Tool): CommandHandler {
  const handler = commandOf(tool);
  if (handler === undefined) throw new Error(`the tool ${tool.name} runs no command`);
  return handler;
}

function toolLiteral(tool: Tool): ObjectLiteral {
  const handler = handlerOf(tool);
  const { command, changes = {}, resolve } = handler;
  const program = changes.command;
  const converted: Fields<Pick<AnyToolSpec, KeyOfOwner<"program" | "converted">>> = {
    program,
    command: program ? [...program, ...command] : command.length === 0 ? { code: "cli.command" } : [{ code: "...cli.command" }, ...command],
    env: changes.env && recordLiteral(changes.env),
    secrets: changes.secrets && jsonLiteral(changes.secrets),
    working_dir: changes.working_dir,
    resolve: resolve && { fields: resolve.map((resolver) => [resolver.name, resolverLiteral(resolver)]) },
    args: argTable(tool.args),
  };
  const same = jsonFields({ ...keysOfOwner("tool", tool), ...keysOfOwner("handler", handler) });
  return { fields: sortFields([...same, ...presentFields(converted)], TOOL_KEY_ORDER), expanded: true };
}

function recordLiteral(record: Readonly<Record<string, Literal>>): ObjectLiteral {
  return { fields: Object.entries(record) };
}

function resolverLiteral({ command, args, words, timeout }: Resolver): ObjectLiteral {
  const fields: Fields<ResolverSpec> = { command, args: args.length > 0 ? { fields: args } : undefined, words, timeout };
  return { fields: presentFields(fields) };
}

function argTable(args: readonly ToolArg[]): ObjectLiteral {
  return { fields: args.map((arg) => [arg.name, argLiteral(arg)]), expanded: true };
}

/** The last keys of an argument: its values, and their descriptions. */
const LAST_KEYS: readonly (keyof ArgSpec)[] = ["enum", "enum_words", ...LIMIT_KEYS, "requires", "default", "description"];

/** Prints the keys in the order of the config's schema, apart from the last ones. */
function argLiteral({ name: _name, limits: _ofPolicies, ...spec }: ToolArg): ObjectLiteral {
  return { fields: sortFields(jsonFields(spec), LAST_KEYS) };
}

/**
 * Returns the type of the values that a caller may pass. A long union has one member per line, as Prettier prints it.
 * @param nameLength characters of the property's name and its question mark
 */
function argType(arg: ToolArg, nameLength: number): string {
  const members = unionMembers(arg);
  const isList = isListArg(arg);
  const [only] = members;
  if (only !== undefined && members.length === 1) return isList ? `readonly ${only}[]` : only;
  const union = members.join(" | ");
  const flat = isList ? `readonly (${union})[]` : union;
  // Two columns of indentation, the colon with its space, and the semicolon.
  if (nameLength + flat.length + 5 <= WIDTH) return flat;
  const lines = members.map((member) => `\n    | ${member}`).join("");
  return isList ? `readonly (${lines}\n  )[]` : lines;
}

function unionMembers(arg: ToolArg): readonly string[] {
  const members = valueMembers(arg);
  return canStandAlone(arg) ? ["true", ...members] : members;
}

function valueMembers(arg: ToolArg): readonly string[] {
  const texts = arg.enum?.map(String);
  switch (arg.type) {
    case "string":
      return texts === undefined ? ["string"] : unique(texts.map(stringLiteral));
    case "integer":
    case "number":
      return texts?.every(isNumeral) ? unique(texts) : ["number"];
    case "boolean":
      return ["boolean"];
    case "map":
      return ["Readonly<Record<string, string>>"];
  }
}

/** Reports whether a number is printed as this text. Its literal type is then printed alike. */
function isNumeral(text: string): boolean {
  return Number.isFinite(Number(text)) && String(Number(text)) === text;
}

function unique(members: readonly string[]): readonly string[] {
  return [...new Set(members)];
}
