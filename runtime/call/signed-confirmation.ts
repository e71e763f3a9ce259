/**
 * Implements confirmation for servers with several replicas, where the process that receives the response may not be the process that
 * prompted. The token is signed instead of stored, so every replica with the key can verify it. For the trust model, see `confirmation.ts`.
 * Here a token is valid once per process: within `maxAgeMs`, one acceptance can run the same call once on each replica.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Confirmations } from "./confirmation.ts";
import { readResponse } from "./confirmation.ts";

/** Limits of signed tokens. */
export interface SignedConfirmationOptions {
  /** Lifetime of a token, in milliseconds. Defaults to ten minutes. */
  readonly maxAgeMs?: number;
  /**
   * Maximum number of used tokens that are stored. Beyond it, older tokens are invalid, and their calls prompt again. Defaults to 65,536.
   */
  readonly maxUsed?: number;
}

/** Maximum difference between the clocks of two replicas, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

const TIME_BYTES = 8;
const NONCE_BYTES = 16;
const SIGNATURE_BYTES = 32;

/** Derives the key that replicas with the same secret share. The secret cannot be derived from the key. */
export function deriveStateKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "climax-gen confirmation", SIGNATURE_BYTES));
}

/** Creates confirmations whose tokens are signed with the key. */
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

  /** Marks the token as used. Reports whether it was issued for this call, has not expired and was unused. */
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
    async decide({ identity }, given, canAsk) {
      const { token, failure } = given;
      if (!canAsk) return { kind: "unavailable" };
      if (failure !== undefined) return failure;
      const isAnswer = typeof token === "string" && take(token, identity);
      return (isAnswer ? readResponse(given) : undefined) ?? { kind: "asked", token: ask(identity) };
    },
  };
}

interface UsedTokens {
  /** Marks the token as used. Reports whether it was unused. */
  readonly add: (token: string, askedAt: number) => boolean;
}

/** Creates the store of used tokens. Discarding a token also invalidates all earlier tokens, so that no token can be used twice. */
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
