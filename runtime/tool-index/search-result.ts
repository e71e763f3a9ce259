/** Search results in the wire format of the CLImax contract, with the keys that this server adds after those of the contract. */
import type { ListedSchema } from "../tool/listed-schema.ts";
import { toListedSchema } from "../tool/listed-schema.ts";
import { describeTool } from "../tool/relations.ts";
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
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly input_schema: ListedSchema;
}

/** One search result without its schema, and without the category and tags of its CLI, which the summary shows. */
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

/** Returns the result with the names of the required arguments in place of the schema. */
export function toBriefEntry(tool: Tool): BriefEntry {
  const { name, cli } = tool;
  return {
    tool_name: name,
    description: describeTool(tool),
    cli_name: cli.name,
    required_args: toListedSchema(tool).required ?? [],
    ...declaredRisk(tool),
  };
}

function declaredRisk({ risk }: Tool): Pick<ResultFields, "risk"> {
  return risk === undefined ? {} : { risk };
}
