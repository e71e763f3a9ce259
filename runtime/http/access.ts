/** Configures authentication at startup. Without a configured token, the server does not accept requests from other machines. */
import { randomBytes } from "node:crypto";
import { isLoopback } from "../launch/http-address.ts";
import type { HttpLaunch } from "../launch/http-launch.ts";
import type { CallLog } from "../tool/tool-call.ts";
import type { Authenticate } from "./authentication.ts";
import { createLogRateLimit } from "./log-rate-limit.ts";
import type { FoundToken } from "./shared-token.ts";
import { createSharedTokenCheck, fileToken, fixedToken, generateToken, MIN_SECRET_LENGTH } from "./shared-token.ts";

/** The authentication of a server's requests. */
export type Access =
  | {
      readonly kind: "open";
      readonly authenticate: Authenticate;
      /** Secret that signs confirmation prompts if the environment sets no key. */
      readonly stateSecret: string;
      /** Generated token, to be shown to the user. Omitted if authentication is configured. */
      readonly generatedToken?: string;
    }
  /** The server must not start. */
  | { readonly kind: "failed"; readonly problem: string };

/** Settings of the authentication that are not launch arguments. */
export interface AccessOptions {
  /** Value of `CLIMAX_HTTP_TOKEN`. */
  readonly token: string | undefined;
  /** Receives the errors that occur later: an unavailable issuer, or a token file that cannot be reread. */
  readonly log: CallLog;
  /** Minimum time between two reads of the token file, in milliseconds. */
  readonly tokenRereadMs: number;
}

/** Creates the authentication check of a server. */
export async function openAccess({ address, tokenFile, oauth }: HttpLaunch, { token, log, tokenRereadMs }: AccessOptions): Promise<Access> {
  if (oauth !== undefined) {
    if (token !== undefined) return { kind: "failed", problem: "CLIMAX_HTTP_TOKEN and --oauth-issuer are mutually exclusive" };
    const { createOAuthCheck } = await import("./oauth.ts");
    const onIssuerFailure = toIssuerLog(log);
    return { kind: "open", authenticate: createOAuthCheck(oauth, { onIssuerFailure }), stateSecret: randomBytes(32).toString("hex") };
  }
  if (tokenFile !== undefined) {
    const warn = (problem: string): void => log.warn("token file unusable, previous token remains valid", { problem });
    return withSharedToken(fileToken(tokenFile, { rereadMs: tokenRereadMs, warn }));
  }
  // A Kubernetes Secret created from a file includes the trailing line ending of the file.
  if (token !== undefined) return withSharedToken(fixedToken(token.trim(), "CLIMAX_HTTP_TOKEN"));
  if (!isLoopback(address.host)) return { kind: "failed", problem: needsToken(address.host) };
  const generatedToken = generateToken();
  const access = withSharedToken(fixedToken(generatedToken, "generated token"));
  return access.kind === "open" ? { ...access, generatedToken } : access;
}

/** Rate limit for log lines about the issuer, because unauthenticated requests can cause them. */
const ISSUER_LOG_LIMITS = { maxLines: 5, windowMs: 60_000 };

function toIssuerLog(log: CallLog): (problem: string) => void {
  const rateLimit = createLogRateLimit({ ...ISSUER_LOG_LIMITS, report: (omitted) => log.warn("token issuer unavailable", omitted) });
  return (problem) => rateLimit.write("failures", () => log.warn("token issuer unavailable", { problem }));
}

/**
 * Validates the value of `CLIMAX_STATE_KEY`. Returns an error message, or undefined if the key is valid or unset. A key has a minimum
 * length, because callers receive signed values and can use them to test guesses of the key.
 */
export function findStateKeyProblem(key: string | undefined): string | undefined {
  if (key === undefined || key.trim().length >= MIN_SECRET_LENGTH) return undefined;
  return `CLIMAX_STATE_KEY: a key must have at least ${MIN_SECRET_LENGTH} characters (openssl rand -base64 32 generates one)`;
}

function withSharedToken(found: FoundToken): Access {
  if (found.kind === "failed") return found;
  return { kind: "open", authenticate: createSharedTokenCheck(found.token), stateSecret: found.token() };
}

function needsToken(host: string): string {
  return (
    `other machines can reach ${host}, so a token is required: set CLIMAX_HTTP_TOKEN, or write a token to a file and pass it with ` +
    "--token-file (openssl rand -base64 32 generates one), or use --oauth-issuer and --oauth-audience"
  );
}
