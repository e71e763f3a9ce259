/** Defines the keys of a tool about its result: exit codes, standard error, and the form of the output. */
import * as z from "zod";
import { DEFAULT_REPLY_BYTES } from "@climax-gen/runtime/compiler";
import { formatLimit } from "../../describe/format-limit.ts";

/** Minimum size of a reply, in bytes. A smaller one has no room for the lines about the missing part. */
export const minReplyBytes = 2048;

/** Maximum size of a reply by default: `19,000 bytes`. */
export const defaultReply = formatLimit("max_reply_bytes", DEFAULT_REPLY_BYTES);

/** Values of `stderr`. */
export const stderrModes = ["always", "on_failure"] as const;

/** Parses exit codes that are written as text. Returns undefined if one is not an integer. */
export function toExitCodes(parts: readonly string[]): readonly number[] | undefined {
  const codes = parts.flatMap((part) => part.split(/\s+/)).map(Number);
  return codes.every((code) => Number.isInteger(code)) ? codes : undefined;
}

const outputFormat = {
  description: "`json`, `jsonl`, `raw` (text without cleaning), `text` (the default), or a media type such as `image/png`",
  anyOf: [{ enum: ["text", "raw", "json", "jsonl"] }, { type: "string", pattern: "^[a-z]+/[\\w.+-]+$" }],
};

/** `output`: a form, or a mapping. `check/cli/output-rules.ts` checks it. */
export const output = z.union([z.string(), z.record(z.string(), z.unknown())]).meta({
  anyOf: [
    outputFormat,
    {
      type: "object",
      properties: {
        format: outputFormat,
        schema: { type: "object", description: "The JSON Schema of the result; for JSON" },
        select: { type: "string", description: "A JMESPath expression that selects the result; for JSON" },
        max_bytes: { type: "integer", minimum: minReplyBytes, description: `Bytes of the reply as JSON; by default ${defaultReply}` },
        file: { type: "string", description: "The argument, such as `{out}`, that names the file that the program writes" },
      },
      patternProperties: { "^x-": {} },
      additionalProperties: false,
    },
  ],
});

/** A meaning in `exit_codes`. `check/cli/exit-code-rules.ts` checks it. */
export const exitMeaning = z.unknown().meta({
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { error: { type: "string" } },
      required: ["error"],
      patternProperties: { "^x-": {} },
      additionalProperties: false,
    },
  ],
});
