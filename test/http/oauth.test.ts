/** Access tokens, true and false ones, against an issuer on loopback. */
import { createHmac } from "node:crypto";
import type { CryptoKey } from "jose";
import { exportSPKI, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOAuthCheck } from "../../runtime/http/oauth.ts";
import type { Authentication } from "../../runtime/http/caller.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";

let issuer: Issuer;
let key: IssuerKey;
let other: IssuerKey;

beforeAll(async () => {
  [issuer, key, other] = await Promise.all([startIssuer(), makeKey("one"), makeKey("one")]);
  issuer.publish(key);
});
afterAll(() => issuer.close());

const bearer = (token: string): string => `Bearer ${token}`;
const judge = (token: string | undefined, cooldownMs = 0): Promise<Authentication> =>
  createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE }, { cooldownMs })(token === undefined ? undefined : bearer(token));
const metadata = "https://tools.example.com/.well-known/oauth-protected-resource/mcp";
const wrong = (details: object) => ({ kind: "refused", refusal: { kind: "unauthorized", reason: "wrong", metadata }, details });
const code = (problem: string) => ({ problem });
const claim = (name: string, check = "check_failed", problem = "ERR_JWT_CLAIM_VALIDATION_FAILED") => ({ problem, claim: name, check });
const unavailable = { kind: "refused", refusal: { kind: "issuer_unavailable" } };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = () => ({
  iss: issuer.url,
  aud: AUDIENCE,
  sub: "eve",
  scope: "climax:destructive",
  exp: Math.floor(Date.now() / 1000) + 300,
});

/** A token whose signature is made with the issuer's public key as if it were a shared secret. */
async function confuse(secretOf: "pem" | "modulus"): Promise<string> {
  const publicKey = (await importJWK(key.jwk, "RS256")) as CryptoKey;
  const secret = secretOf === "pem" ? await exportSPKI(publicKey) : Buffer.from(String(key.jwk["n"]), "base64url");
  const text = `${encode({ alg: "HS256", kid: key.kid, typ: "JWT" })}.${encode(claims())}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

describe("an access token", () => {
  it("lets its subject in, with its scopes", async () => {
    const token = await signToken(issuer, key, { claims: { scope: "openid climax:read climax:write" } });
    expect(await judge(token)).toEqual({ kind: "caller", caller: { subject: "ann", scopes: ["openid", "climax:read", "climax:write"] } });
  });

  it.each([
    ["a list", { scp: ["climax:read"] }],
    ["another claim", { scp: "climax:read" }],
  ])("may have its scopes as %s", async (_title, more) => {
    const token = await signToken(issuer, key, { claims: { scope: undefined, ...more } });
    expect(await judge(token)).toMatchObject({ caller: { scopes: ["climax:read"] } });
  });

  it.each(["ES256", "EdDSA", "PS256"])("may be signed with %s", async (alg) => {
    const signer = await makeKey("elliptic", alg);
    issuer.publish(key, signer);
    expect(await judge(await signToken(issuer, signer))).toMatchObject({ kind: "caller" });
  });

  it.each<[string, () => Promise<string> | string, object]>([
    ["was signed by nobody", () => `${encode({ alg: "none" })}.${encode(claims())}.`, code("ERR_JOSE_ALG_NOT_ALLOWED")],
    ["was signed with the public key as a secret", () => confuse("pem"), code("ERR_JOSE_ALG_NOT_ALLOWED")],
    ["was signed with a part of the public key as a secret", () => confuse("modulus"), code("ERR_JOSE_ALG_NOT_ALLOWED")],
    [
      "was signed with a key of somebody else that has the same name",
      () => signToken(issuer, other),
      code("ERR_JWS_SIGNATURE_VERIFICATION_FAILED"),
    ],
    ["names a key that there is not", () => signToken(issuer, { ...other, kid: "two" }), code("ERR_JWKS_NO_MATCHING_KEY")],
    ["was made for another server", () => signToken(issuer, key, { audience: "https://other.example.com/mcp" }), claim("aud")],
    ["was made for a server with a longer address", () => signToken(issuer, key, { audience: `${AUDIENCE}/more` }), claim("aud")],
    ["comes from another issuer", () => signToken(issuer, key, { issuer: "https://evil.example" }), claim("iss")],
    ["has expired", () => signToken(issuer, key, { expires: -60 }), claim("exp", "check_failed", "ERR_JWT_EXPIRED")],
    ["is not valid yet", () => signToken(issuer, key, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }), claim("nbf")],
    [
      "was changed after it was signed",
      async () => (await signToken(issuer, key)).replace(/\.[^.]+\./, `.${encode(claims())}.`),
      code("ERR_JWS_SIGNATURE_VERIFICATION_FAILED"),
    ],
    ["is no token", () => "secret", code("ERR_JWS_INVALID")],
  ])("does not count when it %s, and the details say why", async (_title, make, details) => {
    issuer.publish(key);
    expect(await judge(await make())).toEqual(wrong(details));
  });

  it("does not count when it never expires", async () => {
    const text = `${encode({ alg: "RS256", kid: key.kid })}.${encode({ ...claims(), exp: undefined })}`;
    const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key.privateKey, Buffer.from(text));
    expect(await judge(`${text}.${Buffer.from(signature).toString("base64url")}`)).toEqual(wrong(claim("exp", "missing")));
  });

  it("is asked for where there is none", async () => {
    expect(await judge(undefined)).toEqual({
      kind: "refused",
      refusal: { kind: "unauthorized", reason: "missing", metadata },
      details: { problem: "missing token" },
    });
  });
});

describe("the issuer's keys", () => {
  it("are read once for many tokens", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE });
    const token = bearer(await signToken(issuer, key));
    const before = issuer.reads();
    for (let count = 0; count < 20; count += 1) expect(await check(token)).toMatchObject({ kind: "caller" });
    expect(issuer.reads() - before).toBe(1);
  });

  it("are read again for a token of a new key, and the old one counts no longer", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE }, { cooldownMs: 0 });
    const old = bearer(await signToken(issuer, key));
    expect(await check(old)).toMatchObject({ kind: "caller" });
    const next = await makeKey("next");
    issuer.publish(next);
    expect(await check(bearer(await signToken(issuer, next)))).toMatchObject({ kind: "caller" });
    expect(await check(old)).toEqual(wrong(code("ERR_JWKS_NO_MATCHING_KEY")));
  });

  it("are not read for every token of a key that there is not", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE });
    const token = bearer(await signToken(issuer, { ...other, kid: "unknown" }));
    const before = issuer.reads();
    for (let count = 0; count < 20; count += 1) expect(await check(token)).toEqual(wrong(code("ERR_JWKS_NO_MATCHING_KEY")));
    expect(issuer.reads() - before).toBe(1);
  });

  it("can be missing for a while: that says nothing about a token", async () => {
    issuer.publish(key);
    issuer.fail(true);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE }, { cooldownMs: 0 });
    const token = bearer(await signToken(issuer, key));
    expect(await check(token)).toEqual(unavailable);
    issuer.fail(false);
    expect(await check(token)).toMatchObject({ kind: "caller" });
  });

  it("cannot be read where nobody listens", async () => {
    const check = createOAuthCheck({ issuer: "http://127.0.0.1:1", audience: AUDIENCE }, { cooldownMs: 0 });
    expect(await check(bearer(await signToken(issuer, key)))).toEqual(unavailable);
  });

  it.each<[string, (own: Issuer) => Partial<Parameters<typeof createOAuthCheck>[0]>, RegExp]>([
    ["nobody listens there", () => ({ issuer: "http://127.0.0.1:1" }), /^metadata: http:\/\/127\.0\.0\.1:1\/\S+: fetch failed: /],
    ["it answers with an error", (own) => (own.fail(true), {}), /^metadata: \S+: status 500; \S+: status 500$/],
    ["its metadata is that of another issuer", ({ url }) => ({ issuer: `${url}/` }), /^metadata: \S+: the issuer is "\S+", not "\S+"; /],
    ["there are no keys", ({ url }) => ({ jwks: `${url}/none` }), /^keys: Expected 200 OK from the JSON Web Key Set HTTP response$/],
    ["the keys are none", ({ url }) => ({ jwks: `${url}/.well-known/oauth-authorization-server` }), /^keys: JSON Web Key Set malformed$/],
  ])("cannot be read, which is reported, where %s", async (_title, change, want) => {
    const own = await startIssuer();
    own.publish(key);
    const token = await signToken(own, key);
    const problems: string[] = [];
    const options = { cooldownMs: 60_000, onIssuerFailure: (problem: string) => void problems.push(problem) };
    const check = createOAuthCheck({ issuer: own.url, audience: AUDIENCE, ...change(own) }, options);
    expect(await check(bearer(token))).toEqual(unavailable);
    expect(problems).toEqual([expect.stringMatching(want)]);
    expect(problems.join("")).not.toContain(token.split(".")[1]);
    own.close();
  });

  it("are found through OpenID Connect too, or where they are said to be", async () => {
    const openid = await startIssuer("openid-configuration");
    openid.publish(key);
    const token = bearer(await signToken(openid, key));
    expect(await createOAuthCheck({ issuer: openid.url, audience: AUDIENCE })(token)).toMatchObject({ kind: "caller" });
    const named = createOAuthCheck({ issuer: openid.url, audience: AUDIENCE, jwks: `${issuer.url}/keys` });
    issuer.publish(key);
    expect(await named(token)).toMatchObject({ kind: "caller" });
    openid.close();
  });

  it("are not taken from metadata of another issuer", async () => {
    const check = createOAuthCheck({ issuer: `${issuer.url}/`, audience: AUDIENCE }, { cooldownMs: 0 });
    expect(await check(bearer(await signToken(issuer, key)))).toEqual(unavailable);
  });
});
