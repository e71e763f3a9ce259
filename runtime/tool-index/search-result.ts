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
}

/** One search result with its schema. */
export interface ToolIndexEntry extends ResultFields {
  /** Category of the tool's CLI. Null if it declares none. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly input_schema: ListedSchema;
}

/** One search result with its schema, and without the category and tags of its CLI, which the summary shows. */
export type LeanEntry = Omit<ToolIndexEntry, "category" | "tags">;

/**
 * One search result without its schema, category and tags. Its description is the first sentence, followed by `…` if there are further
 * sentences, and the relations that require arguments.
 */
export interface BriefEntry extends ResultFields {
  /** Names of the required arguments, in definition order. */
  readonly required_args: readonly string[];
}

/** Returns the result with the full schema. */
export function toEntry(tool: Tool): ToolIndexEntry {
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

/** Returns the result with the full schema, without category and tags. */
export function toLeanEntry(tool: Tool): LeanEntry {
  const { category: _category, tags: _tags, ...entry } = toEntry(tool);
  return entry;
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
  return appendSentences(isWhole ? sentence : `${sentence} …`, describeRequirements(tool));
}

function declaredRisk({ risk }: Tool): Pick<ResultFields, "risk"> {
  return risk === undefined ? {} : { risk };
}
