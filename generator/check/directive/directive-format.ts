/** Names the parts of a Directive definition in messages. */
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlValue } from "../../load/values.ts";
import { argSchema } from "../keys/arg-schema.ts";
import { configSchema, toolSchema } from "../keys/config-schema.ts";
import { directiveSchema, directiveToolSchema } from "../keys/directive-schema.ts";
import { describeMove, fieldsOf } from "../keys/key-facts.ts";
import type { Format } from "../reporting/format.ts";
import { readPath } from "../reporting/report.ts";

/** Returns `the definition` or `the tool "directive/file.get"`. A tool without a name is numbered from 1. */
function describeOwner(root: YamlValue, [list, index, key]: YamlPath): string {
  if (list === undefined || typeof index !== "number") return "the definition";
  const name = readPath(root, ["tools", index, "name"]);
  const tool = typeof name === "string" ? `the tool ${quote(name)}` : `tool number ${index + 1}`;
  return key === undefined ? tool : `\`${key}\` of ${tool}`;
}

const mappings = [directiveSchema, directiveToolSchema];
const mappingsOfConfigs = [configSchema, toolSchema, argSchema];

function suggestMove(key: string): string | undefined {
  const isOfConfigs = mappingsOfConfigs.some((mapping) => fieldsOf(mapping).has(key));
  return describeMove(key, mappings) ?? (isOfConfigs ? "move it to a config of commands (`kind: cli`)" : undefined);
}

/** The words and suggestions of messages about Directive definitions. */
export const directiveFormat: Format = { describeOwner, suggestMove };
