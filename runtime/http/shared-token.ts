/** One token for everybody who may use the server: from the environment, from a file, or made at start. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Authenticate } from "./caller.ts";
import { readBearer } from "./caller.ts";

/** How often at most the file is looked at, in milliseconds. */
const REREAD_MS = 5000;

/** Gives the token that is valid now. */
export type TokenSource = () => string;

export type FoundToken = { readonly kind: "found"; readonly token: TokenSource } | { readonly kind: "failed"; readonly problem: string };

/** Minimum length of a secret that somebody chooses, in characters: 64 bits, if each is one of 16. */
export const MIN_SECRET_LENGTH = 16;

/** A token that never changes; refused if it is too short, or if no `Authorization` header can carry it. */
export function fixedToken(token: string, from: string): FoundToken {
  const isSendable = readBearer(`Bearer ${token}`) === token;
  if (!isSendable || token.length < MIN_SECRET_LENGTH) return { kind: "failed", problem: `${from}: ${TOKEN_RULE}` };
  return { kind: "found", token: () => token };
}

const TOKEN_RULE =
  `a token has ${MIN_SECRET_LENGTH} or more of the characters A-Z a-z 0-9 - . _ ~ + / and nothing else, but for = at its end ` +
  "(openssl rand -base64 32 makes one)";

/** 32 random bytes as text. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The token in a file, without white space around it. The file is read again while the server runs, so that the token can be changed;
 * as long as it cannot be read, holds no token, or is a pipe, the last one stays valid. `warn` is called once for each reason.
 */
export function fileToken(path: string, warn: (problem: string) => void): FoundToken {
  const first = readToken(path);
  if (first.kind === "failed") return first;
  let current = first.token;
  let readAt = performance.now();
  let lastProblem: string | undefined;
  return {
    kind: "found",
    token() {
      if (performance.now() - readAt >= REREAD_MS) {
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

/** The token of a regular file; undefined for anything else. Reading a pipe would wait for its writer, and stop the server. */
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
  return { kind: "failed", problem: `--token-file: ${error instanceof Error ? error.message : String(error)}` };
}

/** Lets in whoever sends the token. How long the comparison takes says nothing of how near a wrong one is, nor of its length. */
export function createSharedTokenCheck(token: TokenSource): Authenticate {
  return async (authorization) => {
    const given = readBearer(authorization);
    if (given !== undefined && timingSafeEqual(digest(given), digest(token()))) return { kind: "caller", caller: {} };
    const reason = given === undefined ? "missing" : "wrong";
    return { kind: "refused", refusal: { kind: "unauthorized", reason }, details: { problem: `${reason} token` } };
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
