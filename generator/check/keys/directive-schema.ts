/**
 * Defines the keys of a Directive definition with their types, defaults and descriptions. The checks and the JSON Schema are derived from
 * it.
 */
import * as z from "zod";
import { mappingFacts, withFacts, withFactsOf } from "./key-facts.ts";

/** Handlers without options. */
export const plainHandlers = ["files.list", "file.get"] as const;

/** The name of a handler, or a mapping with the name of a template. `check/directive/directive-rules.ts` checks it. */
const handler = z.unknown().meta({
  anyOf: [
    { enum: plainHandlers },
    {
      type: "object",
      properties: { bundle: { type: "string" } },
      required: ["bundle"],
      patternProperties: { "^x-": {} },
      additionalProperties: false,
    },
  ],
});

/** `handler` of a tool, as a mapping. */
export const bundleSchema = z.object({ bundle: z.string() }).register(mappingFacts, { place: "`handler`" });

/** Any JSON Schema of an object. `check/json-schema/schema-rules.ts` checks it. */
const inputSchema = z.record(z.string(), z.unknown()).meta({ required: ["type"] });

/** An item of `tools` in a Directive definition. */
export const directiveToolSchema = z
  .object({
    name: withFacts(
      z
        .string()
        .describe("Name of the tool, unique in the server; `directive/…` names are used unchanged, although some hosts reject them"),
      { aliases: ["id"] },
    ),
    title: withFacts(z.string().optional().describe("Display name"), { aliases: ["label"] }),
    description: withFacts(z.string().describe("Purpose of the tool; models choose tools by it"), {
      aliases: ["desc", "summary"],
      whenMissing: "a description, by which models choose the tool",
    }),
    inputSchema: withFacts(inputSchema.describe("JSON Schema of the arguments: draft 2020-12, or draft-07 if `$schema` names it"), {
      aliases: ["input_schema", "inputs", "parameters", "params", "schema", "args", "arguments"],
      whenMissing: "an input schema: `{ type: object }` if the tool takes no arguments",
    }),
    handler: withFacts(
      handler.describe("Handler of calls: `files.list`, `file.get`, or `{ bundle: FILE }` for a template and the files it refers to"),
      {
        aliases: ["command", "run", "bundle", "template"],
        whenMissing: "a handler: `files.list`, `file.get` or `{ bundle: template.md }`",
      },
    ),
    method: withFacts(
      z.string().optional().describe("JSON-RPC method that returns the tool's result, for clients without support for tools"),
      {
        aliases: ["rpc"],
      },
    ),
  })
  .meta({ title: "Directive tool", description: "A tool that reads files" })
  .register(mappingFacts, { place: "a tool" });

/** A Directive definition: a document of `kind: directive`. */
export const directiveSchema = z
  .object({
    kind: withFacts(z.literal("directive").describe("Kind of document"), {
      whenMissing: "`kind: directive`: only the tools of a Directive definition have a `handler`",
    }),
    name: withFacts(z.string().default("directive").describe("Name of the group of tools"), { aliases: ["id"] }),
    description: withFacts(z.string().default("").describe("Purpose of the tools"), { aliases: ["desc", "summary"] }),
    root: withFacts(z.string().default("directive").describe("Directory of the files, below the server's working directory or `--root`"), {
      aliases: ["folder", "directory", "path", "working_dir"],
    }),
    tools: withFacts(z.array(directiveToolSchema).describe("Tools of the definition"), {
      whenMissing:
        "a list, for example `tools: [{ name: list, description: List the files, inputSchema: { type: object }, handler: files.list }]`",
    }),
  })
  .meta({ title: "Directive definition", description: "Tools that read files and take arguments described by a JSON Schema" })
  .register(mappingFacts, { place: "the top level of the file" });

/** The definition with unchecked tools: each tool is parsed separately. */
export const directiveHeadSchema = directiveSchema.extend({
  tools: withFactsOf(directiveSchema.shape.tools, z.array(z.unknown())),
});

export type ParsedDirectiveTool = z.infer<typeof directiveToolSchema>;
export type ParsedDirectiveHead = z.infer<typeof directiveHeadSchema>;
