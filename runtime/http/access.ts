/** Which tokens let a caller in: settled at start, closed by default. */
import { randomBytes } from "node:crypto";
import { isLoopback } from "../serve/http-address.ts";
import type { HttpLaunch } from "../serve/http-launch.ts";
import type { Authenticate } from "./caller.ts";
import type { FoundToken } from "./shared-token.ts";
import { createSharedTokenCheck, fileToken, fixedToken, makeToken } from "./shared-token.ts";

export type Access =
  | {
      readonly kind: "open";
      readonly authenticate: Authenticate;
      /** What the tokens of questions are signed with, where the environment names no key. */
      readonly stateSecret: string;
      /** A token that nobody knows yet. */
      readonly madeToken?: string;
    }
  /** The server must not start. */
  | { readonly kind: "failed"; readonly problem: string };

/** `token`: that of the environment. */
export async function openAccess({ address, tokenFile, oauth }: HttpLaunch, token: string | undefined): Promise<Access> {
  if (oauth !== undefined) {
    if (token !== undefined) return { kind: "failed", problem: "CLIMAX_HTTP_TOKEN and --oauth-issuer exclude each other" };
    const { createOAuthCheck } = await import("./oauth.ts");
    return { kind: "open", authenticate: createOAuthCheck(oauth), stateSecret: randomBytes(32).toString("hex") };
  }
  if (tokenFile !== undefined) return withToken(fileToken(tokenFile));
  // A Secret that was made of a file ends in that file's line end.
  if (token !== undefined) return withToken(fixedToken(token.trim(), "CLIMAX_HTTP_TOKEN"));
  if (!isLoopback(address.host)) return { kind: "failed", problem: needsToken(address.host) };
  const madeToken = makeToken();
  const access = withToken(fixedToken(madeToken, "the token made at start"));
  return access.kind === "open" ? { ...access, madeToken } : access;
}

function withToken(found: FoundToken): Access {
  if (found.kind === "failed") return found;
  return { kind: "open", authenticate: createSharedTokenCheck(found.token), stateSecret: found.token() };
}

function needsToken(host: string): string {
  return (
    `other machines can reach ${host}, so a token is needed: set CLIMAX_HTTP_TOKEN, or write one to a file and give its name with ` +
    "--token-file (openssl rand -base64 32 makes one), or give --oauth-issuer and --oauth-audience"
  );
}
