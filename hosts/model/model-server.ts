/** A model on a loopback port, which speaks the APIs of four vendors. */
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import type { Dialect, Json } from "./dialect.ts";
import { gemini, isJsonRequest } from "./gemini.ts";
import { responses } from "./responses.ts";
import type { Script } from "./script.ts";

const DIALECTS: readonly Dialect[] = [anthropic, chat, responses, gemini];

/** A running model. */
export interface ModelServer {
  readonly origin: string;
  readonly stop: () => void;
}

/** Starts a model that follows a script. Writes each request into the directory. */
export async function startModel(script: Script, directory: string): Promise<ModelServer> {
  let count = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const text = await readBody(request);
      const [path = ""] = (request.url ?? "").split("?", 1);
      const dialect = DIALECTS.find((one) => one.path.test(path));
      count += 1;
      writeFileSync(join(directory, `request-${String(count).padStart(3, "0")}.json`), JSON.stringify({ url: request.url, body: text }));
      if (dialect === undefined) {
        response.setHeader("content-type", "application/json").end(JSON.stringify(otherAnswer(path)));
        return;
      }
      const body = JSON.parse(text) as Json;
      const read = dialect.read(body, request.url ?? "");
      const answer = isJsonRequest(body) ? ({ kind: "text", text: "{}" } as const) : script.answer(read);
      const written = dialect.write(answer, read.isStream);
      response.setHeader("content-type", written.type).end(written.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers requests that need no model: lists of models, and numbers of tokens. */
function otherAnswer(path: string): Json {
  if (path.endsWith("/models")) return { object: "list", data: [{ id: "scripted", object: "model", created: 1, owned_by: "scripted" }] };
  if (/count_?tokens/i.test(path)) return { input_tokens: 10, totalTokens: 10 };
  return {};
}
