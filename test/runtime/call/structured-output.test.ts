/** Tests replies of tools whose output is JSON. */
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { OutputSpec } from "../../../runtime/tool/tool-spec.ts";
import { toListing } from "../../../runtime/tool/tool-listing.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const spool = createSpool();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter(), spool };
afterAll(async () => {
  await runner.terminateAll();
  spool.close();
});

const print = (text: string): string => `printf %s ${Buffer.from(text).toString("base64")} | base64 -d`;

async function replyTo(script: string, output: OutputSpec, more: Partial<FlatTool> = {}): Promise<ToolReply> {
  return await replyOf(toShellTool(script, { output, ...more }), {}, context);
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

const NOTES = { type: "array", items: { type: "string" }, description: expect.any(String) as string };

const ANY = { type: "array", items: { type: "string" } };

describe("a tool with JSON output", () => {
  it.each<[string, string, OutputSpec, Partial<ToolReply>]>([
    ["returns an object unchanged", '{ "a": [1] }\n', { format: "json" }, { text: '{"a":[1]}', structured: { a: [1] }, isError: false }],
    ["returns another value as `result`", "[1, 2]", { format: "json" }, { text: '{"result":[1,2]}', structured: { result: [1, 2] } }],
    ["returns null as `result`", "null", { format: "json" }, { text: '{"result":null}', structured: { result: null } }],
    ["selects from null", "null", { format: "json", select: "a" }, { text: '{"result":null}', structured: { result: null } }],
    [
      "keeps all digits of integers, as text if they exceed the numbers of JavaScript",
      '{"id":12345678901234567890,"n":9007199254740991,"m":-9007199254740993,"s":"1 \\"12345678901234567890","x":1.5e300}',
      { format: "json" },
      { structured: { id: "12345678901234567890", n: 9007199254740991, m: "-9007199254740993", s: '1 "12345678901234567890', x: 1.5e300 } },
    ],
    [
      "keeps the digits of a line",
      '{"id":12345678901234567890}',
      { format: "jsonl" },
      { structured: { result: [{ id: "12345678901234567890" }] } },
    ],
    [
      "keeps numbers beyond the range of JavaScript as text",
      `{"a":1e999,"b":-1E+400,"c":${"9".repeat(400)}.5,"d":1e300}`,
      { format: "json" },
      { structured: { a: "1e999", b: "-1E+400", c: `${"9".repeat(400)}.5`, d: 1e300 } },
    ],
    [
      "replaces half of a surrogate pair, which some clients cannot parse",
      String.raw`{"\udc00":"a\uD83Db","pair":"\uD83D\uDE00","text":"\\ud800","both":"\ud800\ud83d\ude00"}`,
      { format: "json" },
      { structured: { "\ufffd": "a\ufffdb", pair: "😀", text: "\\ud800", both: "\ufffd😀" } },
    ],
    ["reads 100 levels", nested(100), { format: "json" }, { text: `{"result":${nested(100)}}` }],
    ["selects from more levels", `{"a":1,"b":${nested(100)}}`, { format: "json", select: "a" }, { structured: { result: 1 } }],
    ["ignores colors", '\x1b[1;39m{\x1b[0m"a":\x1b[32m"b"\x1b[0m}\n', { format: "json" }, { text: '{"a":"b"}', structured: { a: "b" } }],
    ["ignores colors in lines", "\x1b[32m1\x1b[0m\n\x1b[32m2\x1b[0m\n", { format: "jsonl" }, { structured: { result: [1, 2] } }],
    ["ignores a byte order mark", "\ufeff1", { format: "json" }, { structured: { result: 1 } }],
    [
      "reads lines",
      '{"a":1}\n\n{"a":2}\n',
      { format: "jsonl" },
      { text: '{"result":[{"a":1},{"a":2}]}', structured: { result: [{ a: 1 }, { a: 2 }] } },
    ],
    ["reads no lines", "", { format: "jsonl" }, { structured: { result: [] } }],
    [
      "reads values of several lines, with and without whitespace between them",
      '{\n  "a": 1\n}\n{"a":2}[3] "}" null\t5 6',
      { format: "json-stream" },
      { structured: { result: [{ a: 1 }, { a: 2 }, [3], "}", null, 5, 6] } },
    ],
    ["reads a stream of one value", "1\n", { format: "json-stream" }, { structured: { result: [1] } }],
    ["reads a stream of no values", " \n", { format: "json-stream" }, { structured: { result: [] } }],
    ["ignores colors in a stream", "\x1b[1m{\x1b[0m}\n\x1b[32m2\x1b[0m", { format: "json-stream" }, { structured: { result: [{}, 2] } }],
    ["reads a stream with record separators", '\x1e{"a":1}\n\x1e2\n', { format: "json-stream" }, { structured: { result: [{ a: 1 }, 2] } }],
    [
      "keeps the digits of a stream",
      '{"id":12345678901234567890}1',
      { format: "json-stream", select: "[0].id" },
      { structured: { result: "12345678901234567890" } },
    ],
    [
      "takes the last value among other text",
      '> npm audit\n\n{\n  "a": {"b":12345678901234567890}\n}\ndone\n',
      { format: "json", from: "last_value", select: "a" },
      {
        text: '{"b":"12345678901234567890"}',
        structured: { b: "12345678901234567890" },
        notes: ["[text around the JSON]\n> npm audit\ndone"],
        isError: false,
      },
    ],
    [
      "takes the whole output if it is JSON",
      "[1]\n",
      { format: "json", from: "last_value" },
      { text: '{"result":[1]}', structured: { result: [1] } },
    ],
    [
      "takes the last value of colored output",
      '\x1b[1mstart\x1b[0m\n\x1b[1m{\x1b[0m"a":1}\n',
      { format: "json", from: "last_value" },
      { text: '{"a":1}', notes: ["[text around the JSON]\nstart"] },
    ],
    [
      "selects",
      '{"items":[{"n":"a"},{"n":"b"}]}',
      { format: "json", select: "items[].n", schema: ANY },
      { structured: { result: ["a", "b"] } },
    ],
    ["selects from all lines", '{"n":"a"}\n{"n":"b"}', { format: "jsonl", select: "[].n" }, { structured: { result: ["a", "b"] } }],
  ])("%s", async (_title, text, output, want) => {
    expect(await replyTo(print(text), output)).toMatchObject(want);
  });

  it.each<[string, string, OutputSpec, string, boolean]>([
    ["text that is not JSON", "oops", { format: "json" }, "[The output is not JSON: Unexpected token 'o'; it is returned as text]", false],
    [
      "more than 100 levels",
      nested(101),
      { format: "json" },
      "[The output has more than 100 levels of lists and objects; it is returned",
      false,
    ],
    ["far more levels, with a schema", nested(10_000), { format: "json", schema: ANY }, "[The output has more than 100 levels", true],
    ["a line that is not JSON", "1\n{", { format: "jsonl" }, "[The output is not JSON in line 2: ", false],
    [
      "text without a value",
      "oops\n",
      { format: "json", from: "last_value" },
      "[The output is not JSON: Unexpected token 'o'; it is",
      false,
    ],
    [
      "nothing, not even text",
      "",
      { format: "json", from: "last_value" },
      "[The output is empty, not JSON; it is returned as text]",
      false,
    ],
    [
      "text that ends inside a value",
      'start\n{"log":1}\n{\n  "a": 1',
      { format: "json", from: "last_value", schema: { type: "object" } },
      "[The output ends inside a JSON value; report this to the author of the tool]",
      true,
    ],
    [
      "a value of a stream that is not JSON",
      '{"ä":1}\n{"a":1}x',
      { format: "json-stream" },
      "[The output is not JSON in value 3, which starts at byte 16: Unexpected token 'x'; it is returned as text]",
      false,
    ],
    [
      "a value of a stream with an invalid number",
      "1 01",
      { format: "json-stream" },
      "[The output is not JSON in value 2, which starts at byte 2: ",
      false,
    ],
    [
      "a stream that ends inside a value, with a schema",
      '{"a":1}{"a"',
      { format: "json-stream", schema: ANY },
      "[The output is not JSON in value 2, which starts at byte 7: ",
      true,
    ],
    ["nothing", "", { format: "json" }, "[The output is empty, not JSON; it is returned as text]", false],
    [
      "empty output, with a schema",
      "",
      { format: "json", schema: ANY },
      "[The output is empty, not JSON; report this to the author of the tool]",
      true,
    ],
    [
      "a selection that finds nothing",
      '{"a":1}',
      { format: "json", select: "items[].n" },
      "[The output does not match the tool's `select`; it is returned as text]",
      false,
    ],
    [
      "a selection that fails",
      "{}",
      { format: "json", select: "length(a)" },
      "[The output does not fit the tool's `select`: Invalid type: length() expected argument 1 to be type (string | array | object) " +
        "but received type null instead; it is returned as text]",
      false,
    ],
    [
      "another value",
      "[1]",
      { format: "json", schema: ANY },
      "[The output does not match the tool's schema: Property '[0]' must be a string",
      true,
    ],
    [
      "a value that exceeds a reply",
      JSON.stringify("x".repeat(40_000)),
      { format: "json" },
      "[The output has 40.0 kB as JSON, more than the 19.0 kB of a reply; it is returned as text]",
      false,
    ],
    [
      "a value that exceeds a reply, with a schema",
      `["${"x".repeat(40_000)}"]`,
      { format: "json", schema: ANY },
      "[The output has 40.0 kB as JSON, more than the 19.0 kB of a reply; narrow the call]",
      true,
    ],
  ])("returns text and a note for %s", async (_title, text, output, note, isError) => {
    const reply = await replyTo(print(text), output);
    expect(reply.notes?.[0]?.slice(0, note.length)).toBe(note);
    expect([reply.structured, reply.isError]).toEqual([undefined, isError]);
  });

  it.each<[string, OutputSpec, string, boolean]>([
    ["as text", { format: "json" }, "it is returned as text; to get JSON, narrow the call", false],
    ["as an error, with a schema", { format: "json", schema: ANY }, "narrow the call", true],
  ])("says what to do about JSON that is too large to be read: %s", async (_title, output, remedy, isError) => {
    const plain = plainExecution(env);
    const execution = { ...plain, limits: { ...plain.limits, max_output_bytes: 1000 } };
    const reply = await replyOf(toShellTool(print(`[${"1,".repeat(1000)}1]`), { output }), {}, { ...context, execution });
    const problem = "The output has 2.0 kB, more than `limits.max_output_bytes` of the policy allows for JSON";
    expect([reply.notes, reply.isError]).toEqual([[`[${problem}; ${remedy}]`], isError]);
  });

  it.each<[string, string, OutputSpec]>([
    ["the value", `[${"1 ,".repeat(5000)}1]`, { format: "json" }],
    ["the selection", `{"n":[${"1 ,".repeat(5000)}1],"more":[1]}`, { format: "json", select: "n" }],
  ])("returns %s only as text if it does not fit twice, and keeps it", async (_title, text, output) => {
    const reply = await replyTo(`${print(text)}; echo warn >&2`, output);
    const [note, ...rest] = reply.text.split("\n\n");
    expect(note).toMatch(/^\[10\.0 kB in 1 line, complete below\. If your client cuts it, call climax_call with \{.*"from_line":1\}\}\]$/);
    expect({ ...reply, text: rest }).toEqual({ text: [`{"result":[${"1,".repeat(5000)}1]}`, "[stderr]\nwarn"], isError: false });
  });

  it("returns structured content of a tool with a schema if it fits as text", async () => {
    const output: OutputSpec = { format: "json", schema: { type: "array" } };
    const reply = await replyTo(`${print(`[${"1 ,".repeat(5000)}1]`)}; echo warn >&2`, output);
    expect(reply).toMatchObject({ structured: { result: Array(5001).fill(1) }, notes: ["[stderr]\nwarn"], isError: false });
  });

  it("returns JSON that fits only once beside other text, and both of JSON that does not fit", async () => {
    const output: OutputSpec = { format: "json", from: "last_value" };
    const fitting = await replyTo(`echo start; ${print(`[${"1 ,".repeat(5000)}1]`)}`, output);
    expect(fitting).toMatchObject({ text: `{"result":[${"1,".repeat(5000)}1]}`, notes: ["[text around the JSON]\nstart"], isError: false });
    const cut = await replyTo(`echo start; ${print(`[${"1 ,".repeat(20_000)}1]`)}`, output);
    expect(cut.text).toMatch(/^\[… missing: [^]*\n1,\n1\n\]\n\n\[text around the JSON\]\nstart\n\n\[… missing: /);
  });

  it("masks secrets in the text around a value", async () => {
    const args = [{ name: "s", type: "string", env: "S", secret: true } as const];
    const tool = toShellTool('echo "for $S"; echo "{\\"a\\":\\"$S\\"}"', { output: { format: "json", from: "last_value" }, args });
    const reply = await replyOf(tool, { s: "correct horse" }, context);
    expect(reply).toMatchObject({ text: '{"a":"***"}', notes: ["[text around the JSON]\nfor ***"] });
  });

  it.each<[string, OutputSpec, RegExp]>([
    [
      "one item per line",
      { format: "jsonl", select: "[].{n: n}" },
      /^\[… missing: .*\]\n\n\[\n\{"n":1\},\n\{"n":2\},\n[^]*\n\{"n":20000\}\n\]\n\n\[… missing: lines \d+ to \d+ of 20002 .*"output_read".*\]$/,
    ],
    [
      "one property per line",
      { format: "jsonl", select: "{all: [].n}" },
      /^\[… missing: .*\]\n\n\{\n "all": \[\n {2}1,\n {2}2,\n[^]*\n \]\n\}\n\n\[… missing: lines /,
    ],
  ])("returns the start and the end of a long selection, with %s", async (_title, output, want) => {
    const reply = await replyTo(`seq 1 20000 | sed 's/.*/{"n": &, "x": "yyyyyyyy"}/'`, output);
    expect(reply.text).toMatch(want);
    expect(reply.text).not.toContain("yyyy");
  });

  it("returns standard error and the exit code as a separate text block", async () => {
    const rules = { success_exit_codes: [0, 1], exit_codes: { 1: "nothing new" } };
    expect(await replyTo("echo warn >&2; echo '{}'; exit 1", { format: "json" }, rules)).toEqual({
      text: "{}",
      structured: {},
      notes: ["[stderr]\nwarn\n\n[exit code: 1]\nnothing new"],
      isError: false,
    });
    expect(await replyTo("echo warn >&2; echo '{}'", { format: "json" }, { stderr: "on_failure" })).toEqual({
      text: "{}",
      structured: {},
      isError: false,
    });
  });

  it("returns the output of a failure as text", async () => {
    expect(await replyTo("echo '{}'; exit 3", { format: "json", schema: { type: "object" } })).toEqual({
      text: "{}\n\n[exit code: 3]",
      isError: true,
    });
  });

  it("masks secrets in values", async () => {
    const args = [{ name: "token", type: "string", secret: true, positional: true } as const];
    const tool = toShellTool(`printf '{"token": "a %s"}' "$0"`, { args, output: { format: "json" } });
    expect((await replyOf(tool, { token: "hunter2222" }, context)).structured).toEqual({ token: "a ***" });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ["a value", '{"token": "%s"}', { properties: { token: { pattern: "^h" } } }, "Property 'token' must match the pattern '^h'"],
    ["a name", '{"%s": 1}', { additionalProperties: false }, "Unknown property '***'"],
  ])("compares %s with its schema after masking", async (_title, format, keywords, problem) => {
    const args = [{ name: "token", type: "string", secret: true, positional: true } as const];
    const schema = { type: "object", ...keywords };
    const tool = toShellTool(`printf '${format}' "$0"`, { args, output: { format: "json", schema } });
    const reply = await replyOf(tool, { token: "hunter2222" }, context);
    expect(reply).toMatchObject({
      isError: true,
      notes: [`[The output does not match the tool's schema: ${problem}; report this to the author of the tool]`],
    });
    expect(reply).not.toHaveProperty("structured");
  });

  it("lists its schema as that of an object", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "array",
      items: { $ref: "#/$defs/n" },
      $defs: { n: { type: "number" } },
    };
    expect(toListing(toShellTool("", { output: { format: "json", schema } })).outputSchema).toEqual({
      $schema: schema.$schema,
      type: "object",
      properties: { result: { type: "array", items: { $ref: "#/properties/result/$defs/n" }, $defs: schema.$defs }, _notes: NOTES },
      required: ["result"],
    });
    const closed = { type: "object", properties: { a: {} }, additionalProperties: false };
    expect(toListing(toShellTool("", { output: { format: "json", schema: closed } })).outputSchema).toEqual({
      ...closed,
      properties: { a: {}, _notes: NOTES },
    });
    expect(toListing(toShellTool("", { output: { format: "json" } }))).not.toHaveProperty("outputSchema");
  });
});
