/** Tests clients of 2025-11-25 that declare support of prompts, and then give no valid response to one. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createServer } from "../../../runtime/create-server.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import type { ServerTransport } from "../../../runtime/protocol/server-transport.ts";
import { defineTool } from "../../../runtime/tool/define-tool.ts";
import { until } from "../../fixtures/until.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-prompt-"));
afterAll(() => rmSync(folder, { recursive: true }));

const asks: AnyPolicySpec = { default: "enabled", tools: { wipe: { confirm: true } } };
const approves: AnyPolicySpec = { ...asks, approval: { headless: "approve" } };

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly mode?: string; readonly message: string; readonly requestedSchema: { readonly required?: unknown } };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

/** The response of a client to a prompt: the members of a JSON-RPC response, or undefined to disconnect. */
type Response = object | undefined;

let audits = 0;

/** Calls a tool that needs a confirmation, and responds to the prompt. Returns the reply, the prompt and the audit. */
async function callWith(response: Response, policy: AnyPolicySpec = asks) {
  const file = join(folder, `audit-${audits++}`);
  const wipe = defineTool({ name: "wipe", description: "Wipe", args: {}, run: () => "wiped" });
  const server = createServer({ name: "s", version: "1", classic: true, tools: [wipe], policy, audit: { file } });
  const sent: Message[] = [];
  const transport: ServerTransport = {
    start: () => Promise.resolve(),
    send: (message) => Promise.resolve(void sent.push(message as Message)),
    close: () => Promise.resolve(transport.onclose?.()),
  };
  server.connect(transport);
  const receive = (message: object): void => transport.onmessage?.({ jsonrpc: "2.0", ...message } as never);
  const clientInfo = { name: "raw", version: "1" };
  receive({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo } });
  receive({ id: 2, method: "tools/call", params: { name: "wipe", arguments: {} } });
  const prompt = await until(() => sent.find(({ method }) => method === "elicitation/create"));
  if (response === undefined) transport.onclose?.();
  else receive({ id: prompt.id, ...response });
  const records = (): readonly { outcome: string; confirmation?: string }[] =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { outcome: string; confirmation?: string });
  await until(() => (records().length >= 2 ? true : undefined));
  const find = (): string | undefined => sent.find(({ id, result }) => id === 2 && result !== undefined)?.result?.content?.[0]?.text;
  const text = response === undefined ? undefined : await until(find);
  await server.close();
  return { text, prompt, records: records().map(({ outcome, confirmation }) => [outcome, confirmation].join(" ").trim()) };
}

const NO_HANDLER = { error: { code: -32601, message: "Method not found" } };
const CANNOT = "Not run: the policy requires the user to confirm this call, and this client cannot ask";

describe("a prompt to a client of 2025-11-25", () => {
  it("has a form with one required answer", async () => {
    const { prompt, text } = await callWith({ result: { action: "accept", content: { run: true } } });
    expect(prompt.params).toMatchObject({
      mode: "form",
      requestedSchema: {
        properties: { run: { type: "boolean", description: expect.stringContaining("the 2 lines above") as string } },
        required: ["run"],
      },
    });
    expect(text).toBe("wiped");
  });

  it.each<[string, Response, string, string]>([
    ["does not know the request", NO_HANDLER, `${CANNOT} (it declares elicitation, but does not know elicitation/create)`, "no_handler"],
    [
      "responds with an unknown action",
      { result: { action: "OK" } },
      `${CANNOT} (it declares elicitation, but its response to elicitation/create is invalid)`,
      "invalid_answer",
    ],
    [
      "responds with an error",
      { error: { code: -32603, message: 'no\n"dialog"' } },
      String.raw`Not run: the client could not ask for the confirmation. Its error: "no\n\"dialog\""`,
      "failed",
    ],
    [
      "accepts without an answer",
      { result: { action: "accept", content: {} } },
      "Not run: the client accepted the confirmation, but the field `run` of its form is not true",
      "not_affirmed",
    ],
    [
      "accepts with the answer no",
      { result: { action: "accept", content: { run: false } } },
      "Not run: the client accepted the confirmation, but the field `run` of its form is not true",
      "not_affirmed",
    ],
    [
      "declines",
      { result: { action: "decline" } },
      "Not run: the client declined the confirmation (without a terminal, clients decline by themselves)",
      "declined",
    ],
    [
      "cancels",
      { result: { action: "cancel" } },
      "Not run: the client cancelled the confirmation (without a terminal, clients cancel by themselves)",
      "cancelled",
    ],
  ])("ends with a reply and a record of the reason if the client %s", async (_title, response, reply, kind) => {
    const { text, records } = await callWith(response);
    expect(text).toBe(reply);
    expect(records).toEqual(["confirmation_asked", `not_confirmed ${kind}`]);
  });

  it("ends with a record if the client disconnects", async () => {
    expect((await callWith(undefined)).records).toEqual(["confirmation_asked", "not_confirmed client_gone"]);
  });

  it("is skipped by `headless: approve` if the client cannot show it, but not if it declines", async () => {
    expect((await callWith(NO_HANDLER, approves)).text).toBe("wiped");
    expect((await callWith({ result: { action: "OK" } }, approves)).text).toBe("wiped");
    for (const result of [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: { run: false } }])
      expect((await callWith({ result }, approves)).text).toMatch(/^Not run: /);
    expect((await callWith({ error: { code: -32603, message: "no" } }, approves)).text).toMatch(/^Not run: /);
  });
});
