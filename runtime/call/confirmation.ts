/**
 * Implements confirmation of calls (`confirm: true`), independent of the protocol that carries the prompt.
 *
 * Trust model: the acceptance comes from the client, which shows the prompt, so a malicious client can accept without asking the user. A
 * model cannot accept, because it controls only the tool's name and arguments. An acceptance cannot be used for another call or used twice,
 * because its token is random, is stored in this process, and is valid once.
 */

/** A call that is waiting for confirmation. */
export interface PendingCall {
  /** Identifies the call: an acceptance is valid only for a call with an equal identity. */
  readonly identity: string;
  /** Subject of the caller. Omitted if it has none. */
  readonly owner?: string | undefined;
  /** Returns the prompt that the user reads. Called only if a user is asked, because it may run programs. */
  readonly writeQuestion: () => Promise<string>;
}

/** A response from a client, not yet verified. */
export interface GivenAnswer {
  readonly token: unknown;
  /** `accept`, `decline` or `cancel`. Any other value is ignored. */
  readonly action: unknown;
  /** The field `run` of the form. Only `true` confirms the call. */
  readonly run?: unknown;
  /** Set by the server instead of `action` and `run` if the client has given no response to the prompt. */
  readonly failure?: PromptFailure;
}

/**
 * The reason why a prompt got no response. `no_handler`: the client does not know the request. `invalid_answer`: the response is not one of
 * the protocol. `failed`: the client responded with an error, which `detail` quotes. `timed_out`: no response in time. `client_gone`: the
 * client has disconnected or cancelled the call.
 */
export interface PromptFailure {
  readonly kind: "no_handler" | "invalid_answer" | "failed" | "timed_out" | "client_gone";
  readonly detail?: string;
}

/** Decision about a call that requires confirmation. The call may run only if it is `accepted`. */
export type Confirmation =
  | { readonly kind: "accepted" }
  /** `not_affirmed`: the client accepted, but the field `run` is not `true`. `user_declined`: a user declined on a terminal. */
  | { readonly kind: "declined" | "cancelled" | "not_affirmed" | "user_declined" | Unaskable }
  | PromptFailure
  /** The client must now prompt the user, and repeat the call with `token` and the response. */
  | { readonly kind: "asked"; readonly token: string };

/**
 * The reason why the user cannot be asked. `unavailable`: the client does not support prompts. `no_handler` and `invalid_answer`: the client
 * declares their support, but cannot show one. `no_terminal`: a command without a terminal runs the call. `no_session`: the request of an
 * older client belongs to no session. `stateless`: the server keeps no sessions for older clients.
 */
export type Unaskable = "unavailable" | "no_handler" | "invalid_answer" | "no_terminal" | "no_session" | "stateless";

/** Decides about calls that require confirmation. */
export interface Confirmations {
  /** `canAsk`: whether the client supports prompting its user. */
  readonly decide: (call: PendingCall, given: GivenAnswer, canAsk: boolean) => Promise<Confirmation>;
}

/** Limits of the open prompts. */
export interface ConfirmationOptions {
  /**
   * Maximum number of open prompts. Beyond it, the oldest prompt of the same caller is discarded, and its call must prompt again; that of
   * another caller only if this one has none. Defaults to 256.
   */
  readonly maxOpen?: number;
  /** Lifetime of a prompt, in milliseconds. Defaults to ten minutes, the protocol's own timeout. */
  readonly maxAgeMs?: number;
}

/** Creates the store of open prompts. A server has one store for all connections. */
export function createConfirmations({ maxOpen = 256, maxAgeMs = 600_000 }: ConfirmationOptions = {}): Confirmations {
  const open = new Map<string, { readonly digest: string; readonly askedAt: number; readonly owner: string | undefined }>();

  const discardOldest = (owner: string | undefined): void => {
    const [oldest] = open.keys();
    const [own = oldest] = [...open].find(([, one]) => one.owner === owner) ?? [];
    if (own !== undefined) open.delete(own);
  };

  const ask = (digest: string, owner: string | undefined): Confirmation => {
    if (open.size >= maxOpen) discardOldest(owner);
    const token = crypto.randomUUID();
    open.set(token, { digest, askedAt: performance.now(), owner });
    return { kind: "asked", token };
  };

  return {
    async decide({ identity, owner }, given, canAsk) {
      const { token, failure } = given;
      if (!canAsk) return { kind: "unavailable" };
      const digest = await digestOf(identity);
      const asked = typeof token === "string" ? open.get(token) : undefined;
      if (typeof token === "string") open.delete(token);
      if (failure !== undefined) return failure;
      const isAnswer = asked?.digest === digest && performance.now() - asked.askedAt <= maxAgeMs;
      return (isAnswer ? readResponse(given) : undefined) ?? ask(digest, owner);
    },
  };
}

/** Reads the response of a client. Returns `undefined` if its action is not one of the protocol. */
export function readResponse({ action, run }: GivenAnswer): Confirmation | undefined {
  switch (action) {
    case "accept":
      return { kind: run === true ? "accepted" : "not_affirmed" };
    case "decline":
      return { kind: "declined" };
    case "cancel":
      return { kind: "cancelled" };
    default:
      return undefined;
  }
}

/** Hashes an identity, because a call can have megabytes of input, and many prompts can be open. */
async function digestOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("base64");
}
