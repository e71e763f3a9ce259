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

/** A token that never changes; refused where no `Authorization` header could carry it. */
export function fixedToken(token: string, from: string): FoundToken {
  const isSendable = readBearer(`Bearer ${token}`) === token;
  if (!isSendable)
    return { kind: "failed", problem: `${from}: a token has one or more of the characters A-Z a-z 0-9 - . _ ~ + / and nothing else` };
  return { kind: "found", token: () => token };
}

/** 32 random bytes as text. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The token in a file, without white space around it. The file is read again while the server runs, so that the token can be changed;
 * as long as it cannot be read, holds no token, or is a pipe, the last one stays valid.
 */
export function fileToken(path: string): FoundToken {
  const first = readToken(path);
  if (first.kind === "failed") return first;
  let current = first.token;
  let readAt = performance.now();
  return {
    kind: "found",
    token() {
      if (performance.now() - readAt >= REREAD_MS) {
        const next = readFile(path);
        if (next?.kind === "found") current = next.token;
        readAt = performance.now();
      }
      return current();
    },
  };
}

/** The token of what is a file by now. Who reads a pipe waits for its writer, and a server that waits answers nobody. */
function readFile(path: string): FoundToken | undefined {
  return isFile(path) ? readToken(path) : undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Not there, or not to be looked at: the last token stays.
    return false;
  }
}

function readToken(path: string): FoundToken {
  try {
    return fixedToken(readFileSync(path, "utf8").trim(), path);
  } catch (error) {
    return { kind: "failed", problem: `--token-file: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Lets in whoever sends the token. How long the comparison takes says nothing of how near a wrong one is, nor of its length. */
export function createSharedTokenCheck(token: TokenSource): Authenticate {
  return async (authorization) => {
    const given = readBearer(authorization);
    if (given !== undefined && timingSafeEqual(digest(given), digest(token()))) return { kind: "caller", caller: {} };
    return { kind: "refused", refusal: { kind: "unauthorized", reason: given === undefined ? "missing" : "wrong" } };
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
