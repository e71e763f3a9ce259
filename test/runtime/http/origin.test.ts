import { describe, expect, it } from "vitest";
import type { Addressing } from "../../../runtime/http/origin.ts";
import { createAddressingCheck } from "../../../runtime/http/origin.ts";
import type { HttpLaunch } from "../../../runtime/launch/http-launch.ts";

const LAUNCH: HttpLaunch = {
  address: { host: "MyHost", port: 8000 },
  allowedHosts: ["proxy.example"],
  allowedOrigins: ["https://page.example"],
  maxRequests: 1,
  maxConnections: 1,
  drainSeconds: 1,
  oauth: { issuer: "https://id.example", audience: "https://Tools.example:8443/mcp" },
};

const kindOf = (addressing: Addressing): string => createAddressingCheck(LAUNCH)(addressing)?.kind ?? "allowed";

describe("the check of the headers Host and Origin", () => {
  it.each<[string, Addressing, string]>([
    ["this machine", { host: "localhost:8000" }, "allowed"],
    ["this machine, by its address", { host: "127.0.0.1" }, "allowed"],
    ["this machine, by its address of IPv6", { host: "[::1]:8000" }, "allowed"],
    ["the address of the server, in any case", { host: "myHOST:8000" }, "allowed"],
    ["a host of --allow-host", { host: "proxy.example:444" }, "allowed"],
    ["the host of the audience", { host: "tools.example" }, "allowed"],
    ["a host that extends an allowed one", { host: "localhost.evil.example" }, "wrong_host"],
    ["another host", { host: "evil.example" }, "wrong_host"],
    ["another host as the user of an allowed one", { host: "evil.example@localhost" }, "wrong_host"],
    ["an allowed host before a path", { host: "localhost/evil.example" }, "wrong_host"],
    ["an allowed host before a query", { host: "localhost?evil.example" }, "wrong_host"],
    ["an allowed host before a fragment", { host: "localhost#evil.example" }, "wrong_host"],
    ["an allowed host before a backslash", { host: "localhost\\@evil.example" }, "wrong_host"],
    ["an allowed host with a tab in it", { host: "local\thost" }, "wrong_host"],
    ["no host", {}, "wrong_host"],
    ["a page of --allow-origin", { host: "localhost", origin: "https://page.example" }, "allowed"],
    ["a page of the server", { host: "localhost:8000", origin: "http://localhost:8000" }, "allowed"],
    ["a page of the server behind a proxy with TLS", { host: "proxy.example", origin: "https://proxy.example" }, "allowed"],
    ["a page of another port", { host: "localhost:8000", origin: "http://localhost:9000" }, "wrong_origin"],
    ["a page of another host", { host: "localhost", origin: "https://evil.example" }, "wrong_origin"],
    ["a page without an origin", { host: "localhost", origin: "null" }, "wrong_origin"],
  ])("decides about %s", (_title, addressing, want) => {
    expect(kindOf(addressing)).toBe(want);
  });

  it("decides about each request by its own host", () => {
    const check = createAddressingCheck(LAUNCH);
    expect(["localhost", "evil.example", "localhost", "evil.example"].map((host) => check({ host })?.kind)).toEqual([
      undefined,
      "wrong_host",
      undefined,
      "wrong_host",
    ]);
  });

  it("quotes at most 200 characters of a header", () => {
    const check = createAddressingCheck(LAUNCH);
    expect(check({ host: "x".repeat(300) })).toEqual({ kind: "wrong_host", host: "x".repeat(200) });
    const origin = `https://${"x".repeat(300)}`;
    expect(check({ host: "localhost", origin })).toEqual({ kind: "wrong_origin", origin: origin.slice(0, 200) });
  });
});
