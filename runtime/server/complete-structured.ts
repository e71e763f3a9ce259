/** Sends structured content only if it says everything, because some clients show the model nothing else. */
import type { ToolReply } from "../call/reply.ts";
import { findSchemaProblems } from "../json-schema/validate.ts";
import type { OutputSchema } from "../tool/output-schema.ts";
import { LOST_KEY, NOTES_KEY } from "../tool/output-schema.ts";

/**
 * Returns a reply with structured content in a form that loses nothing. With further texts:
 * - Without an output schema in `tools/list`, the reply has only its texts.
 * - With an output schema, which requires structured content, the texts are also the key `_notes`, after those that the program wrote there.
 *   If the schema does not allow that key, or the program uses it for another value, the reply is an error, which needs no structured content.
 * The key `__proto__` of the output cannot be sent either: such a reply has only its texts, or is an error.
 * @param schema the output schema that the client knows; undefined for a call through `climax_call`
 */
export async function completeStructured(reply: ToolReply, schema: OutputSchema | undefined): Promise<ToolReply> {
  const { structured, notes = [], hint, ...textOnly } = reply;
  const further = [...notes, ...(hint === undefined ? [] : [hint])];
  const losesKey = structured !== undefined && Object.hasOwn(structured, LOST_KEY);
  if (structured === undefined || (further.length === 0 && !losesKey)) return reply;
  const texts = { ...textOnly, ...(notes.length > 0 && { notes }), ...(hint !== undefined && { hint }) };
  if (schema === undefined) return { ...texts, isJson: true };
  if (losesKey) return { ...texts, isError: true, notes: [...notes, LOST] };
  const { [NOTES_KEY]: own = [] }: { readonly [NOTES_KEY]?: unknown } = structured;
  const noted = { ...structured, [NOTES_KEY]: [own, further].flat() };
  const isMisfit = !Array.isArray(own) || (await findSchemaProblems(schema, noted, "property")).length > 0;
  return isMisfit ? { ...texts, isError: true, notes: [...notes, MISFIT] } : { ...reply, structured: noted };
}

const LOST = `[The call succeeded, but structured content cannot have the key \`${LOST_KEY}\` of this output]`;

const MISFIT = `[The call succeeded, but its output or the output schema of the tool does not allow the key \`${NOTES_KEY}\` for the other texts of this reply]`;
