/**
 * Converts tools to search results in the wire format of the CLImax contract. Additional keys of this server follow the keys of the
 * contract.
 */
import { firstSentence } from "../search/sentence.ts";
import type { ListedSchema } from "../tool/listed-schema.ts";
import { toListedSchema } from "../tool/listed-schema.ts";
import { appendSentences, describeRequirements, describeTool } from "../tool/relations.ts";
import type { Risk } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";

interface ResultFields {
  readonly tool_name: string;
  readonly description: string;
  readonly cli_name: string;
  /** Omitted if the tool does not declare a risk. */
  readonly risk?: Risk;
  /** Names of the tools that do the same, as `docker_container_ls` for `docker_ps`. Omitted if empty. */
  readonly also?: readonly string[];
}

/** One search result with its schema. */
export interface ToolIndexEntry extends ResultFields {
  /** Category of the tool's CLI. Null if it declares none. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly input_schema: ListedSchema;
}

/**
 * One search result without its schema, category and tags. Its description is the first sentence, cut at `MAX_LINE` characters, followed by
 * `…` if there are further sentences, and the relations that require arguments.
 */
export interface BriefEntry extends ResultFields {
  /** Names of the required arguments, in definition order. */
  readonly required_args: readonly string[];
}

/** Maximum length of the description of an argument, in UTF-16 units, with the `…` at its end. */
const MAX_ARG_DESCRIPTION = 100;

/** Maximum length of the description of a result without a schema. */
const MAX_LINE = 160;

/** Number of optional arguments that keep their descriptions in a short result. */
const SHORT_DESCRIPTIONS = 3;

/** Returns the result with the full schema and whole descriptions. */
export function toWholeEntry(tool: Tool): ToolIndexEntry {
  const { name, cli } = tool;
  return {
    tool_name: name,
    description: describeTool(tool),
    cli_name: cli.name,
    category: cli.category ?? null,
    tags: cli.tags ?? [],
    input_schema: toListedSchema(tool),
    ...declaredRisk(tool),
  };
}

/** Returns the result with the full schema. Descriptions of arguments are cut at `MAX_ARG_DESCRIPTION`. */
export function toEntry(tool: Tool): ToolIndexEntry {
  const entry = toWholeEntry(tool);
  return { ...entry, input_schema: describeArgs(entry.input_schema, cutText) };
}

/** Returns `toEntry` with one example, and with descriptions only for the required arguments and the first optional ones. */
export function toShortEntry(tool: Tool): ToolIndexEntry {
  const entry = toWholeEntry(tool);
  const required = new Set(entry.input_schema.required);
  let optional = 0;
  const describe = (text: string, name: string): string | undefined => {
    if (!required.has(name)) optional += 1;
    return required.has(name) || optional <= SHORT_DESCRIPTIONS ? cutText(text) : undefined;
  };
  const { examples, ...schema } = describeArgs(entry.input_schema, describe);
  return { ...entry, input_schema: { ...schema, ...(examples && { examples: examples.slice(0, 1) }) } };
}

/** Returns a schema with other descriptions of its properties. `describe` returns undefined to remove a description. */
function describeArgs(schema: ListedSchema, describe: (text: string, name: string) => string | undefined): ListedSchema {
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...others } = property as { readonly description?: unknown };
    if (typeof description !== "string") return [name, property] as const;
    const text = describe(description, name);
    return [name, text === undefined ? others : { ...property, description: text }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Cuts a text, and marks the cut with `…`. */
function cutText(text: string, _name?: string, length = MAX_ARG_DESCRIPTION): string {
  if (text.length <= length) return text;
  // Half of a surrogate pair cannot be sent.
  const start = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${start.trimEnd()}…`;
}

/** Returns the result with the names of the required arguments instead of the schema. */
export function toBriefEntry(tool: Tool): BriefEntry {
  const { name, cli } = tool;
  return {
    tool_name: name,
    description: describeBriefly(tool),
    cli_name: cli.name,
    required_args: toListedSchema(tool).required ?? [],
    ...declaredRisk(tool),
  };
}

function describeBriefly(tool: Tool): string {
  const sentence = firstSentence(tool.description).trimEnd();
  const isWhole = sentence.length === tool.description.trimEnd().length;
  const line = cutText(sentence, undefined, MAX_LINE);
  return appendSentences(isWhole || line !== sentence ? line : `${line} …`, describeRequirements(tool));
}

function declaredRisk({ risk }: Tool): Pick<ResultFields, "risk"> {
  return risk === undefined ? {} : { risk };
}
