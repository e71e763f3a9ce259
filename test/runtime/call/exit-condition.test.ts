/** Tests exit codes with `error_if`, whose meaning depends on the output. */
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ExitMeaning, OutputSpec } from "../../../runtime/tool/tool-spec.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";

const runner = createProcessRunner();
const spool = createSpool();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter(), spool };
afterAll(async () => {
  await runner.terminateAll();
  spool.close();
});

/** Script, meaning of exit code 1, output, and the result: the meaning that the reply shows, or a part of it. */
type Row = readonly [script: string, meaning: ExitMeaning, output: OutputSpec | undefined, want: string];

const json: OutputSpec = { format: "json", select: "items" };
const byError: ExitMeaning = { error_if: "error", text: "found some", error: "it failed" };
const UNDECIDED = "[`error_if` of the tool cannot be decided, so the call counts as failed: ";

describe("an exit code with `error_if`", () => {
  it("is a failure if the expression is true for the JSON output, before `select`", async () => {
    await expectReplies([
      [`echo '{"items":[1]}'; exit 1`, byError, json, '{"result":[1]} | [exit code: 1]\nfound some'],
      [`echo '{"items":[1],"error":"no"}'; exit 1`, byError, json, '! {"items":[1],"error":"no"}\n\n[exit code: 1]\nit failed'],
      ...["false", "null", '""', "[]", "{}"].map((value): Row => [
        `echo '{"items":1,"error":${value}}'; exit 1`,
        byError,
        json,
        '{"result":1} | [exit code: 1]\nfound some',
      ]),
      ...["0", "true", '" "', "[0]", '{"a":null}'].map((value): Row => [
        `echo '{"error":${value}}'; exit 1`,
        byError,
        json,
        `! {"error":${value}}\n\n[exit code: 1]\nit failed`,
      ]),
    ]);
  });

  it("needs no meanings", async () => {
    await expectReplies([
      [`echo '{"items":1}'; exit 1`, { error_if: "error" }, json, '{"result":1} | [exit code: 1]'],
      [`echo '{"error":1}'; exit 1`, { error_if: "error" }, json, '! {"error":1}\n\n[exit code: 1]'],
    ]);
  });

  it("is a failure if the expression cannot be decided", async () => {
    await expectReplies([
      [
        "echo oops; exit 1",
        byError,
        json,
        `! oops\n\n[exit code: 1]\nit failed\n${UNDECIDED}the output is not JSON: Unexpected token 'o']`,
      ],
      ["exit 1", byError, json, `! [exit code: 1]\nit failed\n${UNDECIDED}the output is empty, not JSON]`],
      [
        `echo '{}'; exit 1`,
        { error_if: "length(error)" },
        json,
        `! {}\n\n[exit code: 1]\n${UNDECIDED}the output does not fit the expression: Invalid type: length() `,
      ],
      [
        `seq 1000; exit 1`,
        { error_if: { stdout: "x" } },
        undefined,
        `${UNDECIDED}standard output has 3.9 kB, more than \`limits.max_output_bytes\` of the policy allows]`,
      ],
      [`seq 1000 >&2; exit 1`, { error_if: { stderr: "x" } }, undefined, `${UNDECIDED}standard error has 3.9 kB, more than `],
    ]);
  });

  it("reads the list of several values", async () => {
    const meaning: ExitMeaning = { error_if: "[?Error]" };
    await expectReplies([
      [`echo '{"a":1}{"a":2}'; exit 1`, meaning, { format: "json-stream" }, '{"result":[{"a":1},{"a":2}]} | [exit code: 1]'],
      [
        `echo start; echo '{"error":1}'; exit 1`,
        byError,
        { format: "json", from: "last_value" },
        '! start\n{"error":1}\n\n[exit code: 1]\nit failed',
      ],
      [`echo '{"a":1}{"Error":{"b":2}}'; exit 1`, meaning, { format: "json-stream" }, '! {"a":1}{"Error":{"b":2}}\n\n[exit code: 1]'],
    ]);
  });

  it("is a failure if a pattern matches a part of the clean text of its stream", async () => {
    const both: ExitMeaning = { error_if: { stdout: "(?m)^error:", stderr: "fatal" }, text: "different" };
    await expectReplies([
      ["echo '1 error: no'; exit 1", both, undefined, "1 error: no\n\n[exit code: 1]\ndifferent"],
      ["echo a; printf '\\033[1merror\\033[0m: no'; exit 1", both, undefined, "! a\nerror: no\n\n[exit code: 1]"],
      ["echo fatal; echo error: >&2; exit 1", both, undefined, "fatal\n\n[stderr]\nerror:\n\n[exit code: 1]\ndifferent"],
      ["echo a; echo fatal >&2; exit 1", both, undefined, "! a\n\n[stderr]\nfatal\n\n[exit code: 1]"],
      [`echo '{"items":1}'; echo fatal >&2; exit 1`, both, json, '! {"items":1}\n\n[stderr]\nfatal\n\n[exit code: 1]'],
    ]);
  });

  it("can be 0, and leaves other codes unchanged", async () => {
    const rules = { exit_codes: { 0: { error_if: "error" } }, output: { format: "json" } } as const;
    const replies = await Promise.all(
      [`echo '{}'`, `echo '{"error":1}'`, `echo '{}'; exit 1`].map((script) => replyOf(toShellTool(script, rules), {}, context)),
    );
    expect(replies).toEqual([
      { text: "{}", structured: {}, isError: false },
      { text: '{"error":1}\n\n[exit code: 0]', isError: true },
      { text: "{}\n\n[exit code: 1]", isError: true },
    ]);
  });
});

/** Calls a tool for each row. Replies are shown as their texts, after `! ` if they are an error. */
async function expectReplies(rows: readonly Row[]): Promise<void> {
  const execution = { ...context.execution, limits: { ...context.execution.limits, max_output_bytes: 2000 } };
  const found = await Promise.all(
    rows.map(async ([script, meaning, output, want]) => {
      const tool = toShellTool(script, { exit_codes: { 1: meaning }, ...(output && { output }) });
      const { text, notes = [], isError } = await replyOf(tool, {}, { ...context, execution });
      const shown = `${isError ? "! " : ""}${[text, ...notes].join(" | ")}`;
      return shown.includes(want) && isError === (want.startsWith("! ") || want.startsWith(UNDECIDED)) ? want : shown;
    }),
  );
  expect(found).toEqual(rows.map(([, , , want]) => want));
}
