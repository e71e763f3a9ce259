/** Which tokens let a caller in: settled at start, closed by default. */
import { randomBytes } from "node:crypto";
import { isLoopback } from "../serve/http-address.ts";
import type { HttpLaunch } from "../serve/http-launch.ts";
import type { Log } from "../serve/log.ts";
import type { Authenticate } from "./caller.ts";
import { createLogBound } from "./log-bound.ts";
import type { FoundToken } from "./shared-token.ts";
import { createSharedTokenCheck, fileToken, fixedToken, makeToken, MIN_SECRET_LENGTH } from "./shared-token.ts";

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

/** `token`: that of the environment. `log`: receives what keeps tokens from being checked, or a new one from being used. */
export async function openAccess({ address, tokenFile, oauth }: HttpLaunch, token: string | undefined, log: Log): Promise<Access> {
  if (oauth !== undefined) {
    if (token !== undefined) return { kind: "failed", problem: "CLIMAX_HTTP_TOKEN and --oauth-issuer exclude each other" };
    const { createOAuthCheck } = await import("./oauth.ts");
    const onIssuerFailure = toIssuerLog(log);
    return { kind: "open", authenticate: createOAuthCheck(oauth, { onIssuerFailure }), stateSecret: randomBytes(32).toString("hex") };
  }
  if (tokenFile !== undefined)
    return withToken(fileToken(tokenFile, (problem) => log.warn("token file not usable, last token stays valid", { problem })));
  // A Secret that was made of a file ends in that file's line end.
  if (token !== undefined) return withToken(fixedToken(token.trim(), "CLIMAX_HTTP_TOKEN"));
  if (!isLoopback(address.host)) return { kind: "failed", problem: needsToken(address.host) };
  const madeToken = makeToken();
  const access = withToken(fixedToken(madeToken, "the token made at start"));
  return access.kind === "open" ? { ...access, madeToken } : access;
}

/** Lines about the issuer in a minute: requests of strangers can cause each of them. */
const ISSUER_LOG_LIMITS = { maxLines: 5, windowMs: 60_000 };

function toIssuerLog(log: Log): (problem: string) => void {
  const bound = createLogBound({ ...ISSUER_LOG_LIMITS, report: (omitted) => log.warn("token issuer not usable", omitted) });
  return (problem) => bound.write("failures", () => log.warn("token issuer not usable", { problem }));
}

/** Why the value of `CLIMAX_STATE_KEY` cannot be used; undefined if it can. A caller has texts that are signed with it, to try keys on. */
export function findStateKeyProblem(key: string | undefined): string | undefined {
  if (key === undefined || key.trim().length >= MIN_SECRET_LENGTH) return undefined;
  return `CLIMAX_STATE_KEY: a key has ${MIN_SECRET_LENGTH} or more characters (openssl rand -base64 32 makes one)`;
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
