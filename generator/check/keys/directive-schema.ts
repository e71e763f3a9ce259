/** The one source of a Directive definition's keys, their types, defaults and descriptions: for checking and for the JSON Schema. */
import * as z from "zod";

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
    name: z
      .string()
      .describe("The tool's name, unique in the server; `directive/…` names stay as they are, although some hosts refuse them"),
    title: z.string().optional().describe("A name for people"),
    description: z.string().describe("What the tool does; models choose by it"),
    inputSchema: inputSchema.describe("The JSON Schema of the arguments: draft 2020-12, or draft-07 where `$schema` says so"),
    handler: handler.describe("What answers: `files.list`, `file.get`, or `{ bundle: FILE }` for a template with what belongs to it"),
    method: z.string().optional().describe("A JSON-RPC method that answers as the tool does, for clients that know no tools"),
  })
  .meta({ title: "Directive tool", description: "A tool that is answered by reading files" });

export const directiveSchema = z
  .object({
    kind: z.literal("directive").describe("The kind of document"),
    name: z.string().default("directive").describe("The name of the group of tools"),
    description: z.string().default("").describe("What the tools are for"),
    root: z.string().default("directive").describe("The folder that is read, below the server's working directory or `--root`"),
    tools: z.array(directiveToolSchema).describe("The tools of the definition"),
  })
  .meta({ title: "Directive definition", description: "Tools that are described by a JSON Schema and answered by reading files" });

/** The definition without a look inside its tools. */
export const directiveHeadSchema = directiveSchema.extend({ tools: z.array(z.unknown()) });

export type ParsedDirectiveTool = z.infer<typeof directiveToolSchema>;
export type ParsedDirectiveHead = z.infer<typeof directiveHeadSchema>;
