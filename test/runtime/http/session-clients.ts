/** Connects clients of 2025-11-25 in sessions over HTTP, of both SDK versions, which answer prompts. */
import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { CONFIRMED } from "../../fixtures/prompts.ts";
import type { CallOptions } from "./http-server.ts";
import { TOKEN, toText, withToken } from "./http-server.ts";

export type Answer = "accept" | "decline";

export interface SessionClient {
  readonly sessionId: () => string | undefined;
  readonly questions: readonly string[];
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<string>;
  /** Ends the session with DELETE. */
  readonly terminate: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SessionClientOptions {
  /** Answer to every prompt. A promise delays it. */
  readonly answer?: Answer | Promise<Answer>;
  readonly token?: string;
}

const toResult = async (answer: SessionClientOptions["answer"]) =>
  (await answer) === "accept" ? CONFIRMED : { action: "decline" as const };

/** Connects a client of `@modelcontextprotocol/sdk`. */
export async function connectOld(origin: string, { answer, token = TOKEN }: SessionClientOptions = {}): Promise<SessionClient> {
  const questions: string[] = [];
  const client = new OldClient({ name: "old", version: "1" }, { capabilities: answer === undefined ? {} : { elicitation: {} } });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return toResult(answer);
    });
  }
  const transport = new OldTransport(new URL("/mcp", origin), withToken(token));
  await client.connect(transport);
  return {
    sessionId: () => transport.sessionId,
    questions,
    call: async (name, args = {}, options) => toText(await client.callTool({ name, arguments: args }, undefined, options)),
    terminate: () => transport.terminateSession(),
    close: () => client.close(),
  };
}

/** Connects a client of `@modelcontextprotocol/client` that speaks 2025-11-25. */
export async function connectCurrent(origin: string, { answer, token = TOKEN }: SessionClientOptions = {}): Promise<SessionClient> {
  const questions: string[] = [];
  const client = new CurrentClient(
    { name: "current", version: "1" },
    { versionNegotiation: { mode: "legacy" }, capabilities: answer === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return toResult(answer);
    });
  }
  const transport = new CurrentTransport(new URL("/mcp", origin), withToken(token));
  await client.connect(transport);
  return {
    sessionId: () => transport.sessionId,
    questions,
    call: async (name, args = {}, options = {}) => toText(await client.callTool({ name, arguments: args }, options)),
    terminate: () => transport.terminateSession(),
    close: () => client.close(),
  };
}

export const SESSION_CLIENTS = [
  ["@modelcontextprotocol/sdk", connectOld],
  ["@modelcontextprotocol/client", connectCurrent],
] as const;
