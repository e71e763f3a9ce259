/**
 * Asking the user where the answer may reach another process than the one that asked: the token carries a signature instead of
 * being remembered, so every replica that has the key can believe it. What an acceptance is worth, see `confirmation.ts`; "used once"
 * holds here for each process, so within `maxAgeMs` one acceptance can run the same call once on each replica.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Confirmations } from "./confirmation.ts";
import { readAction } from "./confirmation.ts";

export interface SignedConfirmationOptions {
  /** How long an answer may take, in milliseconds. Default: ten minutes. */
  readonly maxAgeMs?: number;
  /** Tokens that are remembered as used. Default: 65,536; where there are more, older questions are asked again. */
  readonly maxUsed?: number;
}

/** How far the clocks of two replicas may be apart, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

const TIME_BYTES = 8;
const NONCE_BYTES = 16;
const SIGNATURE_BYTES = 32;

/** The key of all replicas that have the same secret; it tells nothing about the secret. */
export function deriveStateKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "climax-gen confirmation", SIGNATURE_BYTES));
}

/** Questions whose tokens are signed with the key. */
export function createSignedConfirmations(
  key: Uint8Array,
  { maxAgeMs = 600_000, maxUsed = 65_536 }: SignedConfirmationOptions = {},
): Confirmations {
  const used = createUsedTokens(maxUsed);

  const sign = (head: Uint8Array, identity: string): Buffer =>
    createHmac("sha256", key).update(head).update(createHash("sha256").update(identity).digest()).digest();

  const ask = (identity: string): string => {
    const head = Buffer.alloc(TIME_BYTES + NONCE_BYTES);
    head.writeBigUInt64BE(BigInt(Date.now()));
    randomBytes(NONCE_BYTES).copy(head, TIME_BYTES);
    return Buffer.concat([head, sign(head, identity)]).toString("base64url");
  };

  /** Whether the token was given for this call, not long ago, and is not used up; it is from then on. */
  const take = (token: string, identity: string): boolean => {
    const bytes = Buffer.from(token, "base64url");
    if (bytes.length !== TIME_BYTES + NONCE_BYTES + SIGNATURE_BYTES) return false;
    const head = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    if (!timingSafeEqual(bytes.subarray(head.length), sign(head, identity))) return false;
    const askedAt = Number(head.readBigUInt64BE());
    const age = Date.now() - askedAt;
    return age >= -CLOCK_SKEW_MS && age <= maxAgeMs && used.add(head.toString("base64url"), askedAt);
  };

  return {
    async decide({ identity }, { token, action }, canAsk) {
      if (!canAsk) return { kind: "unavailable" };
      const isAnswer = typeof token === "string" && take(token, identity);
      return (isAnswer ? readAction(action) : undefined) ?? { kind: "asked", token: ask(identity) };
    },
  };
}

interface UsedTokens {
  /** Whether the token can still be used; afterwards it cannot. */
  readonly add: (token: string, askedAt: number) => boolean;
}

/** A token that had to be forgotten takes all with it that were asked for before it: none can be used twice. */
function createUsedTokens(maxUsed: number): UsedTokens {
  const used = new Map<string, number>();
  let forgottenUntil = -Infinity;
  return {
    add(token, askedAt) {
      if (askedAt <= forgottenUntil || used.has(token)) return false;
      used.set(token, askedAt);
      const [oldest] = used;
      if (oldest !== undefined && used.size > maxUsed) {
        used.delete(oldest[0]);
        forgottenUntil = Math.max(forgottenUntil, oldest[1]);
      }
      return true;
    },
  };
}
