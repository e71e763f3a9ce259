/** Tests valid and invalid access tokens, with an issuer on loopback. */
import { createHmac } from "node:crypto";
import type { CryptoKey } from "jose";
import { exportSPKI, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOAuthCheck } from "../../../runtime/http/oauth.ts";
import type { Authentication } from "../../../runtime/http/authentication.ts";
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

/** Forges a token that is signed with the issuer's public key as an HMAC secret (algorithm confusion). */
async function forgeHmacToken(secretOf: "pem" | "modulus"): Promise<string> {
  const publicKey = (await importJWK(key.jwk, "RS256")) as CryptoKey;
  const secret = secretOf === "pem" ? await exportSPKI(publicKey) : Buffer.from(String(key.jwk["n"]), "base64url");
  const text = `${encode({ alg: "HS256", kid: key.kid, typ: "JWT" })}.${encode(claims())}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

describe("an access token", () => {
  it("authenticates its subject with its scopes", async () => {
    const token = await signToken(issuer, key, { claims: { scope: "openid climax:read climax:write" } });
    expect(await judge(token)).toEqual({
      kind: "authenticated",
      sender: { subject: "ann", scopes: ["openid", "climax:read", "climax:write"] },
      claims: expect.objectContaining({ sub: "ann", aud: AUDIENCE }) as object,
    });
  });

  it.each([
    ["a list", { scp: ["climax:read"] }],
    ["a claim with another name", { scp: "climax:read" }],
  ])("can have its scopes in %s", async (_title, more) => {
    const token = await signToken(issuer, key, { claims: { scope: undefined, ...more } });
    expect(await judge(token)).toMatchObject({ sender: { scopes: ["climax:read"] } });
  });

  it("of a client without a user has the client as its subject", async () => {
    const token = await signToken(issuer, key, { claims: { sub: undefined, client_id: "robot" } });
    expect(await judge(token)).toMatchObject({ sender: { subject: "client_id:robot" } });
  });

  it("of a client never has the subject of a user, for any names", async () => {
    const names = ["ann", "client_id:ann", "sub:ann", "sub:client_id:ann", "client_id:client_id:ann"];
    const given = names.flatMap((name) => [{ sub: name }, { sub: undefined, client_id: name }]);
    const callers = await Promise.all(given.map(async (named) => await judge(await signToken(issuer, key, { claims: named }))));
    const subjects = callers.map((one) => (one.kind === "authenticated" ? one.sender.subject : "refused"));
    expect(new Set(subjects).size).toBe(given.length);
    expect(subjects.slice(0, 3)).toEqual(["ann", "client_id:ann", "sub:client_id:ann"]);
  });

  it.each(["ES256", "EdDSA", "PS256"])("can be signed with %s", async (alg) => {
    const signer = await makeKey("elliptic", alg);
    issuer.publish(key, signer);
    expect(await judge(await signToken(issuer, signer))).toMatchObject({ kind: "authenticated" });
  });

  it.each<[string, () => Promise<string> | string, object]>([
    ["is unsigned", () => `${encode({ alg: "none" })}.${encode(claims())}.`, code("ERR_JOSE_ALG_NOT_ALLOWED")],
    ["is signed with the public key as a secret", () => forgeHmacToken("pem"), code("ERR_JOSE_ALG_NOT_ALLOWED")],
    ["is signed with the modulus of the public key as a secret", () => forgeHmacToken("modulus"), code("ERR_JOSE_ALG_NOT_ALLOWED")],
    ["is signed with a different key of the same id", () => signToken(issuer, other), code("ERR_JWS_SIGNATURE_VERIFICATION_FAILED")],
    ["names an unknown key", () => signToken(issuer, { ...other, kid: "two" }), code("ERR_JWKS_NO_MATCHING_KEY")],
    ["has a different audience", () => signToken(issuer, key, { audience: "https://other.example.com/mcp" }), claim("aud")],
    ["has an audience that extends the server's", () => signToken(issuer, key, { audience: `${AUDIENCE}/more` }), claim("aud")],
    ["has a different issuer", () => signToken(issuer, key, { issuer: "https://evil.example" }), claim("iss")],
    ["has expired", () => signToken(issuer, key, { expires: -60 }), claim("exp", "check_failed", "ERR_JWT_EXPIRED")],
    ["is not valid yet", () => signToken(issuer, key, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }), claim("nbf")],
    [
      "was modified after it was signed",
      async () => (await signToken(issuer, key)).replace(/\.[^.]+\./, `.${encode(claims())}.`),
      code("ERR_JWS_SIGNATURE_VERIFICATION_FAILED"),
    ],
    ["has no subject", () => signToken(issuer, key, { claims: { sub: undefined } }), claim("sub", "missing")],
    ["has an empty subject", () => signToken(issuer, key, { claims: { sub: "", client_id: "" } }), claim("sub", "missing")],
    ["has an empty subject and a client", () => signToken(issuer, key, { claims: { sub: "", client_id: "app" } }), claim("sub", "missing")],
    [
      "has a number as its subject, which all users of the client could share",
      () => signToken(issuer, key, { claims: { sub: 7, client_id: "app" } }),
      claim("sub", "invalid"),
    ],
    ["is not a JWT", () => "secret", code("ERR_JWS_INVALID")],
  ])("is rejected if it %s, with the reason in the details", async (_title, make, details) => {
    issuer.publish(key);
    expect(await judge(await make())).toEqual(wrong(details));
  });

  it("is rejected if it never expires", async () => {
    const text = `${encode({ alg: "RS256", kid: key.kid })}.${encode({ ...claims(), exp: undefined })}`;
    const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key.privateKey, Buffer.from(text));
    expect(await judge(`${text}.${Buffer.from(signature).toString("base64url")}`)).toEqual(wrong(claim("exp", "missing")));
  });

  it("is requested if missing", async () => {
    expect(await judge(undefined)).toEqual({
      kind: "refused",
      refusal: { kind: "unauthorized", reason: "missing", metadata },
      details: { problem: "missing token" },
    });
  });
});

describe("the issuer's keys", () => {
  it("are fetched once for many tokens", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE });
    const token = bearer(await signToken(issuer, key));
    const before = issuer.reads();
    for (let count = 0; count < 20; count += 1) expect(await check(token)).toMatchObject({ kind: "authenticated" });
    expect(issuer.reads() - before).toBe(1);
  });

  it("are refreshed for a token with a new key, and removed keys become invalid", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE }, { cooldownMs: 0 });
    const old = bearer(await signToken(issuer, key));
    expect(await check(old)).toMatchObject({ kind: "authenticated" });
    const next = await makeKey("next");
    issuer.publish(next);
    expect(await check(bearer(await signToken(issuer, next)))).toMatchObject({ kind: "authenticated" });
    expect(await check(old)).toEqual(wrong(code("ERR_JWKS_NO_MATCHING_KEY")));
  });

  it("are not fetched for every token with an unknown key", async () => {
    issuer.publish(key);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE });
    const token = bearer(await signToken(issuer, { ...other, kid: "unknown" }));
    const before = issuer.reads();
    for (let count = 0; count < 20; count += 1) expect(await check(token)).toEqual(wrong(code("ERR_JWKS_NO_MATCHING_KEY")));
    expect(issuer.reads() - before).toBe(1);
  });

  it("can be temporarily unavailable without making tokens invalid", async () => {
    issuer.publish(key);
    issuer.fail(true);
    const check = createOAuthCheck({ issuer: issuer.url, audience: AUDIENCE }, { cooldownMs: 0 });
    const token = bearer(await signToken(issuer, key));
    expect(await check(token)).toEqual(unavailable);
    issuer.fail(false);
    expect(await check(token)).toMatchObject({ kind: "authenticated" });
  });

  it("are unavailable if the issuer does not listen", async () => {
    const check = createOAuthCheck({ issuer: "http://127.0.0.1:1", audience: AUDIENCE }, { cooldownMs: 0 });
    expect(await check(bearer(await signToken(issuer, key)))).toEqual(unavailable);
  });

  it.each<[string, (own: Issuer) => Partial<Parameters<typeof createOAuthCheck>[0]>, RegExp]>([
    ["the issuer does not listen", () => ({ issuer: "http://127.0.0.1:1" }), /^metadata: http:\/\/127\.0\.0\.1:1\/\S+: fetch failed: /],
    ["the issuer responds with an error", (own) => (own.fail(true), {}), /^metadata: \S+: status 500; \S+: status 500$/],
    ["the metadata names a different issuer", ({ url }) => ({ issuer: `${url}/` }), /^metadata: \S+: the issuer is "\S+", not "\S+"; /],
    ["the metadata is a redirect", (own) => (own.redirect(`${own.url}/moved`), {}), /^metadata: \S+: fetch failed: unexpected redirect; /],
    [
      "the metadata names keys that the network could replace",
      (own) => (own.announce("http://keys.example.com/keys"), {}),
      /^metadata: \S+: jwks_uri is not an https address: "http:\/\/keys\.example\.com\/keys"; /,
    ],
    ["the keys are missing", ({ url }) => ({ jwks: `${url}/none` }), /^keys: Expected 200 OK from the JSON Web Key Set HTTP response$/],
    [
      "the keys are malformed",
      ({ url }) => ({ jwks: `${url}/.well-known/oauth-authorization-server` }),
      /^keys: JSON Web Key Set malformed$/,
    ],
  ])("are reported as unavailable if %s", async (_title, change, want) => {
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

  it.each<[string, (own: Issuer) => { readonly jwks?: string }]>([
    ["metadata", () => ({})],
    ["keys", ({ url }) => ({ jwks: `${url}/keys` })],
  ])("are unavailable if the response with the %s is too large, of which only the start is read", async (what, change) => {
    const own = await startIssuer();
    own.publish(key);
    const token = bearer(await signToken(own, key));
    const problems: string[] = [];
    const options = { cooldownMs: 0, onIssuerFailure: (problem: string) => void problems.push(problem) };
    own.pad(900_000);
    const check = createOAuthCheck({ issuer: own.url, audience: AUDIENCE, ...change(own) }, options);
    expect(await check(token)).toMatchObject({ kind: "authenticated" });
    const sent = own.pad(200_000_000);
    const fresh = createOAuthCheck({ issuer: own.url, audience: AUDIENCE, ...change(own) }, options);
    expect(await fresh(token)).toEqual(unavailable);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${what}: .*the response has more than 1048576 bytes`))]);
    expect(sent()).toBeLessThan(50_000_000);
    own.close();
  });

  it("are found through OpenID Connect Discovery, or at a configured URL", async () => {
    const openid = await startIssuer("openid-configuration");
    openid.publish(key);
    const token = bearer(await signToken(openid, key));
    expect(await createOAuthCheck({ issuer: openid.url, audience: AUDIENCE })(token)).toMatchObject({ kind: "authenticated" });
    const named = createOAuthCheck({ issuer: openid.url, audience: AUDIENCE, jwks: `${issuer.url}/keys` });
    issuer.publish(key);
    expect(await named(token)).toMatchObject({ kind: "authenticated" });
    openid.close();
  });

  it("are not read from metadata of a different issuer", async () => {
    const check = createOAuthCheck({ issuer: `${issuer.url}/`, audience: AUDIENCE }, { cooldownMs: 0 });
    expect(await check(bearer(await signToken(issuer, key)))).toEqual(unavailable);
  });
});
