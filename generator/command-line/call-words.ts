/** Parses the words of `explain` and `call`: the inputs, the tool, and the arguments of the call, which are optional. */
import { messageOf } from "@climax-gen/runtime/internal/text/message-of";
import type { ExplainInputs } from "../commands/explain.ts";

/** The call, or a usage error. */
export type CallWords =
  | (ExplainInputs & { readonly kind: "call" })
  | { readonly kind: "refused"; readonly problem: string; readonly help: string };

const JSON_HELP = 'write a JSON object, such as \'{"argument": "value"}\'';

/** Parses `<inputs…> TOOL ['{json}']`. */
export function readCallWords(words: readonly string[]): CallWords {
  const last = words.at(-1)?.trimStart() ?? "";
  if (/^(?:\[|"|\w+=)/.test(last)) return { kind: "refused", problem: "the arguments are not a JSON object", help: JSON_HELP };
  const hasJson = last.startsWith("{");
  const names = hasJson ? words.slice(0, -1) : words;
  const tool = names.at(-1);
  const inputs = names.slice(0, -1);
  if (tool === undefined || inputs.length === 0)
    return {
      kind: "refused",
      problem: "the inputs or the tool are missing",
      help: "name the inputs, then the tool, then its arguments as JSON",
    };
  const given = hasJson ? parseObject(words.at(-1) ?? "") : {};
  if (typeof given === "string") return { kind: "refused", problem: `the arguments are not valid JSON (${given})`, help: JSON_HELP };
  return { kind: "call", inputs, tool, given };
}

/** Parses a JSON object. Returns the error message of the JSON parser if the text is not valid JSON. */
function parseObject(text: string): Readonly<Record<string, unknown>> | string {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // JSON.parse throws on a user's error. Its message contains the location.
    return messageOf(error);
  }
}
