/** An issuer of access tokens on loopback, whose keys are made in the test. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CryptoKey, JWTPayload } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface IssuerKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** As the issuer publishes it. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

export interface Issuer {
  readonly url: string;
  /** Publishes these keys and no others. */
  readonly publish: (...keys: readonly IssuerKey[]) => void;
  /** Answers everything with 500 until it is called with `false`. */
  readonly fail: (fails: boolean) => void;
  /** Keeps everybody who asks waiting until `release`; `asked` resolves with the first of them. */
  readonly hold: () => { readonly asked: Promise<void>; readonly release: () => void };
  /** How often the keys were read. */
  readonly reads: () => number;
  readonly close: () => void;
}

export const AUDIENCE = "https://tools.example.com/mcp";

export async function makeKey(kid: string, alg = "RS256"): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** `discovery`: whose metadata it has, that of OAuth or that of OpenID Connect. */
export async function startIssuer(discovery: "oauth-authorization-server" | "openid-configuration" = "oauth-authorization-server") {
  let keys: readonly IssuerKey[] = [];
  let fails = false;
  let reads = 0;
  let free = Promise.resolve();
  const server = createServer(async (request, response) => {
    await free;
    const answers = new Map<string, () => unknown>([
      [`/.well-known/${discovery}`, () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })],
      ["/keys", () => ((reads += 1), { keys: keys.map(({ jwk }) => jwk) })],
    ]);
    const answer = answers.get(request.url ?? "");
    response.writeHead(fails ? 500 : answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(fails ? {} : (answer?.() ?? {})));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (...published) => void (keys = published),
    fail: (shall) => void (fails = shall),
    hold() {
      let release = (): void => undefined;
      free = new Promise((resolve) => (release = resolve));
      return { asked: once(server, "request").then(() => undefined), release };
    },
    reads: () => reads,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return issuer;
}

export interface TokenOptions {
  readonly claims?: JWTPayload;
  readonly audience?: string;
  readonly issuer?: string;
  /** Relative to now, in seconds. */
  readonly expires?: number;
}

/** A token of the issuer, signed with the key. */
export async function signToken(
  { url }: Issuer,
  key: IssuerKey,
  { claims = {}, audience = AUDIENCE, issuer = url, expires = 300 }: TokenOptions = {},
) {
  return await new SignJWT({ sub: "ann", scope: "climax:read", ...claims })
    .setProtectedHeader({ alg: String(key.jwk["alg"]), kid: key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + expires)
    .sign(key.privateKey);
}
