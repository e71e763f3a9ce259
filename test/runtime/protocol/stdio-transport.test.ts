import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES } from "../../../runtime/protocol/line-reader.ts";
import { createStdioTransport } from "../../../runtime/protocol/stdio-transport.ts";

interface Seen {
  readonly messages: unknown[];
  readonly written: string[];
  closed: number;
}

/** Waits for turns of the event loop, not for a time: on a busy machine, a timer can fire before the work of a single turn. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function feed(...chunks: readonly (string | Buffer)[]): Promise<Seen> {
  const input = new PassThrough();
  const output = new PassThrough();
  const seen: Seen = { messages: [], written: [], closed: 0 };
  output.on("data", (chunk: Buffer) => seen.written.push(...chunk.toString().split("\n").filter(Boolean)));
  const transport = createStdioTransport(input, output);
  transport.onmessage = (message) => seen.messages.push(message);
  transport.onclose = () => seen.closed++;
  await transport.start();
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await manyTurns();
  return seen;
}

type Message = Parameters<ReturnType<typeof createStdioTransport>["send"]>[0];

/** Returns the lines that the transport writes for a message. */
async function send(message: Message): Promise<readonly string[]> {
  const output = new PassThrough();
  const transport = createStdioTransport(new PassThrough(), output);
  await transport.start();
  await transport.send(message);
  return String(output.read()).split("\n").slice(0, -1);
}

const LIST = [{ name: "größe 名😀", description: 'a "b"\n' }, null];

const ping = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
const ids = (seen: Seen): readonly unknown[] => seen.messages.map((message) => (message as { id: unknown }).id);

const CANCEL_2 = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });

describe("the stdio transport", () => {
  it("reads one message per line, regardless of chunks", async () => {
    const text = `${ping(1)}\n${ping(2)}\r\n\n${ping(3)}\n`;
    expect(ids(await feed(...text.split("")))).toEqual([1, 2, 3]);
    expect(ids(await feed(text))).toEqual([1, 2, 3]);
  });

  it("preserves a character that is split between two chunks", async () => {
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: "名😀", method: "ping" })}\n`);
    const seen = await feed(...Array.from(bytes, (byte) => Buffer.of(byte)));
    expect(ids(seen)).toEqual(["名😀"]);
  });

  it("rejects a request with the id of another one in flight, and forwards the earlier one", async () => {
    const seen = await feed(`${ping(1)}\n${ping(2)}\n${ping(1)}\n`);
    expect(ids(seen)).toEqual([1, 2]);
    expect(seen.written.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it.each<[string, string]>([
    ["a response", "respond"],
    ["its cancellation", JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })],
  ])("accepts the id of a request again after %s", async (_title, end) => {
    const input = new PassThrough();
    const transport = createStdioTransport(input, new PassThrough());
    const seen: unknown[] = [];
    transport.onmessage = (message) => "id" in message && seen.push(message.id);
    await transport.start();
    input.write(`${ping(1)}\n`);
    await new Promise(setImmediate);
    if (end === "respond") await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    else input.write(`${end}\n`);
    input.write(`${ping(1)}\n`);
    await new Promise(setImmediate);
    expect(seen).toEqual([1, 1]);
    await transport.close();
  });

  it("closes once when the input ends, and returns an error for a line that was cut off", async () => {
    const seen = await feed(ping(1).slice(0, -1));
    expect([seen.messages, seen.closed]).toEqual([[], 1]);
    expect(seen.written.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });

  it("reads a last line without a newline", async () => {
    expect(ids(await feed(`${ping(1)}\n${ping(2)}`))).toEqual([1, 2]);
  });

  it("closes after the end of the input when the requests have responses, without waiting for subscriptions", async () => {
    const input = new PassThrough();
    const reasons: string[] = [];
    const transport = createStdioTransport(input, new PassThrough(), { onClosed: (reason) => reasons.push(reason) });
    transport.onmessage = () => undefined;
    await transport.start();
    input.end(`${ping(1)}\n${ping(2)}\n${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "subscriptions/listen" })}\n`);
    await manyTurns();
    await transport.send({ jsonrpc: "2.0", id: 2, result: {} });
    await new Promise(setImmediate);
    expect(reasons).toEqual([]);
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await expect.poll(() => reasons).toEqual(["end of input"]);
  });

  it("responds with an error to requests that are in flight too long after the end of the input, and closes", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const reasons: string[] = [];
    const transport = createStdioTransport(input, output, { drainMs: 20, onClosed: (reason) => reasons.push(reason) });
    transport.onmessage = (message) => {
      if ("id" in message && message.id === 3) void transport.send({ jsonrpc: "2.0", id: 3, result: {} });
    };
    await transport.start();
    input.end([ping(1), ping(2), ping(3), CANCEL_2].map((message) => `${message}\n`).join(""));
    await expect.poll(() => reasons).toEqual(["end of input"]);
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    const written = String(output.read()).trim().split("\n");
    expect(written.map((message) => JSON.parse(message) as unknown)).toEqual([
      { jsonrpc: "2.0", id: 3, result: {} },
      { jsonrpc: "2.0", id: 1, error: { code: -32000, message: expect.stringContaining("can have taken effect") as string } },
    ]);
  });

  it("responds with an error to requests of the server after the end of the input, sent before or after it", async () => {
    const input = new PassThrough();
    const transport = createStdioTransport(input, new PassThrough());
    const seen: unknown[] = [];
    transport.onmessage = (message) => seen.push(message);
    await transport.start();
    const ask = (id: number): Promise<void> => transport.send({ jsonrpc: "2.0", id, method: "elicitation/create" });
    await ask(1);
    await ask(2);
    input.end(`${ping(7)}\n${JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} })}\n`);
    await expect.poll(() => seen).toHaveLength(3);
    await ask(3);
    await expect.poll(() => seen.slice(2)).toMatchObject([2, 3].map((id) => ({ id, error: { code: -32099 } })));
    await transport.close();
  });

  it.each<[string, string, number, unknown]>([
    ["text that is not JSON", "{nonsense", -32700, null],
    ["a number", "42", -32600, null],
    ["a batch", `[${ping(1)}]`, -32600, null],
    ["another version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, -32600, 1],
    ["an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600, null],
    ["an id that is not an integer", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, -32600, null],
    ["an id that exceeds the range of a double", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, -32600, null],
    ["an infinite id", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, -32600, null],
    ["parameters that are a list", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`, -32600, 1],
    ["_meta that is not an object", `{"jsonrpc":"2.0","id":"x","method":"ping","params":{"_meta":5}}`, -32600, "x"],
    ["an invalid progress token", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}`, -32600, 1],
    ["an unknown member", `{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}`, -32600, 1],
    ["a message that is both a request and a response", `{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`, -32600, 1],
    ["neither method nor id", `{"jsonrpc":"2.0"}`, -32600, null],
    ["a response without a result", `{"jsonrpc":"2.0","id":1}`, -32600, null],
    ["a response with an invalid result", `{"jsonrpc":"2.0","id":1,"result":5}`, -32600, null],
  ])("returns an error for %s, to the request if there was one, and continues", async (_title, line, code, id) => {
    const seen = await feed(`${line}\n${ping(9)}\n`);
    expect(ids(seen)).toEqual([9]);
    const answers = seen.written.map((text) => JSON.parse(text) as { readonly id: unknown; readonly error: { readonly code: number } });
    expect(answers.map((answer) => [answer.id, answer.error.code])).toEqual([[id, code]]);
  });

  it("names the faulty member of a message", async () => {
    const cases = [
      [`[${ping(1)}]`, "a line must be one message, not a batch"],
      ["42", "a message must be an object"],
      [`{"id":1,"method":"ping"}`, 'jsonrpc must be "2.0"'],
      [`{"jsonrpc":"2.0","id":1,"method":7}`, "method must be a string"],
      [`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "id must be a string or an integer"],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`, "params must be an object"],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}`, "a message has only jsonrpc, id, method, params, result and error"],
      [`{"jsonrpc":"2.0"}`, "the line is not a request, notification or response of MCP: a member is missing or of the wrong type"],
    ];
    const seen = await feed(cases.map(([line]) => `${line}\n`).join(""));
    const messages = seen.written.map((line) => (JSON.parse(line) as { readonly error: { readonly message: string } }).error.message);
    expect(messages).toEqual(cases.map(([, fault]) => `Invalid Request: ${fault}`));
  });

  it.each<[string, Message]>([
    ["a result", { jsonrpc: "2.0", id: 1, result: { tools: LIST, last: null } }],
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } }],
    ["a notification", { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 2 } }],
  ])("writes %s verbatim", async (_title, message) => {
    expect(await send(message)).toEqual([JSON.stringify(message)]);
  });

  it("skips a line that is too long, without storing it, and continues", async () => {
    const chunk = "x".repeat(1024 * 1024);
    const chunks = Array.from({ length: MAX_LINE_BYTES / chunk.length + 1 }, () => chunk);
    const seen = await feed(...chunks, `\n${ping(7)}\n`);
    expect(ids(seen)).toEqual([7]);
    expect(seen.written).toHaveLength(1);
    expect(seen.written[0]).toContain("at most 10485760 bytes");
  });

  it("adds one listener to a slow output, regardless of the number of queued messages", async () => {
    const output = new PassThrough({ highWaterMark: 1 });
    const transport = createStdioTransport(new PassThrough(), output);
    await transport.start();
    const listeners = (): number => output.listenerCount("drain") + output.listenerCount("close") + output.listenerCount("error");
    const before = listeners();
    const sends = Array.from({ length: 20 }, (_, id) => transport.send({ jsonrpc: "2.0", id, result: {} }));
    expect(listeners() - before).toBe(3);
    output.resume();
    await Promise.all(sends);
    expect(listeners()).toBe(before);
  });

  it("stops handling requests while replies are queued, stores few of them, and continues when the client reads", async () => {
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1000 })];
    const transport = createStdioTransport(input, output, { heldBytes: 10_000 });
    const handled: unknown[] = [];
    transport.onmessage = (message) => {
      handled.push(message);
      void transport.send({ jsonrpc: "2.0", id: handled.length, result: { text: "x".repeat(500) } });
    };
    await transport.start();
    let sent = 0;
    for (; sent < 100_000 && !input.writableNeedDrain; sent++) {
      input.write(`${ping(sent)}\n`);
      if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeLessThan(10_000);
    expect(handled.length).toBeLessThan(40);
    input.end();
    output.resume();
    await expect.poll(() => handled.length).toBe(sent);
  });

  it("handles stored requests after the client has closed its end, once the client reads", async () => {
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
    const reasons: string[] = [];
    const transport = createStdioTransport(input, output, { onClosed: (reason) => reasons.push(reason) });
    let handled = 0;
    transport.onmessage = () => {
      handled += 1;
      void transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    };
    await transport.start();
    input.end(`${ping(1)}\n`.repeat(50));
    await manyTurns();
    expect([handled < 50, reasons]).toEqual([true, []]);
    output.resume();
    await expect.poll(() => reasons).toEqual(["end of input"]);
    expect(handled).toBe(50);
  });

  it("disconnects a client that never reads, whether it has closed its end or not", async () => {
    for (const isHalfClosed of [true, false]) {
      const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
      const reasons: string[] = [];
      const transport = createStdioTransport(input, output, { stallMs: 50, onClosed: (reason) => reasons.push(reason) });
      transport.onmessage = () => void transport.send({ jsonrpc: "2.0", id: 1, result: {} });
      await transport.start();
      input.write(`${ping(1)}\n`.repeat(50));
      if (isHalfClosed) input.end();
      await expect.poll(() => reasons).toEqual(["output not read"]);
    }
  });
});
