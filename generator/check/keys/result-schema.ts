/** Defines the keys of a tool about its result: exit codes, standard error, and the form of the output. */
import * as z from "zod";
import { OUTPUT_KINDS } from "@climax-gen/runtime/internal/tool/output-kind";
import { DEFAULT_REPLY_BYTES } from "@climax-gen/runtime/internal/output/encoded-size";
import { mappingFacts, withFacts } from "./key-facts.ts";
import { formatLimit } from "../../describe/format-limit.ts";

/** Minimum size of a reply, in bytes. A smaller one has no room for the lines about the missing part. */
export const minReplyBytes = 2048;

/** Maximum size of a reply by default: `19,000 bytes`. */
export const defaultReply = formatLimit("max_reply_bytes", DEFAULT_REPLY_BYTES);

/** Values of `stderr`. */
const stderrModes = ["always", "on_failure", "on_success", "never"] as const;

/** Parses exit codes that are written as text. Returns undefined if one is not an integer. */
function toExitCodes(parts: readonly string[]): readonly number[] | undefined {
  const codes = parts.flatMap((part) => part.split(/\s+/)).map(Number);
  return codes.every((code) => Number.isInteger(code)) ? codes : undefined;
}

const outputFormat = {
  description:
    "`json`, `jsonl` (one value per line), `json-stream` (several values), `raw` (text without cleaning), `text` (the default), or a media type such as `image/png`",
  anyOf: [{ enum: Object.keys(OUTPUT_KINDS) }, { type: "string", pattern: "^[a-z]+/[\\w.+-]+$" }],
};

/** Values of `output.from`. */
export const outputSources = ["last_value"] as const;

const size = `Bytes of the reply as JSON; by default ${defaultReply}`;

/** The keys of `output` as a mapping. `check/cli/result-rules.ts` checks their values. */
export const outputSchema = z
  .object({
    format: withFacts(z.unknown().meta(outputFormat), { aliases: ["type", "mime_type", "mimeType"] }),
    from: z
      .unknown()
      .meta({ enum: [...outputSources], description: "`last_value` if the program prints text before or after the JSON; for `json`" }),
    schema: z.unknown().meta({ type: "object", description: "The JSON Schema of the result; for JSON" }),
    select: withFacts(z.unknown().meta({ type: "string", description: "A JMESPath expression that selects the result; for JSON" }), {
      aliases: ["jq", "query"],
    }),
    max_bytes: z.unknown().meta({ type: "integer", minimum: minReplyBytes, description: size }),
    file: withFacts(
      z.unknown().meta({ type: "string", description: "The argument, such as `{out}`, that names the file that the program writes" }),
      { aliases: ["path"] },
    ),
  })
  .register(mappingFacts, { place: "`output` of a tool" });

const extensible = { patternProperties: { "^x-": {} }, additionalProperties: false };

/** Returns the JSON Schemas of the fields of a mapping. */
function propertiesOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, (field as z.ZodType).meta()]));
}

/** `output`: a form, or a mapping. */
const outputForm = z.union([z.string(), z.record(z.string(), z.unknown())]).meta({
  anyOf: [outputFormat, { type: "object", properties: propertiesOf(outputSchema), ...extensible }],
});

/** The patterns of `error_if`. `check/cli/exit-code-rules.ts` checks their values. */
export const patternsSchema = z
  .object({
    stdout: z.unknown().meta({ type: "string", description: "A pattern that a part of standard output matches" }),
    stderr: z.unknown().meta({ type: "string", description: "A pattern that a part of standard error matches" }),
  })
  .register(mappingFacts, { place: "`error_if` of an exit code" });

/** A meaning of an exit code that depends on the output. `check/cli/exit-code-rules.ts` checks its values. */
export const conditionalSchema = z
  .object({
    error_if: withFacts(
      z.unknown().meta({
        description: "The code is a failure if this JMESPath expression on JSON output is true, or if a pattern matches",
        anyOf: [{ type: "string" }, { type: "object", properties: propertiesOf(patternsSchema), minProperties: 1, ...extensible }],
      }),
      { aliases: ["error_when", "fail_if", "failure_if"] },
    ),
    text: z.unknown().meta({ type: "string", description: "The meaning of a success" }),
    error: z.unknown().meta({ type: "string", description: "The meaning of a failure" }),
  })
  .register(mappingFacts, { place: "a meaning in `exit_codes`" });

/** The meaning of an exit code. `check/cli/exit-code-rules.ts` checks it. */
const exitMeaning = z.unknown().meta({
  anyOf: [
    { type: "string" },
    { type: "object", properties: { error: { type: "string" } }, required: ["error"], ...extensible },
    { type: "object", properties: propertiesOf(conditionalSchema), required: ["error_if"], ...extensible },
  ],
});

/** The keys of a tool. */
export const resultFields = {
  success_exit_codes: withFacts(z.array(z.int().min(0).max(255)).optional().describe("Exit codes that mean success; defaults to only 0"), {
    outOfRange: (report, { found }) => report("exit-code-range", { found }),
    fromText: toExitCodes,
  }),
  exit_codes: z
    .record(z.string(), exitMeaning)
    .optional()
    .describe("What exit codes mean, such as `1: nothing matched`; a text makes the code a success, `{ error: text }` a failure"),
  timeout_is_success: z.boolean().optional().describe("Whether a call that reaches its timeout is a success, as for programs that watch"),
  stderr: z
    .enum(stderrModes)
    .optional()
    .describe("Which replies contain standard error; defaults to `always`. A failure keeps it if it has no other output"),
  reply_prefix: withFacts(
    z
      .string()
      .optional()
      .describe("A line before the standard output of a successful call, such as `Times are UTC`; for output that is text"),
    { aliases: ["prefix", "preamble"] },
  ),
  output: withFacts(outputForm.optional().describe("Form of standard output; defaults to text"), {
    expected: "a form such as `json`, or a mapping",
  }),
};
