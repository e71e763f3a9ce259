/** Validates the access tokens of an OAuth 2.1 issuer, as a resource server that handles no passwords and issues no tokens. */
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { OAuthLaunch } from "../launch/http-launch.ts";
import { isTrustedEndpoint } from "../launch/http-launch.ts";
import type { LogFields } from "../record/log.ts";
import type { Authenticate, Authentication } from "./authentication.ts";
import { readBearer } from "./authentication.ts";
import { metadataUrl } from "./resource-metadata.ts";

/** Asymmetric algorithms only: excludes `none`, and HS256 with a public key as its secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

/** Tolerated difference from the issuer's clock, in seconds. */
const CLOCK_TOLERANCE_S = 30;

const FETCH_TIMEOUT_MS = 5000;

/** Lifetime of cached keys, in milliseconds. A token with an unknown key triggers an earlier refresh. */
const KEYS_MAX_AGE_MS = 600_000;

/** Settings of the token validation that are not launch arguments. */
export interface OAuthOptions {
  /** Minimum time between two requests for keys, in milliseconds. Defaults to 5,000. */
  readonly cooldownMs?: number;
  /** Called with an error message if the metadata or keys cannot be read. Unauthenticated requests can trigger it. */
  readonly onIssuerFailure?: (problem: string) => void;
}

/** Authenticates requests that carry an unexpired token, issued by the issuer for this server's audience. */
export function createOAuthCheck(launch: OAuthLaunch, { cooldownMs = 5000, onIssuerFailure = () => {} }: OAuthOptions = {}): Authenticate {
  const { issuer, audience } = launch;
  const metadata = metadataUrl(audience);
  const findKey = createKeyFinder(launch, { cooldownMs, onIssuerFailure });
  const refuse = (reason: "missing" | "wrong", details: LogFields): Authentication => ({
    kind: "refused",
    refusal: { kind: "unauthorized", reason, metadata },
    details,
  });
  const rules = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ["exp"], clockTolerance: CLOCK_TOLERANCE_S };
  return async (authorization) => {
    const token = readBearer(authorization);
    if (token === undefined) return refuse("missing", { problem: "missing token" });
    try {
      const { payload } = await jwtVerify(token, findKey, rules);
      const subject = subjectOf(payload);
      if (subject === undefined) return refuse("wrong", wrongSubject(payload.sub ? "invalid" : "missing"));
      return { kind: "authenticated", sender: { subject, scopes: scopesOf(payload) }, claims: payload };
    } catch (error) {
      // The client receives the same response for every invalid token, so that forgers do not learn which check failed.
      return error instanceof IssuerUnavailable
        ? { kind: "refused", refusal: { kind: "issuer_unavailable" } }
        : refuse("wrong", describeTokenError(error));
    }
  };
}

/** Returns error codes and claim names only, because other messages of jose can quote the token. */
function describeTokenError(error: unknown): LogFields {
  if (!(error instanceof errors.JOSEError)) return { problem: "ERR_TOKEN_UNREADABLE" };
  const isAboutClaim = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
  return { problem: error.code, ...(isAboutClaim && { claim: error.claim, check: error.reason }) };
}

/** Log fields of a token without a valid subject, in the form of `describeTokenError`. */
const wrongSubject = (check: "missing" | "invalid"): LogFields => ({ problem: "ERR_JWT_CLAIM_VALIDATION_FAILED", claim: "sub", check });

/** Reads the scopes: from `scope` (RFC 9068), or from `scp`, as a string or a list. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const scopes = [scope, scp].flatMap((list) => (Array.isArray(list) ? list : typeof list === "string" ? list.split(" ") : []));
  return scopes.filter((one) => typeof one === "string");
}

/**
 * Returns the subject that sessions, kept outputs and confirmations belong to: `sub`, or `client_id:ID` for a token that names only its
 * client. A client can have the id of a user, so a `sub` that looks like the name of a client is written as `sub:SUB`. Returns undefined
 * for a token that names neither, or whose `sub` is not a string, because all such tokens would be the same caller.
 */
function subjectOf({ sub, client_id }: JWTPayload): string | undefined {
  if (isName(sub)) return /^(?:client_id|sub):/.test(sub) ? `sub:${sub}` : sub;
  return sub === undefined && isName(client_id) ? `client_id:${client_id}` : undefined;
}

function isName(claim: unknown): claim is string {
  return typeof claim === "string" && claim !== "";
}

/** Thrown if the keys cannot be read, so that the validity of the token is unknown. */
class IssuerUnavailable extends Error {}

function createKeyFinder(launch: OAuthLaunch, options: Required<OAuthOptions>): JWTVerifyGetKey {
  const keys = createKeySource(launch, options);
  return async (header, token) => {
    const find = await keys();
    try {
      return await find(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      options.onIssuerFailure(`keys: ${describeIssuerError(error)}`);
      throw new IssuerUnavailable("the keys cannot be read", { cause: error });
    }
  };
}

/** Returns a function that locates the keys once. After a failure, the function does not retry before the cooldown has elapsed. */
function createKeySource({ issuer, jwks }: OAuthLaunch, options: Required<OAuthOptions>): () => Promise<JWTVerifyGetKey> {
  const { cooldownMs, onIssuerFailure } = options;
  let found: Promise<JWTVerifyGetKey> | undefined;
  let failedAt = -Infinity;
  const find = async (): Promise<JWTVerifyGetKey> => {
    const url = new URL(jwks ?? (await discoverKeys(issuer)));
    return createRemoteJWKSet(url, {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: cooldownMs,
      cacheMaxAge: KEYS_MAX_AGE_MS,
      [customFetch]: async (address, request) => await limitBody(await fetch(address, request)),
    });
  };
  return async () => {
    if (performance.now() - failedAt < cooldownMs) throw new IssuerUnavailable("cooldown after a failure");
    found ??= find();
    try {
      return await found;
    } catch (error) {
      found = undefined;
      failedAt = performance.now();
      onIssuerFailure(`metadata: ${describeIssuerError(error)}`);
      throw new IssuerUnavailable("the metadata cannot be read", { cause: error });
    }
  };
}

/** Reads the URL of the keys from the issuer's metadata (RFC 8414, then OpenID Connect Discovery). */
async function discoverKeys(issuer: string): Promise<string> {
  const problems: string[] = [];
  for (const url of metadataAddresses(issuer)) {
    try {
      return await readKeysAddress(url, issuer);
    } catch (error) {
      problems.push(`${url}: ${describeIssuerError(error)}`);
    }
  }
  throw new Error(problems.join("; "));
}

async function readKeysAddress(url: string, issuer: string): Promise<string> {
  const response = await limitBody(await fetch(url, { redirect: "error", signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }));
  if (!response.ok) throw new Error(`status ${response.status}`);
  const metadata = (await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  // RFC 8414, section 3.3: metadata of a different issuer must not be used.
  if (metadata.issuer !== issuer) throw new Error(`the issuer is ${JSON.stringify(metadata.issuer)}, not ${JSON.stringify(issuer)}`);
  const { jwks_uri: keys } = metadata;
  if (typeof keys !== "string" || !isTrustedEndpoint(keys)) throw new Error(`jwks_uri is not an https address: ${JSON.stringify(keys)}`);
  return keys;
}

/** Maximum size of the issuer's metadata, and of its keys, in bytes. */
const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** Reads the body of a response. Throws if it exceeds `MAX_DOCUMENT_BYTES`, before the rest is read. */
async function limitBody(response: Response): Promise<Response> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop cancels the body.
    if (size > MAX_DOCUMENT_BYTES) throw new Error(`the response has more than ${MAX_DOCUMENT_BYTES} bytes`);
    parts.push(part);
  }
  // A response with a status such as 304 must not have a body, not even an empty one.
  return new Response(size === 0 ? null : Buffer.concat(parts), { status: response.status });
}

/** Maximum length of an error message, in UTF-16 code units. */
const MAX_PROBLEM_LENGTH = 500;

/**
 * Joins the messages of an error and its causes, as in `fetch failed: connect ECONNREFUSED 127.0.0.1:1`. Safe to log, because they
 * describe the issuer and not the token.
 */
function describeIssuerError(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause) messages.push(cause.message);
  return (
    messages
      .filter((message) => message !== "")
      .join(": ")
      .slice(0, MAX_PROBLEM_LENGTH) || String(error)
  );
}

function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [`${origin}/.well-known/oauth-authorization-server${path}`, `${origin}${path}/.well-known/openid-configuration`];
}
