import { describe, expect, it } from "vitest";
import { formatAddress, isLoopback, parseAddress } from "../../../runtime/launch/http-address.ts";
import type { HttpLaunch } from "../../../runtime/launch/http-launch.ts";
import { readLaunch } from "../../../runtime/launch/launch.ts";

const launch = (...argv: readonly string[]) => readLaunch(argv, { name: "demo", version: "1.0.0", classic: false });
const loopback = { host: "127.0.0.1", port: 8080 };
const defaults: HttpLaunch = {
  address: loopback,
  allowedHosts: [],
  allowedOrigins: [],
  maxRequests: 256,
  maxConnections: 1024,
  drainSeconds: 10,
};

describe("an address", () => {
  it.each([
    ["8080", "127.0.0.1:8080"],
    ["0", "127.0.0.1:0"],
    ["0.0.0.0:80", "0.0.0.0:80"],
    ["localhost:8080", "localhost:8080"],
    ["[::1]:8080", "[::1]:8080"],
  ])("%s is %s", (word, want) => {
    const address = parseAddress(word);
    expect(address && formatAddress(address)).toBe(want);
  });

  it.each(["", "x", "65536", "-1", "80.5", ":8080", "::1:8080", "a b:80", "host:", "[::1]", "http://host:80", "host:80/mcp"])(
    "is not %j",
    (word) => {
      expect(parseAddress(word)).toBeUndefined();
    },
  );

  it.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["[::1]", true],
    ["LOCALHOST", true],
    ["0.0.0.0", false],
    ["::", false],
    ["10.0.0.1", false],
    ["127.0.0.1.evil.example", false],
    ["localhost.evil.example", false],
  ])("%s is loopback: %s", (host, want) => {
    expect(isLoopback(host)).toBe(want);
  });
});

describe("the arguments of serving over HTTP", () => {
  it.each<[string, readonly string[], Partial<HttpLaunch>]>([
    ["have defaults", [], {}],
    ["take a file", ["--token-file", "/run/token"], { tokenFile: "/run/token" }],
    ["take hosts", ["--allow-host", "A.example", "--allow-host=[fd00::5]"], { allowedHosts: ["a.example", "[fd00::5]"] }],
    [
      "take origins",
      ["--allow-origin", "https://a.example", "--allow-origin", "http://localhost:3000/"],
      { allowedOrigins: ["https://a.example", "http://localhost:3000"] },
    ],
    [
      "take limits",
      ["--max-requests", "1", "--max-connections", "2", "--session-idle", "9", "--drain", "0"],
      { maxRequests: 1, maxConnections: 2, sessionIdleSeconds: 9, drainSeconds: 0 },
    ],
    [
      "accept an issuer verbatim",
      ["--oauth-issuer", "https://id.example", "--oauth-audience", "https://tools.example/mcp", "--oauth-jwks", "http://localhost:1/keys"],
      { oauth: { issuer: "https://id.example", audience: "https://tools.example/mcp", jwks: "http://localhost:1/keys" } },
    ],
  ])("%s", (_title, argv, want) => {
    expect(launch("--http", "8080", ...argv)).toMatchObject({ kind: "serve", http: { ...defaults, ...want } });
  });

  it("are undefined without --http", () => {
    expect(launch()).not.toHaveProperty("http");
  });

  const oauth = ["--oauth-issuer", "https://id.example", "--oauth-audience", "https://tools.example/mcp"];
  it.each<[string, readonly string[], string]>([
    ["an option without --http", ["--drain", "1"], "--drain needs --http"],
    ["no port", ["--http", "localhost"], "--http needs a port"],
    ["a token file without a name", ["--http", "1", "--token-file="], "--token-file needs the name of a file"],
    ["a host with a port", ["--http", "1", "--allow-host", "a.example:80"], "--allow-host needs a name or an address without a port"],
    ["a host with a path", ["--http", "1", "--allow-host", "a.example/x"], "--allow-host needs a name"],
    ["any host", ["--http", "1", "--allow-host", "*"], "--allow-host needs a name"],
    ["an origin with a path", ["--http", "1", "--allow-origin", "https://a.example/x"], "--allow-origin needs an origin"],
    ["any origin", ["--http", "1", "--allow-origin", "*"], "--allow-origin needs an origin"],
    ["an origin that no page has", ["--http", "1", "--allow-origin", "null"], "--allow-origin needs an origin"],
    ["a limit of no requests", ["--http", "1", "--max-requests", "0"], "--max-requests needs a whole number from 1"],
    [
      "an idle time of sessions with --stateless",
      ["--http", "1", "--stateless", "--session-idle", "2"],
      "--stateless and --session-idle are mutually exclusive",
    ],
    [
      "sessions with --stateless",
      ["--http", "1", "--stateless", "--max-sessions", "2"],
      "--stateless and --max-sessions are mutually exclusive",
    ],
    ["a fraction of a second", ["--http", "1", "--drain", "0.5"], "--drain needs a whole number from 0"],
    ["an issuer without an audience", ["--http", "1", ...oauth.slice(0, 2)], "OAuth needs both --oauth-issuer and --oauth-audience"],
    ["keys without an issuer", ["--http", "1", "--oauth-jwks", "https://id.example"], "OAuth needs both"],
    ["an issuer without TLS", ["--http", "1", "--oauth-issuer", "http://id.example", ...oauth.slice(2)], "--oauth-issuer needs an https"],
    ["an audience that is not an address", ["--http", "1", ...oauth.slice(0, 3), "api"], "--oauth-audience needs the public address"],
    ["a token and an issuer", ["--http", "1", ...oauth, "--token-file", "t"], "--token-file and --oauth-issuer are mutually exclusive"],
  ])("are rejected with %s", (_title, argv, want) => {
    expect(launch(...argv)).toMatchObject({ kind: "refused", text: expect.stringContaining(`demo: ${want}`) as string });
  });
});
