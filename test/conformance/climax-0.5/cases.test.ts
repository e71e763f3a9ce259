/** Compares the server with measurements of CLImax 0.5.0. `vectors/README.md` describes how they were made. */
import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unwrap } from "../../fixtures/prompts.ts";
import { TIME_LIMITS, untilStarted } from "../../fixtures/until.ts";
import { differences, notApplicable } from "./exceptions.ts";
import type { Answer, Case, CaseServer, Expected } from "./server.ts";
import { createCaseServer } from "./server.ts";

const text = readFileSync(new URL("../vectors/climax-0.5.json", import.meta.url), "utf8");
const { cases } = JSON.parse(text) as { readonly cases: readonly Case[] };

let server: CaseServer;
beforeAll(() => {
  server = createCaseServer();
});
afterAll(() => server.close());

interface Comparison {
  readonly got: unknown;
  readonly want: unknown;
}

async function compare(given: Case): Promise<Comparison> {
  const { request, expected } = given;
  if (request.cli?.[0] === "validate") {
    const errors = await server.check(given);
    return { got: errors.length === 0, want: expected.exit === 0 };
  }
  const answer = await server.call(given);
  if (!("text" in answer)) return { got: answer, want: expected };
  return expected.response === undefined ? compareCalls(answer, expected) : compareSearches(answer, expected.response);
}

/** Compares a case. Gives a program whose time limit ends before it starts, as on a busy machine, a longer one than the case does. */
async function compareInTime(given: Case): Promise<Comparison> {
  const limit = /(?<=timeout: )0\.5\b/;
  if (typeof given.config_yaml !== "string" || !limit.test(given.config_yaml)) return await compare(given);
  const config = given.config_yaml;
  const attempt = async (seconds: number) => await compare({ ...given, config_yaml: config.replace(limit, String(seconds)) });
  return (await untilStarted(attempt, ({ got, want }) => isDeepStrictEqual(got, want), [0.5, ...TIME_LIMITS])).result;
}

function compareCalls({ text: reply, questions, programs_run }: Answer, expected: Expected): Comparison {
  return {
    got: { text: toOutcome(reply), asked: questions.map(messageIn), programs_run },
    want: {
      text: toOutcome(expected.text ?? ""),
      asked: (expected.dialogs ?? []).map(questionOf),
      programs_run: expected.programs_run ?? [],
    },
  };
}

/** A call that was not confirmed has its own text here. After "Unknown tool: x", CLImax lists every tool. */
function toOutcome(reply: string): string {
  if (/^(?:Tool execution denied by user: |Not run: )/.test(reply)) return "denied";
  return reply.replace(/^(Unknown tool: .*?)\. (?:Available tools: .*|Did you mean .*\?)$/s, "$1");
}

/** Returns the tool's message, which is below the command line, without the quotes around values, or the fact that there is no message. */
function messageIn(prompt: string): string {
  const [, line = ""] = unwrap(prompt).split("\n");
  return line.startsWith("Run this command ") ? "the command" : line.replaceAll('"', "");
}

function questionOf(dialog: readonly string[]): string {
  const shown = dialog.find((word) => word.startsWith("--text="))?.slice("--text=".length) ?? dialog[dialog.indexOf("--yesno") + 1] ?? "";
  return shown.startsWith("Approve execution: ") ? "the command" : shown;
}

interface SearchResponse {
  readonly results?: readonly { readonly tool_name: string }[];
  readonly result_names?: readonly string[];
}

function compareSearches(answer: Answer, response: Expected["response"] & object): Comparison {
  const namesOf = ({ results = [], result_names = results.map(({ tool_name }) => tool_name), ...counters }: SearchResponse): unknown => ({
    ...counters,
    result_names,
  });
  // A reply that is not JSON rejects the search.
  const got: unknown = answer.text.startsWith("{") ? namesOf(JSON.parse(answer.text) as SearchResponse) : answer.text;
  return { got, want: namesOf(response) };
}

describe("climax-0.5.json: every case agrees with the reference, or is listed", () => {
  const applicable = cases.filter(({ id }) => !notApplicable.has(id));

  it.each(applicable.map((given) => [given.id, given] as const))("%s", async (id, given) => {
    const { got, want } = await compareInTime(given);
    if (!differences.has(id)) deepStrictEqual(got, want);
    else expect(isDeepStrictEqual(got, want), `${id} agrees now: remove it from exceptions.ts`).toBe(false);
  });

  it("lists only existing cases, each once", () => {
    const known = new Set(cases.map(({ id }) => id));
    expect([...differences.keys(), ...notApplicable.keys()].filter((id) => !known.has(id))).toEqual([]);
    expect([...differences.keys()].filter((id) => notApplicable.has(id))).toEqual([]);
  });
});
