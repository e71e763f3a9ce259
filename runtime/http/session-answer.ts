/** Answers the requests that start a session or belong to one. */
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import { SESSION_HEADER } from "../protocol/protocol-messages.ts";
import type { ProtocolSession } from "../protocol/protocol-session.ts";
import type { AdmittedRequest } from "./authentication.ts";
import type { Sessions } from "./sessions.ts";

/** A request that may belong to a session, and the way to respond to it. */
export interface SessionExchange {
  readonly protocol: Pick<HttpProtocol, "findSessionUse">;
  readonly sessions: Sessions;
  readonly admitted: AdmittedRequest;
  /** Sends the response. Resolves when it has been sent, or the client has disconnected. */
  readonly send: (reply: Response) => Promise<void>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

type GivenRequest = Parameters<ProtocolSession["handle"]>[1];

/** Sends a response if the request starts a session or belongs to one. Otherwise, returns false and does nothing. */
export async function answerInSession(web: Request, given: GivenRequest, exchange: SessionExchange): Promise<boolean> {
  const use = await exchange.protocol.findSessionUse(web, given.parsedBody);
  if (use === undefined) return false;
  const { sessions, admitted, send, signal } = exchange;
  const { caller, refuse } = admitted;
  const session = use === "initialize" ? await sessions.start(caller) : sessions.find(web.headers.get(SESSION_HEADER) ?? undefined, caller);
  if (session === undefined) {
    refuse({ kind: use === "initialize" ? "too_many_sessions" : "unknown_session" }, { subject: caller.subject });
    return true;
  }
  const release = session.use();
  try {
    const reply = await session.handle(web, given);
    await send(reply);
    // The client has not received the id.
    if (use === "initialize" && (!reply.ok || signal.aborted)) await session.end();
  } finally {
    session.finish(given.parsedBody, signal.aborted ? "disconnected" : "sent");
    release();
  }
  return true;
}
