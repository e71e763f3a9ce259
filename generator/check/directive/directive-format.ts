/** How messages speak of a Directive definition. */
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlValue } from "../../load/values.ts";
import { argSchema, configSchema, toolSchema } from "../keys/config-schema.ts";
import { directiveSchema, directiveToolSchema } from "../keys/directive-schema.ts";
import type { Format } from "../reporting/format.ts";
import { readPath } from "../reporting/report.ts";

/** `the definition`, `the tool "directive/file.get"`; a tool without a name is counted. */
function describeOwner(root: YamlValue, [list, index]: YamlPath): string {
  if (list === undefined || typeof index !== "number") return "the definition";
  const name = readPath(root, ["tools", index, "name"]);
  return typeof name === "string" ? `the tool ${quote(name)}` : `tool number ${index + 1}`;
}

const definitionKeys: ReadonlySet<string> = new Set(Object.keys(directiveSchema.shape));
const toolKeys: ReadonlySet<string> = new Set(Object.keys(directiveToolSchema.shape));
const configKeys: ReadonlySet<string> = new Set([configSchema, toolSchema, argSchema].flatMap(({ shape }) => Object.keys(shape)));

function findPlaceOf(key: string): string | undefined {
  if (definitionKeys.has(key)) return "move it to the top level of the file";
  if (toolKeys.has(key)) return "move it to a tool";
  return configKeys.has(key) ? "move it to a config of commands (`kind: cli`)" : undefined;
}

const additions: ReadonlyMap<string, string> = new Map([
  [
    "tools",
    "a list, for example `tools: [{ name: list, description: List the files, inputSchema: { type: object }, handler: files.list }]`",
  ],
  ["description", "a description, by which models choose the tool"],
  ["inputSchema", "an input schema: `{ type: object }` if the tool takes no arguments"],
  ["handler", "a handler: `files.list`, `file.get` or `{ bundle: template.md }`"],
]);

/** What people write who come from CLI configs, MCP, OpenAPI or function calling, and our words for it. */
const foreignKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["input_schema", ["inputSchema"]],
  ["inputs", ["inputSchema"]],
  ["parameters", ["inputSchema"]],
  ["params", ["inputSchema"]],
  ["schema", ["inputSchema"]],
  ["args", ["inputSchema"]],
  ["arguments", ["inputSchema"]],
  ["desc", ["description"]],
  ["summary", ["description"]],
  ["label", ["title"]],
  ["folder", ["root"]],
  ["directory", ["root"]],
  ["path", ["root"]],
  ["working_dir", ["root"]],
  ["command", ["handler"]],
  ["run", ["handler"]],
  ["bundle", ["handler"]],
  ["template", ["handler"]],
  ["rpc", ["method"]],
  ["id", ["name"]],
]);

export const directiveFormat: Format = {
  describeOwner,
  foreignKeys,
  additions,
  findPlaceOf,
  findMeant: () => [],
  reportRange: (path) => {
    throw new Error(`the schema of a definition has no range for ${path.join(".")}`);
  },
  reportType: () => false,
};
