/** Reads request bodies up to a size limit. */
import type { IncomingMessage } from "node:http";
import { isComplexJson } from "../text/json-size.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { HttpRefusal } from "./refusal.ts";

/** The outcome of reading a request body. */
export type ReadBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: HttpRefusal }
  /** The client has disconnected. */
  | { readonly kind: "broken" };

/** Parses the body as JSON. Stops reading at the size limit, with or without a `Content-Length`. Never rejects. */
export async function readJsonBody(request: IncomingMessage): Promise<ReadBody> {
  if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return refuse({ kind: "encoded_body" });
  if (Number(request.headers["content-length"] ?? 0) > HTTP_LIMITS.maxBodyBytes) return refuse({ kind: "body_too_large" });
  const bytes = await readBytes(request);
  if (bytes === "too_large") return refuse({ kind: "body_too_large" });
  if (bytes === "broken") return { kind: "broken" };
  if (isComplexJson(bytes)) return refuse({ kind: "too_complex" });
  return parse(bytes);
}

function refuse(refusal: HttpRefusal): ReadBody {
  return { kind: "refused", refusal };
}

/** Uses events, because leaving a `for await` loop early would destroy the request and its response. */
function readBytes(request: IncomingMessage): Promise<Buffer | "too_large" | "broken"> {
  // The client may have disconnected during authentication. No further event is emitted in this case.
  if (request.destroyed) return Promise.resolve("broken");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= HTTP_LIMITS.maxBodyBytes) chunks.push(chunk);
      else finish("too_large");
    };
    const finish = (result: Buffer | "too_large" | "broken"): void => {
      request.off("data", take);
      request.pause();
      resolve(result);
    };
    request.on("data", take);
    request.once("end", () => finish(Buffer.concat(chunks)));
    request.once("close", () => finish("broken"));
    request.once("error", () => finish("broken"));
  });
}

/** Throws on bytes that are not UTF-8. Can be shared, because each body is decoded as a whole. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): ReadBody {
  try {
    return { kind: "json", value: JSON.parse(UTF8.decode(bytes)) as unknown };
  } catch {
    return refuse({ kind: "not_json" });
  }
}
