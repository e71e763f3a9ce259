/** The functions that serve HTTP with the SDK. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { answerAlone } from "./protocol-alone.ts";
import { readMessageOrigin } from "./protocol-request.ts";
import { answerReadySearch } from "./protocol-search.ts";
import { createProtocolServer } from "./protocol-server.ts";
import { findSessionUse, openProtocolSession } from "./protocol-session.ts";

/**
 * The functions that `runtime/http/` receives instead of importing them. The bundle of `runtime/http/` then contains no second copy of the
 * SDK, which would take longer to load than the rest of the bundle.
 */
export const HTTP_PROTOCOL = {
  answerAlone,
  answerReadySearch,
  createMcpHandler,
  createProtocolServer,
  findSessionUse,
  openProtocolSession,
  readMessageOrigin,
};

/** See `HTTP_PROTOCOL`. */
export type HttpProtocol = typeof HTTP_PROTOCOL;
