/** Parses the lines of the stdio transport as JSON-RPC messages. */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import { isJsonObject } from "../text/json.ts";
import type { Line } from "./line-reader.ts";
import { MAX_LINE_BYTES, TOO_LONG } from "./line-reader.ts";
import type { RequestId } from "./protocol-messages.ts";
import { RPC_CODES, withoutNullParams } from "./protocol-messages.ts";

/** The error of a JSON-RPC response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
}

const PARSE_ERROR: RpcError = { code: RPC_CODES.parse, message: "Parse error: a line must be one JSON-RPC message" };
const LINE_TOO_LONG: RpcError = {
  code: RPC_CODES.invalidRequest,
  message: `Invalid Request: a message may have at most ${MAX_LINE_BYTES} bytes`,
};

/** Id of an error reply if the id of the request cannot be read (JSON-RPC 2.0, section 5). */
const NO_ID = null;

/** A message, or the error to send in reply to the line. */
export type ParsedLine =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "invalid"; readonly error: RpcError; readonly id: RequestId | null };

/** Parses a line. Never throws. */
export function parseLine(line: Line): ParsedLine {
  if (line === TOO_LONG) return { kind: "invalid", error: LINE_TOO_LONG, id: NO_ID };
  let value: unknown;
  try {
    value = withoutNullParams(JSON.parse(line));
  } catch {
    return { kind: "invalid", error: PARSE_ERROR, id: NO_ID };
  }
  return isMessage(value) ? { kind: "message", message: value } : { kind: "invalid", error: invalidRequest(value), id: idOfRequest(value) };
}

/** Reports whether the SDK accepts the message. The SDK drops other messages without an error. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}

function invalidRequest(value: unknown): RpcError {
  return { code: RPC_CODES.invalidRequest, message: `Invalid Request: ${describeFault(value)}` };
}

const MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

/** Describes the first fault of a value that is not a message. Does not quote the value, which can be large or secret. */
function describeFault(value: unknown): string {
  if (Array.isArray(value)) return "a line must be one message, not a batch";
  if (!isJsonObject(value)) return "a message must be an object";
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (method !== undefined && typeof method !== "string") return "method must be a string";
  if ("id" in value && typeof id !== "string" && !Number.isSafeInteger(id)) return "id must be a string or an integer";
  if (params !== undefined && !isJsonObject(params)) return "params must be an object";
  if (Object.keys(value).some((name) => !MEMBERS.has(name))) return "a message has only jsonrpc, id, method, params, result and error";
  return "the line is not a request, notification or response of MCP: a member is missing or of the wrong type";
}

/**
 * Returns the id of an invalid request, so that the client can match the error reply to it. Ignores a message without a method, because it
 * may be a response. Its id belongs to a request of the server, and the client may use the same id for another request.
 */
function idOfRequest(value: unknown): RequestId | null {
  if (typeof value !== "object" || value === null) return NO_ID;
  const { id, method } = value as Readonly<Record<string, unknown>>;
  if (typeof method !== "string") return NO_ID;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : NO_ID;
}
