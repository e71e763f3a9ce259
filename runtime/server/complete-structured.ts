/** Sends structured content only if it says everything, because some clients show the model nothing else. */
import type { ToolReply } from "../call/reply.ts";
import { findSchemaProblems } from "../json-schema/validate.ts";
import type { OutputSchema } from "../tool/output-schema.ts";
import { NOTES_KEY } from "../tool/output-schema.ts";

/**
 * Returns a reply with structured content and further texts in a form that loses no text:
 * - Without an output schema in `tools/list`, the reply has only its texts.
 * - With an output schema, which requires structured content, the texts are also the key `_notes`. If the schema does not allow that key,
 *   the reply is an error, which needs no structured content.
 * @param schema the output schema that the client knows; undefined for a call through `climax_call`
 */
export async function completeStructured(reply: ToolReply, schema: OutputSchema | undefined): Promise<ToolReply> {
  const { structured, notes = [], hint, ...textOnly } = reply;
  const further = [...notes, ...(hint === undefined ? [] : [hint])];
  if (structured === undefined || further.length === 0) return reply;
  const texts = { ...textOnly, ...(notes.length > 0 && { notes }), ...(hint !== undefined && { hint }) };
  if (schema === undefined) return { ...texts, isJson: true };
  const noted = { ...structured, [NOTES_KEY]: further };
  const problems = await findSchemaProblems(schema, noted, "property");
  return problems.length === 0 ? { ...reply, structured: noted } : { ...texts, isError: true, notes: [...notes, MISFIT] };
}

const MISFIT = `[The call succeeded, but the output schema of the tool does not allow the key \`${NOTES_KEY}\` for the other texts of this reply]`;
