/** Sends structured content only if it says everything, because some clients show the model nothing else. */
import type { ToolReply } from "../call/reply.ts";
import { findSchemaProblems } from "../json-schema/validate.ts";
import type { OutputSchema } from "../tool/output-schema.ts";
import { NOTES_KEY } from "../tool/output-schema.ts";

/**
 * Returns a reply with structured content and further texts in a form that loses no text:
 * - Without an output schema in `tools/list`, the reply has only its texts.
 * - With an output schema, which requires structured content, the texts are also the key `_notes`, after those that the program wrote there.
 *   If the schema does not allow that key, or the program uses it for another value, the reply is an error, which needs no structured content.
 * @param schema the output schema that the client knows; undefined for a call through `climax_call`
 */
export async function completeStructured(reply: ToolReply, schema: OutputSchema | undefined): Promise<ToolReply> {
  const { structured, notes = [], hint, ...textOnly } = reply;
  const further = [...notes, ...(hint === undefined ? [] : [hint])];
  if (structured === undefined || further.length === 0) return reply;
  const texts = { ...textOnly, ...(notes.length > 0 && { notes }), ...(hint !== undefined && { hint }) };
  if (schema === undefined) return { ...texts, isJson: true };
  const { [NOTES_KEY]: own = [] }: { readonly [NOTES_KEY]?: unknown } = structured;
  const noted = { ...structured, [NOTES_KEY]: [own, further].flat() };
  const isMisfit = !Array.isArray(own) || (await findSchemaProblems(schema, noted, "property")).length > 0;
  return isMisfit ? { ...texts, isError: true, notes: [...notes, MISFIT] } : { ...reply, structured: noted };
}

const MISFIT = `[The call succeeded, but its output or the output schema of the tool does not allow the key \`${NOTES_KEY}\` for the other texts of this reply]`;
