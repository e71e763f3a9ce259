/** Creates `src/directives/<module>.ts`: the argument types and specs of one Directive definition's tools. */
import type { SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import type { DirectiveHandler, DirectiveSpec, DirectiveToolSpec } from "@climax-gen/runtime/internal/tool/directive-spec";
import type { ReadingHandler, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { isSchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { readingOf } from "@climax-gen/runtime/internal/tool/tool";
import type { DirectiveCliModel, ToolModel } from "../resolve/model.ts";
import { modulePath } from "../resolve/module-names.ts";
import { DIRECTIVE_MODULE_NAMES } from "../resolve/tool-identifiers.ts";
import { declareSchemaType } from "./argument-types.ts";
import { docText, lineCommentText } from "./escape.ts";
import type { Fields, Literal, ObjectLiteral } from "./literal.ts";
import { jsonLiteral, presentFields, printLiteral } from "./literal.ts";
import { countUnless, toolArgsInterface, toolRecord } from "./module-parts.ts";
import type { ModuleFile, Statement } from "./source-file.ts";
import { generatedFrom, importRuntimeTypes } from "./source-file.ts";

/** Returns the module of one definition. */
export async function directiveFile(model: DirectiveCliModel): Promise<ModuleFile> {
  const identifiers = model.tools.flatMap(({ constName, interfaceName }) => [constName, interfaceName]);
  const taken = new Set([...DIRECTIVE_MODULE_NAMES, ...identifiers]);
  const tools: Statement[] = [];
  // One after the other, so that the names of their types do not depend on which is ready first.
  for (const tool of model.tools) tools.push(...(await toolStatements(tool, taken)));
  return {
    path: `src/${modulePath(model)}`,
    statements: [
      generatedFrom(lineCommentText(model.sourceName)),
      importRuntimeTypes(["DirectiveSpec", "DirectiveToolSpec"]),
      { kind: "const", name: "directive", doc: "", type: "DirectiveSpec", value: printLiteral(definitionLiteral(model)) },
      ...tools,
      toolArgsInterface(model),
      toolRecord(model, "DirectiveToolSpec"),
    ],
  };
}

async function toolStatements({ tool, constName, interfaceName }: ToolModel, taken: Set<string>): Promise<readonly Statement[]> {
  const { inputSchema } = directiveOf(tool);
  const doc = docText(`Arguments of \`${tool.name}\`${tool.title === undefined ? "" : `: ${tool.title}`}`);
  return [
    takesNothing(inputSchema)
      ? { kind: "extending-interface", name: interfaceName, doc, bases: ["Record<string, never>"] }
      : { kind: "declarations", text: await declareSchemaType(inputSchema, doc, { interfaceName, taken }) },
    { kind: "const", name: constName, doc: "", type: "DirectiveToolSpec", value: printLiteral(toolLiteral(tool)) },
  ];
}

function directiveOf(tool: Tool): ReadingHandler {
  const handler = readingOf(tool);
  if (handler === undefined) throw new Error(`the tool ${tool.name} of a definition is not a Directive tool`);
  return handler;
}

/** Reports whether the top level of the schema allows no argument. */
function takesNothing({ properties, additionalProperties, patternProperties, required, $ref, allOf, anyOf, oneOf }: SchemaObject): boolean {
  const isEmpty = properties === undefined || (isSchemaObject(properties) && Object.keys(properties).length === 0);
  return (
    isEmpty && additionalProperties === false && [patternProperties, required, $ref, allOf, anyOf, oneOf].every((one) => one === undefined)
  );
}

function definitionLiteral({ cli, root, tools }: DirectiveCliModel): ObjectLiteral {
  const tool_count = countUnless(tools.length, cli);
  const fields: Fields<DirectiveSpec> = { name: cli.name, description: cli.description, root, tool_count };
  return { fields: presentFields(fields), expanded: true };
}

function toolLiteral(tool: Tool): ObjectLiteral {
  const { inputSchema, handler, method } = directiveOf(tool);
  const fields: Fields<DirectiveToolSpec> = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonLiteral(inputSchema),
    handler: handlerLiteral(handler),
    method,
  };
  return { fields: presentFields(fields), expanded: true };
}

function handlerLiteral(handler: DirectiveHandler): Literal {
  return typeof handler === "object" ? { fields: [["bundle", handler.bundle]] } : handler;
}
