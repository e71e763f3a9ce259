/** A server whose index was copied in part: it says so, in whole lines, and never answers from what is left. */
import { cpSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FILES } from "../../runtime/tool-index/compiled/format.ts";
import type { LegacyAnswer, LegacyRequest } from "../fixtures/legacy-lines.ts";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import type { Project } from "./project.ts";
import { generateProject, run } from "./project.ts";

const CONFIG =
  "name: one\ncommand: echo\ntools:\n  - { name: say, description: Say something loud }\n  - { name: cry, description: Cry something }\n";

let project: Project;
beforeAll(async () => (project = await generateProject({ "one.yaml": CONFIG })));
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
  how(join(copy(), "index", file));
}

async function ask(args: readonly string[], ...requests: readonly LegacyRequest[]): Promise<readonly LegacyAnswer[]> {
  const answers = await askLegacy(join(copy(), "server.mjs"), [INITIALIZE, ...requests], { cwd: project.folder, args });
  return answers.slice(1);
}

const call = (name: string, args: object): LegacyRequest => ({ method: "tools/call", params: { name, arguments: args } });
const SEARCH = call("climax_search", { query: "say something" });
const CALL = call("climax_call", { tool_name: "say", args: {} });

/** By file: what cannot be answered without it. */
const NEEDED: readonly (readonly [file: string, args: readonly string[], LegacyRequest])[] = [
  [FILES.listings, ["--classic"], { method: "tools/list" }],
  [FILES.search, [], SEARCH],
  [FILES.words, [], SEARCH],
  [FILES.wordTable, [], SEARCH],
  [FILES.postings, [], SEARCH],
  [FILES.tools, [], SEARCH],
  [FILES.tools, [], CALL],
  [FILES.names, [], CALL],
  [FILES.offsets, [], CALL],
];

describe.each(DAMAGES)("where a file of the index is %s", (_title, how) => {
  it.each(NEEDED)("%s: %j %j is answered with what to do", async (file, args, request) => {
    damage(file, how);
    const message = `the file ${file} of the compiled index is missing or damaged: run climax-gen again`;
    expect(await ask(args, request)).toEqual([{ error: { code: -32603, message } }]);
  });

  it.each([FILES.listings, FILES.search, FILES.postings])("%s: a call that does not need it works", async (file) => {
    damage(file, how);
    const [answer] = await ask([], CALL);
    expect(answer?.result).toMatchObject({ content: [{ type: "text", text: "(no output)" }] });
  });

  it("header.json: the server does not start", async () => {
    damage(FILES.header, how);
    const { status, stdout, stderr } = await run(process.execPath, [join(copy(), "server.mjs")]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe("cannot start: the file header.json of the compiled index is missing or damaged: run climax-gen again\n");
  });
});
