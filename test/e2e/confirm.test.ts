/** Tests `confirm: true` with real clients of both eras: the prompt shows the exact command line, which runs only if the user accepts. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONFIRMED, unwrap } from "../fixtures/prompts.ts";
import type { RawClient } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

type Action = "accept" | "decline" | "cancel";

/** The user's action, and the answer in the form. */
interface UserAnswer {
  readonly action: Action;
  readonly content?: Record<string, boolean | string>;
}

interface AskedCaller {
  readonly call: (args: Record<string, unknown>) => Promise<{ readonly text: string; readonly isError: boolean }>;
  readonly close: () => Promise<void>;
}

/** Answers a prompt. */
type Answering = (message: string) => UserAnswer;

let servers: SourceServers;
let server: { command: string; args: string[]; env: Record<string, string> };

beforeAll(async () => {
  servers = await bundleSourceServer();
  const parts = [
    toPart(
      { command: ["sh"] },
      {
        make: {
          command: ["-c", 'echo "$2" >"$1" && echo made', "sh"],
          args: {
            path: { type: "string", positional: true, required: true },
            password: { type: "string", positional: true, secret: true, default: "none" },
            input: { type: "string", stdin: true },
            dir: { type: "string", cwd: true },
          },
        },
        rename: {
          command: ["-c", "echo renamed"],
          args: { path: { type: "string", flag: "--path", required: true } },
          confirm_message: "Rename {path} of {owner}?",
          resolve: { owner: { command: ["-c", 'echo "$2" >>"$2.asked" && echo me', "sh"], args: { path: "{path}" } } },
        },
      },
    ),
  ];
  const policy = { tools: { make: { confirm: true }, rename: { confirm: true } } };
  const env = { PATH: process.env["PATH"] ?? "", ...servers.serving({ parts, policy }) };
  server = { command: process.execPath, args: [servers.script], env };
});
afterAll(() => servers.remove());

function toReply(result: unknown): { text: string; isError: boolean } {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
  return { text: content.map(({ text }) => text).join("\n"), isError: isError === true };
}

const params = (args: Record<string, unknown>) => ({ name: "climax_call", arguments: { tool_name: "make", args } });

/** Connects a client. It supports no prompts if it has no function that answers them. */
async function connectLegacy(answer?: Answering): Promise<AskedCaller> {
  const client = new LegacyClient({ name: "test", version: "1" }, { capabilities: answer === undefined ? {} : { elicitation: {} } });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => ({ ...answer(message) }));
  }
  await client.connect(new LegacyTransport(server));
  return { call: async (args) => toReply(await client.callTool(params(args))), close: () => client.close() };
}

async function connectModern(answer?: Answering): Promise<AskedCaller> {
  const client = new ModernClient(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: answer === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (answer !== undefined) client.setRequestHandler("elicitation/create", ({ params: { message } }) => ({ ...answer(message) }));
  await client.connect(new ModernTransport(server));
  return { call: async (args) => toReply(await client.callTool(params(args))), close: () => client.close() };
}

const CLIENTS = [
  ["a client of 2025-11-25", connectLegacy],
  ["a client of 2026-07-28", connectModern],
] as const;

let files = 0;
const newPath = (): string => join(servers.folder, `made-${files++}`);

const RUN: UserAnswer = { action: "accept", content: { run: true } };

describe.each(CLIENTS)("confirm under %s", (_, connect) => {
  let client: AskedCaller;
  /** The answer to the prompts of a test, and the prompts. */
  let answer: UserAnswer;
  let questions: string[];

  beforeAll(async () => {
    client = await connect((message) => {
      questions.push(message);
      return answer;
    });
  });
  beforeEach(() => {
    answer = RUN;
    questions = [];
  });
  afterAll(() => client.close());

  it("shows the exact command line without secrets, and runs it if the user accepts", async () => {
    const path = newPath();
    expect(await client.call({ path, password: "hunter2", input: "a\nb", dir: "/" })).toEqual({ text: "made", isError: false });
    expect(questions.map(unwrap)).toEqual([
      [
        `    sh -c "echo \\"$2\\" >\\"$1\\" && echo made" sh ${path} "***"`,
        "Run this command for the tool make?",
        "In the directory: /",
        'Standard input: "a\\nb"',
        "*** (hidden): a secret value",
      ].join("\n"),
    ]);
    expect(existsSync(path)).toBe(true);
  });

  it.each([
    ["decline", "Not run: the client declined the confirmation (without a terminal, clients decline by themselves)"],
    ["cancel", "Not run: the client cancelled the confirmation (without a terminal, clients cancel by themselves)"],
  ] as const)("runs nothing on %s, and reports it", async (action, text) => {
    answer = { action };
    const path = newPath();
    expect(await client.call({ path })).toEqual({ text, isError: true });
    expect(questions).toHaveLength(1);
    expect(existsSync(path)).toBe(false);
  });

  it("runs nothing if the client accepts without a true answer", async () => {
    for (const content of [{}, { run: false }, { run: "true" }, { other: true }]) {
      answer = { action: "accept", content };
      const path = newPath();
      const reply = await client.call({ path });
      expect(reply).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Not run: .*the field `run` of its form is not true$/) as string,
      });
      expect(existsSync(path)).toBe(false);
    }
  });

  it("runs nothing and reports it if the client does not support prompts", async () => {
    const silent = await connect();
    const path = newPath();
    const reply = await silent.call({ path });
    expect(reply).toMatchObject({ isError: true, text: expect.stringMatching(/^Not run: .*this client cannot ask/) as string });
    expect(existsSync(path)).toBe(false);
    await silent.close();
  });

  it("prompts again for every call", async () => {
    for (const path of [newPath(), newPath()]) await client.call({ path });
    expect(questions).toHaveLength(2);
  });

  it("does not prompt for a call that is rejected", async () => {
    expect(await client.call({ path: "-rf" })).toMatchObject({ isError: true });
    expect(questions).toEqual([]);
  });
});

describe("an accepted confirmation", () => {
  let client: RawClient;
  beforeAll(() => {
    client = connectRaw(servers.script, { env: server.env, capabilities: { elicitation: {} } });
  });
  afterAll(() => client.close());

  const accepted = { inputResponses: { confirmation: CONFIRMED } };
  const request = async (path: string, more: object = {}) => (await client.request("tools/call", { ...params({ path }), ...more })).result;
  const ask = async (path: string): Promise<{ requestState: string }> => (await request(path)) as { requestState: string };
  const isQuestion = { resultType: "input_required" };

  it("is valid once, for the call in the prompt", async () => {
    const path = newPath();
    const { requestState } = await ask(path);
    expect(existsSync(path)).toBe(false);
    expect(await request(path, { ...accepted, requestState })).toMatchObject({ content: [{ text: "made" }] });
    expect(await request(path, { ...accepted, requestState })).toMatchObject(isQuestion);
  });

  it("runs a resolver once, for the prompt", async () => {
    const path = newPath();
    const rename = { name: "climax_call", arguments: { tool_name: "rename", args: { path } } };
    const asked = (await client.request("tools/call", rename)).result as {
      requestState: string;
      inputRequests: { confirmation: { params: { message: string; requestedSchema: object } } };
    };
    const { message, requestedSchema } = asked.inputRequests.confirmation.params;
    expect(unwrap(message)).toBe(`    sh -c "echo renamed" --path ${path}\nRename "${path}" of "me"?`);
    expect(requestedSchema).toMatchObject({ properties: { run: { type: "boolean" } }, required: ["run"] });
    const { requestState } = asked;
    const { result } = await client.request("tools/call", { ...rename, ...accepted, requestState });
    expect(result).toMatchObject({ content: [{ text: "renamed" }] });
    expect(readFileSync(`${path}.asked`, "utf8")).toBe(`${path}\n`);
  });

  it("is not valid for another call", async () => {
    const [path, other] = [newPath(), newPath()];
    const { requestState } = await ask(path);
    expect(await request(other, { ...accepted, requestState })).toMatchObject(isQuestion);
    expect(existsSync(other)).toBe(false);
    // The answer is no longer valid for its own call either.
    expect(await request(path, { ...accepted, requestState })).toMatchObject(isQuestion);
  });

  it.each([
    ["answers no prompt", {}],
    ["carries a made-up token", { requestState: "00000000-0000-4000-8000-000000000000" }],
    ["carries a token of another type", { requestState: { toString: "x" } }],
  ])("is not valid if it %s", async (_title, more) => {
    const path = newPath();
    const result = await request(path, { ...accepted, ...more });
    if (result !== undefined) expect(result).toMatchObject(isQuestion);
    expect(existsSync(path)).toBe(false);
  });

  it("is not valid if it is malformed", async () => {
    const path = newPath();
    const { requestState } = await ask(path);
    const answer = { inputResponses: { confirmation: { action: "ACCEPT" } }, requestState };
    expect(await request(path, answer)).toMatchObject(isQuestion);
    expect(existsSync(path)).toBe(false);
  });
});
