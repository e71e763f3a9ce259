/** The caller of a request: a parameter of each request, so that one server serves all callers. */
import type { Sender } from "../record/call-observer.ts";
import type { Credentials } from "../secrets/credentials.ts";
import { once } from "../text/once.ts";
import type { Tool } from "../tool/tool.ts";

/** The sender of a request, and the tools that it may run. */
export interface Caller extends Sender {
  /** Returns why the caller may not run a tool, or `undefined` if it may. Required, so that no transport omits it by mistake. */
  readonly forbid: (tool: Pick<Tool, "risk">) => string | undefined;
  /** The parts of the request that secrets can be read from. Omitted if the caller is not authenticated over HTTP. No record contains it. */
  readonly credentials?: Credentials;
}

/** Returns a caller that may run every tool of the server. */
export function unrestricted(sender: Sender): Caller {
  return { ...sender, forbid: () => undefined };
}

/** The user of this machine, on standard input or in a command. */
export const LOCAL_CALLER: Caller = unrestricted({});

const lostSubject = once(() => `lost:${crypto.randomUUID()}`);

/**
 * The caller of a request whose sender was lost. It may run no tool. Its subject is that of no other caller, so it cannot read the kept
 * output of callers without a subject. The subject is made on first use, because
 * Web Crypto takes time to load.
 */
export const LOST_CALLER: Caller = {
  get subject() {
    return lostSubject();
  },
  scopes: [],
  forbid: () => "the sender of this call is unknown",
};
