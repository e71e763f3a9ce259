/** Tests a server with missing or damaged files: replies without internals, one record, and no partial results. */
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FILES } from "../../runtime/tool-index/compiled/format.ts";
import type { LegacyAnswer, LegacyRequest } from "../fixtures/legacy-lines.ts";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import type { Project } from "./project.ts";
import { generateProject, run } from "./project.ts";

const CONFIG =
  "name: one\ncommand: echo\ntools:\n" +
  "  - { name: say, description: Say something loud, args: [{ name: word, positional: true }] }\n" +
  "  - { name: cry, description: Cry something }\n";
const POLICY = 'default: enabled\ntools:\n  say: { args: { word: { pattern: "[a-z]+" } } }\n';

let project: Project;
let policyFile = "";
beforeAll(async () => {
  project = await generateProject({ "one.yaml": CONFIG });
  policyFile = join(project.folder, "policy.yaml");
  writeFileSync(policyFile, POLICY);
});
afterAll(() => project.remove());

const dist = (): string => join(project.folder, "out/dist");
const copy = (): string => join(project.folder, "copy");
afterEach(() => rmSync(copy(), { recursive: true }));

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ["missing", (path) => rmSync(path)],
  ["cut off", (path) => truncateSync(path, readFileSync(path).length >> 1)],
];

function damage(file: string, how: (path: string) => void): void {
  cpSync(dist(), copy(), { recursive: true });
  how(join(copy(), file));
}

async function ask(args: readonly string[], ...requests: readonly LegacyRequest[]): Promise<readonly LegacyAnswer[]> {
  const env = { ...process.env, CLIMAX_AUDIT_FILE: join(copy(), "audit"), CLIMAX_LOG_FILE: join(copy(), "log") };
  const answers = await askLegacy(join(copy(), "server.mjs"), [INITIALIZE, ...requests], { cwd: project.folder, args, env });
  return answers.slice(1);
}

const linesOf = (file: "audit" | "log"): readonly string[] => readFileSync(join(copy(), file), "utf8").trimEnd().split("\n");
const audited = () => linesOf("audit").map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const call = (name: string, args: object): LegacyRequest => ({ method: "tools/call", params: { name, arguments: args } });
const SEARCH = call("climax_search", { query: "say something" });
const CALL = call("climax_call", { tool_name: "say", args: {} });

/** By file: a request that needs the file, and the tool that the audit names. No call needs the files of the search. */
const NEEDED: readonly (readonly [file: string, LegacyRequest, tool: string])[] = [
  [FILES.search, SEARCH, "climax_search"],
  [FILES.words, SEARCH, "climax_search"],
  [FILES.wordTable, SEARCH, "climax_search"],
  [FILES.postings, SEARCH, "climax_search"],
  [FILES.results, SEARCH, "climax_search"],
  [FILES.tools, CALL, "say"],
  [FILES.names, CALL, "say"],
  [FILES.offsets, CALL, "say"],
];

const TEXT =
  "Internal error: the server could not complete this call. Do not retry; tell the operator of the server, whose log has the details";

describe.each(DAMAGES)("if a file of the index is %s", (_title, how) => {
  it.each(NEEDED)(
    "%s: %j gets one reply without internals, one log line and one audit record, and calls of tools work",
    async (file, request, tool) => {
      damage(`index/${file}`, how);
      const isOfSearch = request === SEARCH;
      const [answer, next] = await ask([], request, ...(isOfSearch ? [CALL] : []));
      expect(answer?.result).toEqual({ content: [{ type: "text", text: TEXT }], isError: true });
      if (isOfSearch) expect(next?.result).toMatchObject({ content: [{ type: "text", text: "(no output)" }] });
      const problem = `the file ${file} of the compiled index is missing or damaged: run climax-gen again`;
      expect(linesOf("log")).toEqual([expect.stringMatching(/ error call .*"outcome":"internal_error"/)]);
      expect(linesOf("log")[0]).toContain(problem);
      const finished = audited().filter(({ event }) => event !== "started");
      const called = isOfSearch ? [{ tool: "say", verdict: "ran" }] : [];
      expect(finished).toMatchObject([{ tool, verdict: "not_run", outcome: "internal_error" }, ...called]);
      expect(linesOf("audit")[0]).not.toContain("compiled index");
    },
  );

  it("listings.ndjson: a classic list is an error without internals, with one log line", async () => {
    damage(`index/${FILES.listings}`, how);
    const [answer] = await ask(["--classic"], { method: "tools/list" });
    expect(answer).toEqual({ error: { code: -32603, message: "Internal error: the server's log has the details" } });
    expect(linesOf("log")).toEqual([expect.stringMatching(/ error tools\/list .*"outcome":"internal_error"/)]);
  });

  it("header.json: the server does not start", async () => {
    damage(`index/${FILES.header}`, how);
    const { status, stdout, stderr } = await run(process.execPath, [join(copy(), "server.mjs")]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe("cannot start: the file header.json of the compiled index is missing or damaged: run climax-gen again\n");
  });
});

it("gives the same reply if bytes of a record are overwritten", async () => {
  damage(`index/${FILES.tools}`, (path) => writeFileSync(path, "!".repeat(readFileSync(path).length)));
  const [answer] = await ask([], CALL);
  expect(answer?.result).toEqual({ content: [{ type: "text", text: TEXT }], isError: true });
  expect(linesOf("log")).toEqual([expect.stringContaining("the file tools.ndjson of the compiled index is missing or damaged")]);
  expect(audited()).toMatchObject([{ tool: "say", outcome: "internal_error" }]);
});

const OVERWRITTEN: readonly (readonly [file: string, LegacyRequest, tool: string])[] = [
  [FILES.offsets, CALL, "say"],
  [FILES.wordTable, SEARCH, "climax_search"],
];
it.each(OVERWRITTEN)("names %s in the log if its offsets are outside the other files", async (file, request, tool) => {
  // Descending numbers, so that every part ends before its start.
  damage(`index/${file}`, (path) =>
    writeFileSync(
      path,
      readFileSync(path).map((_, index) => 255 - index),
    ),
  );
  const [answer] = await ask([], request);
  expect(answer?.result).toEqual({ content: [{ type: "text", text: TEXT }], isError: true });
  expect(linesOf("log")).toEqual([expect.stringContaining(`the file ${file} of the compiled index is missing or damaged`)]);
  expect(audited()).toMatchObject([{ tool, outcome: "internal_error" }]);
});

it("gives the same reply if code that is loaded with the first pattern is missing", async () => {
  const { folder, remove } = await generateProject({ "one.yaml": CONFIG }, ["--policy", policyFile]);
  cpSync(join(folder, "out/dist"), copy(), { recursive: true });
  remove();
  rmSync(join(copy(), "patterns.cjs"));
  const [answer] = await ask([], call("climax_call", { tool_name: "say", args: { word: "x" } }));
  expect(answer?.result).toEqual({ content: [{ type: "text", text: TEXT }], isError: true });
  expect(JSON.stringify(answer)).not.toContain(copy());
  expect(audited()).toMatchObject([{ tool: "say", outcome: "internal_error" }]);
  expect(linesOf("log")).toHaveLength(1);
});
