/** The one source of a Directive definition's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

/** The words for a handler that takes nothing. */
export const plainHandlers = ["files.list", "file.get"] as const;

/** A word, or a mapping with the name of a template; `check/directive/directive-rules.ts` decides. */
const handler = z.unknown().meta({
  anyOf: [
    { enum: plainHandlers },
    { type: "object", properties: { bundle: { type: "string" } }, required: ["bundle"], additionalProperties: false },
  ],
});

/** Any JSON Schema of an object; `check/directive/schema-rules.ts` looks inside. */
const inputSchema = z.record(z.string(), z.unknown()).meta({ required: ["type"] });

export const directiveToolSchema = z
  .object({
    name: withFacts(
      z.string().describe("The tool's name, unique in the server; `directive/…` names stay as they are, although some hosts refuse them"),
      { aliases: ["id"] },
    ),
    title: withFacts(z.string().optional().describe("A name for people"), { aliases: ["label"] }),
    description: withFacts(z.string().describe("What the tool does; models choose by it"), {
      aliases: ["desc", "summary"],
      whenMissing: "a description, by which models choose the tool",
    }),
    inputSchema: withFacts(inputSchema.describe("The JSON Schema of the arguments: draft 2020-12, or draft-07 where `$schema` says so"), {
      aliases: ["input_schema", "inputs", "parameters", "params", "schema", "args", "arguments"],
      whenMissing: "an input schema: `{ type: object }` if the tool takes no arguments",
    }),
    handler: withFacts(
      handler.describe("What answers: `files.list`, `file.get`, or `{ bundle: FILE }` for a template with what belongs to it"),
      {
        aliases: ["command", "run", "bundle", "template"],
        whenMissing: "a handler: `files.list`, `file.get` or `{ bundle: template.md }`",
      },
    ),
    method: withFacts(z.string().optional().describe("A JSON-RPC method that answers as the tool does, for clients that know no tools"), {
      aliases: ["rpc"],
    }),
  })
  .meta({ title: "Directive tool", description: "A tool that is answered by reading files" })
  .register(mappingFacts, { place: "a tool" });

export const directiveSchema = z
  .object({
    kind: z.literal("directive").describe("The kind of document"),
    name: withFacts(z.string().default("directive").describe("The name of the group of tools"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("What the tools are for"), { aliases: ["desc", "summary"] }),
    root: withFacts(z.string().default("directive").describe("The folder that is read, below the server's working directory or `--root`"), {
      aliases: ["folder", "directory", "path", "working_dir"],
    }),
    tools: withFacts(z.array(directiveToolSchema).describe("The tools of the definition"), {
      whenMissing:
        "a list, for example `tools: [{ name: list, description: List the files, inputSchema: { type: object }, handler: files.list }]`",
    }),
  })
  .meta({ title: "Directive definition", description: "Tools that are described by a JSON Schema and answered by reading files" })
  .register(mappingFacts, { place: "the top level of the file" });

/** The definition without a look inside its tools. */
export const directiveHeadSchema = directiveSchema.extend({
  tools: withFactsOf(directiveSchema.shape.tools, z.array(z.unknown())),
});

export type ParsedDirectiveTool = z.infer<typeof directiveToolSchema>;
export type ParsedDirectiveHead = z.infer<typeof directiveHeadSchema>;
