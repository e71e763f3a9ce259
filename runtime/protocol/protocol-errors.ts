/** Extends the SDK's server with readable errors for invalid parameters. */
import type { JSONRPCRequest, Result, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, Server } from "@modelcontextprotocol/server";
import { RPC_CODES } from "./protocol-messages.ts";

/** A handler of requests in the form that the SDK wraps. */
export type ProtocolHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * A server of the SDK that reports invalid parameters with the correct code and a readable message, and accepts `arguments: null`. The SDK reports some invalid parameters
 * as an internal error, and its message is the JSON of its validator's issues.
 */
export class ReadableErrorsServer extends Server {
  protected override _wrapHandler(method: string, handler: ProtocolHandler): ProtocolHandler {
    const wrapped = super._wrapHandler(method, handler);
    return (request, context) =>
      wrapped(withoutNullArguments(request), context).catch((error: unknown) => {
        throw toReadable(error);
      });
  }
}

/** Returns the request without `arguments: null`, which some clients send for a tool without arguments. */
function withoutNullArguments(request: JSONRPCRequest): JSONRPCRequest {
  if (request.method !== "tools/call" || request.params?.["arguments"] !== null) return request;
  const { arguments: _, ...params } = request.params;
  return { ...request, params };
}

/** Returns the error for an invalid parameter. */
export function invalidParams(problem: string): ProtocolError {
  return new ProtocolError(RPC_CODES.invalidParams, `Invalid params: ${problem}`);
}

/** Converts an error about the request. Returns other errors unchanged, so that an invalid result remains an internal error. */
function toReadable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const issues = readIssues(error.message);
  return issues === undefined ? error : invalidParams(issues.map(formatIssue).join("; "));
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Parses the issues in an error message of the SDK about a request. They are JSON, with a prefix for `tools/call`. */
function readIssues(message: string): readonly Issue[] | undefined {
  try {
    const issues: unknown = JSON.parse(message.replace(/^Invalid \S+ request: /, ""));
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as { readonly path?: unknown; readonly message?: unknown };
  return Array.isArray(path) && typeof message === "string";
}

/** Formats an issue as `arguments: expected record, received string`. The validator calls an object with any keys a record. */
function formatIssue({ path, message }: Issue): string {
  const names = path[0] === "params" ? path.slice(1) : path;
  const problem = message.replace(/^Invalid input: /, "").replaceAll("record", "object");
  return `${names.length === 0 ? "params" : names.join(".")}: ${problem}`;
}
