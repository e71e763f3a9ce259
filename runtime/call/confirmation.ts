/**
 * Asking the user before a call is run (`confirm: true`), apart from the protocol that carries the question.
 *
 * What an acceptance is worth: it comes from the client, which is the program that shows the question, so a client that wants to
 * can accept without asking anybody. What it cannot be is made by a model, which only chooses a tool's name and arguments; used for
 * another call than the one that was shown; or used twice. A token is random, stays in this process and is good for one answer.
 */

/** What the user is asked about. */
export interface PendingCall {
  /** Everything that makes two calls the same: an acceptance of one is none of another. */
  readonly identity: string;
  /** What the user reads. */
  readonly question: string;
}

/** An answer as a client hands it in, not yet believed. */
export interface GivenAnswer {
  readonly token: unknown;
  /** `accept`, `decline` or `cancel`; anything else is no answer. */
  readonly action: unknown;
}

export type Confirmation =
  | { readonly kind: "accepted" }
  | { readonly kind: "declined" | "cancelled" | "unavailable" }
  /** The question is to be put to the user now; the same call comes again with `token` and an answer. */
  | { readonly kind: "asked"; readonly token: string };

export interface Confirmations {
  /** `canAsk`: whether the client can put a question to its user at all. */
  readonly decide: (call: PendingCall, given: GivenAnswer, canAsk: boolean) => Promise<Confirmation>;
}

export interface ConfirmationOptions {
  /** Questions that are open at a time; the oldest is forgotten, and its answer asked for again. Default: 256. */
  readonly maxOpen?: number;
  /** How long an answer may take, in milliseconds. Default: ten minutes, as long as the protocol waits. */
  readonly maxAgeMs?: number;
}

/** The questions that are open. A server has one of these, whatever the number of its connections. */
export function createConfirmations({ maxOpen = 256, maxAgeMs = 600_000 }: ConfirmationOptions = {}): Confirmations {
  const open = new Map<string, { readonly digest: string; readonly askedAt: number }>();

  const ask = (digest: string): Confirmation => {
    const [oldest] = open.keys();
    if (oldest !== undefined && open.size >= maxOpen) open.delete(oldest);
    const token = crypto.randomUUID();
    open.set(token, { digest, askedAt: performance.now() });
    return { kind: "asked", token };
  };

  return {
    async decide({ identity }, { token, action }, canAsk) {
      if (!canAsk) return { kind: "unavailable" };
      const digest = await digestOf(identity);
      const asked = typeof token === "string" ? open.get(token) : undefined;
      if (typeof token === "string") open.delete(token);
      const isAnswer = asked?.digest === digest && performance.now() - asked.askedAt <= maxAgeMs;
      return (isAnswer ? readAction(action) : undefined) ?? ask(digest);
    },
  };
}

/** What a client says its user answered; `undefined` for anything that is no answer. */
export function readAction(action: unknown): Confirmation | undefined {
  switch (action) {
    case "accept":
      return { kind: "accepted" };
    case "decline":
      return { kind: "declined" };
    case "cancel":
      return { kind: "cancelled" };
    default:
      return undefined;
  }
}

/** A call may hold megabytes of input, and many questions may be open. */
async function digestOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("base64");
}
