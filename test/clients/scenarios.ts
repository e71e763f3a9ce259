/** The scenarios of the matrix: each uses one connection, and rejects if a client receives an unexpected result. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { isGone, readPid } from "../fixtures/programs.ts";
import type { CallOptions, CallResult, Connection, Mode, Scenario } from "./client.ts";
import type { MatrixServers } from "./servers.ts";
import { FULL_SIZE_ERRORS, PIXEL, TOOLS } from "./servers.ts";

export interface ScenarioContext {
  readonly connection: Connection;
  readonly servers: Pick<MatrixServers, "folder" | "fullPicture">;
  readonly mode: Mode;
  /** Distinguishes the files of this connection. */
  readonly key: string;
}

/** Reasons why a mode does not have a scenario. */
export const MODE_LIMITS: Readonly<Record<Mode, Partial<Record<Scenario, string>>>> = {
  progressive: {},
  classic: {
    search: "classic mode has no search: the client lists all tools",
    "read on": "classic mode keeps no output: the reply says how to narrow the call",
  },
};

export const RUN: Readonly<Record<Scenario, (context: ScenarioContext) => Promise<void>>> = {
  async list({ connection, mode }) {
    expect(await connection.list()).toEqual(mode === "classic" ? TOOLS : ["climax_search", "climax_call"]);
  },
  async search({ connection }) {
    const { content } = await connection.call("climax_search", { query: "greeting" });
    expect(JSON.parse(content[0]?.text ?? "null")).toMatchObject({ mode: "search", results: [{ tool_name: "greet" }], total_matches: 1 });
  },
  async call(context) {
    const result = await callTool(context, "greet", { who: 'ä "quoted" $HOME\nline' });
    expect(textsOf(result)).toEqual(['hello ä "quoted" $HOME\nline']);
    expect(result.isError ?? false).toBe(false);
  },
  async error(context) {
    const result = await callTool(context, "fail", {});
    expect({ texts: textsOf(result), isError: result.isError }).toEqual({
      texts: ["out\n\n[stderr]\noops\n\n[exit code: 3]"],
      isError: true,
    });
  },
  async structured(context) {
    const issues = [{ number: 1, title: "ä" }];
    const list = await callTool(context, "issues", {});
    const note = "[stderr]\nnote";
    // Without an output schema in the list of tools, only the texts say everything.
    const structured = context.mode === "classic" ? { result: issues, _notes: [note] } : undefined;
    if (list.isDataOnly !== true) expect(textsOf(list)).toEqual([JSON.stringify({ result: issues }), note]);
    if (list.isDataOnly !== true || structured !== undefined) expect(list.structuredContent ?? undefined).toEqual(structured);
    expect((await callTool(context, "state", {})).structuredContent).toEqual({ open: 2 });
    expect(await callTool(context, "broken", {})).toMatchObject({ isError: true, content: [{ text: "text" }, { type: "text" }] });
  },
  async image(context) {
    const { content } = await callTool(context, "picture", {});
    expect(content[0]).toMatchObject({ type: "image", mimeType: "image/png", data: PIXEL.toString("base64") });
  },
  async "full size"(context) {
    const { content } = await callTool(context, "full_picture", {});
    expect(content[0]?.data === context.servers.fullPicture.toString("base64"), "the image arrives whole").toBe(true);
    expect(content[1]?.text?.includes(FULL_SIZE_ERRORS), "the text arrives whole").toBe(true);
  },
  async cut(context) {
    const text = textsOf(await callTool(context, "log", {})).join("\n");
    expect(text).toMatch(/^\[… missing: [^\n]*\n\n1\n2\n[^]*\n\[… lines \d+ to \d+ of 200000 …\]\n[^]*\n200000\n/);
    expect(text).toMatch(context.mode === "classic" ? /They were not kept: narrow the call/ : OUTPUT_ID);
  },
  async "read on"(context) {
    const [, id = ""] = OUTPUT_ID.exec(textsOf(await callTool(context, "log", {})).join("\n")) ?? [];
    const page = await callTool(context, "output_read", { id, match: "123456", lines: 1 });
    expect(textsOf(page)).toEqual(['123455- 123455\n123456: 123456\n123457- 123457\n\n[1 match of "123456" in 200000 lines]']);
  },
  async confirm(context) {
    const result = await callTool(context, "remove", {});
    expect(textsOf(result)).toEqual(["removed"]);
    expect(result.questions).toEqual([expect.stringContaining("Run this command for the tool remove?")]);
  },
  async progress(context) {
    const messages: (string | undefined)[] = [];
    const result = await callTool(context, "slow", {}, { onProgress: (message) => messages.push(message) });
    expect(textsOf(result)).toEqual(["working\ndone"]);
    expect(messages).toContainEqual(expect.stringContaining("working"));
  },
  async cancel(context) {
    const file = join(context.servers.folder, `pid-${context.key}`);
    const controller = new AbortController();
    const call = callTool(context, "wait", { file }, { signal: controller.signal }).then(
      () => "replied",
      () => "cancelled",
    );
    const pid = await readPid(file);
    controller.abort();
    expect(await call).toBe("cancelled");
    expect(await isGone(pid), "the process has ended").toBe(true);
    expect(readFileSync(file, "utf8").trim()).toBe(String(pid));
  },
};

const OUTPUT_ID = /"id":"([\w-]+)"/;

async function callTool(
  { connection, mode }: ScenarioContext,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<CallResult> {
  return mode === "classic"
    ? await connection.call(name, args, options)
    : await connection.call("climax_call", { tool_name: name, args }, options);
}

function textsOf({ content }: CallResult): readonly string[] {
  // A text after the first starts with a line feed, which separates it from the text before.
  return content.map(({ text = "" }, index) => (index === 0 ? text : text.replace(/^\n/, "")));
}
