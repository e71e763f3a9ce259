/** Provides the token that all clients share: from the environment, from a file, or generated at startup. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Authenticate } from "./authentication.ts";
import { readBearer } from "./authentication.ts";
import { messageOf } from "../text/message-of.ts";

/** Returns the current token. */
export type TokenSource = () => string;

/** A valid source of the token, or the reason why the server must not start. */
export type FoundToken = { readonly kind: "found"; readonly token: TokenSource } | { readonly kind: "failed"; readonly problem: string };

/** Minimum length of a user-defined secret, in characters: 64 bits in hexadecimal. */
export const MIN_SECRET_LENGTH = 16;

/** Validates a token that never changes. Fails if it is too short, or cannot be sent in an `Authorization` header. */
export function fixedToken(token: string, from: string): FoundToken {
  const isSendable = readBearer(`Bearer ${token}`) === token;
  if (!isSendable || token.length < MIN_SECRET_LENGTH) return { kind: "failed", problem: `${from}: ${TOKEN_RULE}` };
  return { kind: "found", token: () => token };
}

const TOKEN_RULE =
  `a token must have at least ${MIN_SECRET_LENGTH} characters, all from A-Z a-z 0-9 - . _ ~ + / and optionally = at the end ` +
  "(openssl rand -base64 32 generates one)";

/** Generates a token of 32 random bytes. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Settings of a token that is read from a file. */
export interface FileTokenOptions {
  /** Minimum time between two reads of the file, in milliseconds. */
  readonly rereadMs: number;
  /** Called when the error of reading the file changes. */
  readonly warn: (problem: string) => void;
}

/**
 * Reads a token from a file, without surrounding whitespace. The file is reread while the server runs, so that the token can be changed.
 * If it cannot be read, contains no valid token, or is a pipe, the previous token remains valid.
 */
export function fileToken(path: string, { rereadMs, warn }: FileTokenOptions): FoundToken {
  const first = readToken(path);
  if (first.kind === "failed") return first;
  let current = first.token;
  let readAt = performance.now();
  let lastProblem: string | undefined;
  return {
    kind: "found",
    token() {
      if (performance.now() - readAt >= rereadMs) {
        const next = readFile(path);
        if (next?.kind === "found") current = next.token;
        const problem = next?.kind === "failed" ? next.problem : undefined;
        if (problem !== undefined && problem !== lastProblem) warn(problem);
        lastProblem = problem;
        readAt = performance.now();
      }
      return current();
    },
  };
}

/**
 * Reads a token from a regular file. Returns undefined for other files, because reading a pipe would block the server until the pipe has a
 * writer.
 */
function readFile(path: string): FoundToken | undefined {
  try {
    return statSync(path).isFile() ? readToken(path) : undefined;
  } catch (error) {
    return toFailure(error);
  }
}

function readToken(path: string): FoundToken {
  try {
    return fixedToken(readFileSync(path, "utf8").trim(), path);
  } catch (error) {
    return toFailure(error);
  }
}

function toFailure(error: unknown): FoundToken {
  return { kind: "failed", problem: `--token-file: ${messageOf(error)}` };
}

/** Authenticates requests that carry the token. Compares digests in constant time, which reveals neither the token nor its length. */
export function createSharedTokenCheck(token: TokenSource): Authenticate {
  let known = { token: "", digest: digest("") };
  const currentDigest = (): Buffer => {
    const current = token();
    if (current !== known.token) known = { token: current, digest: digest(current) };
    return known.digest;
  };
  return async (authorization) => {
    const given = readBearer(authorization);
    if (given !== undefined && timingSafeEqual(digest(given), currentDigest())) return { kind: "authenticated", sender: {} };
    const reason = given === undefined ? "missing" : "wrong";
    return { kind: "refused", refusal: { kind: "unauthorized", reason }, details: { problem: `${reason} token` } };
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
