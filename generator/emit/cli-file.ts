/** Creates `src/clis/<module>.ts`: the argument interfaces and specs of one config's tools. */
import type {
  AnyToolSpec,
  ArgSpec,
  Cli,
  CliSpec,
  CommandHandler,
  Program,
  Resolver,
  ResolverSpec,
  Tool,
  ToolArg,
  ToolExample,
} from "@climax-gen/runtime/compiler";
import { commandOf, toOutputSchema } from "@climax-gen/runtime/compiler";
import { describeBriefly } from "../describe/describe-action.ts";
import type { CliModel, ToolModel } from "../resolve/model.ts";
import { modulePath } from "../resolve/module-names.ts";
import { claim, CLI_MODULE_NAMES } from "../resolve/tool-identifiers.ts";
import { argType } from "./arg-type.ts";
import { declareSchemaType } from "./argument-types.ts";
import { docText, lineCommentText, memberName } from "./escape.ts";
import type { Fields, Literal, ObjectLiteral } from "./literal.ts";
import { jsonLiteral, presentFields, printLiteral } from "./literal.ts";
import { callType, countUnless, toolArgsInterface, toolRecord } from "./module-parts.ts";
import type { Member, SourceFile, Statement } from "./source-file.ts";
import { generatedFrom, importRuntimeTypes } from "./source-file.ts";

/**
 * Returns the module of one CLI. It has one constant per tool, because a single array of all tools fails with TS2590, or compiles in
 * quadratic time.
 */
export async function cliFile(model: CliModel): Promise<SourceFile> {
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
  const { command, env, working_dir, global_args } = programOf(cli);
  const fields: Fields<CliSpec> = {
    name: cli.name,
    description: cli.description,
    command,
    env: env && recordLiteral(env),
    working_dir,
    category: cli.category,
    tags: cli.tags,
    global_args: global_args.length > 0 ? argTable(global_args) : undefined,
    unknown_args: cli.unknown_args,
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
  const { command, changes = {}, order, success_exit_codes, end_of_options, ...handler } = handlerOf(tool);
  const { output, exit_codes, timeout_is_success, stderr, confirm_message, resolve } = handler;
  const program = changes.command;
  const fields: Fields<AnyToolSpec> = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    program,
    command: program ? [...program, ...command] : command.length === 0 ? { code: "cli.command" } : [{ code: "...cli.command" }, ...command],
    env: changes.env && recordLiteral(changes.env),
    working_dir: changes.working_dir,
    order,
    timeout: tool.timeout,
    risk: tool.risk,
    success_exit_codes,
    exit_codes: exit_codes && jsonLiteral(exit_codes),
    timeout_is_success,
    stderr,
    output: output && jsonLiteral(output),
    end_of_options,
    confirm_message,
    resolve: resolve && { fields: resolve.map((resolver) => [resolver.name, resolverLiteral(resolver)]) },
    exactly_one: tool.exactly_one,
    at_least_one: tool.at_least_one,
    at_most_one: tool.at_most_one,
    keywords: tool.keywords,
    examples: tool.examples?.map(exampleLiteral),
    args: argTable(tool.args),
  };
  return { fields: presentFields(fields), expanded: true };
}

function recordLiteral(record: Readonly<Record<string, Literal>>): ObjectLiteral {
  return { fields: Object.entries(record) };
}

function resolverLiteral({ command, args, words, timeout }: Resolver): ObjectLiteral {
  const fields: Fields<ResolverSpec> = { command, args: args.length > 0 ? { fields: args } : undefined, words, timeout };
  return { fields: presentFields(fields) };
}

function exampleLiteral({ description, args }: ToolExample): ObjectLiteral {
  return { fields: presentFields({ description, args: jsonLiteral(args) }) };
}

function argTable(args: readonly ToolArg[]): ObjectLiteral {
  return { fields: args.map((arg) => [arg.name, argLiteral(arg)]), expanded: true };
}

function argLiteral(arg: ToolArg): ObjectLiteral {
  const fields: Fields<ArgSpec> = {
    type: arg.type,
    required: arg.required,
    flag: arg.flag,
    positional: arg.positional,
    cwd: arg.cwd,
    stdin: arg.stdin,
    env: arg.env,
    file: arg.file && jsonLiteral(arg.file),
    repeat: arg.repeat,
    join: arg.join,
    value: arg.value,
    negatable: arg.negatable,
    optional_value: arg.optional_value,
    allow_leading_dash: arg.allow_leading_dash,
    secret: arg.secret,
    enum: arg.enum,
    enum_words: arg.enum_words && jsonLiteral(arg.enum_words),
    min: arg.min,
    max: arg.max,
    max_length: arg.max_length,
    pattern: arg.pattern,
    keys: arg.keys && jsonLiteral(arg.keys),
    requires: arg.requires,
    default: arg.default === undefined ? undefined : jsonLiteral(arg.default),
    description: arg.description,
  };
  return { fields: presentFields(fields) };
}
