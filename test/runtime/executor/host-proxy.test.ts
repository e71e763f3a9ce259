/** Tests the proxy of sandboxes with hosts: only listed names, and only public addresses unless an address itself is listed. */
import type { Server } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostProxyOptions, RefusedHost } from "../../../runtime/executor/host-proxy.ts";
import { createHostProxy } from "../../../runtime/executor/host-proxy.ts";

const upstream = createServer((received, response) => response.end(`${received.method} ${received.url} ${received.headers.host}`));
const proxies: Server[] = [];
let port = 0;

beforeAll(async () => {
  port = await listen(upstream);
});
afterAll(() => [upstream, ...proxies].forEach((server) => (server.closeAllConnections(), server.close())));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

interface Proxy {
  readonly get: (url: string) => Promise<string>;
  readonly tunnel: (authority: string) => Promise<string>;
  readonly refused: readonly RefusedHost[];
}

async function startProxy(options: Omit<HostProxyOptions, "onRefused">): Promise<Proxy> {
  const refused: RefusedHost[] = [];
  const proxy = createHostProxy({ ...options, onRefused: (one) => refused.push(one) });
  proxies.push(proxy);
  const at = await listen(proxy);
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: at, path, headers: { host: "other.example" }, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve(`${response.statusCode} ${text.trim()}`));
      })
        .on("error", reject)
        .end();
    });
  const tunnel = (authority: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(at, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
        if (text.endsWith("established\r\n\r\n")) socket.write("GET /in HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n\r\n");
      });
      socket.on("end", () => resolve(text)).on("error", reject);
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    });
  return { get, tunnel, refused };
}

describe("createHostProxy", () => {
  it("connects to a listed address, by CONNECT and without encryption, with the host of the URL", async () => {
    const { get, tunnel, refused } = await startProxy({ hosts: ["127.0.0.1"] });
    expect(await get(`http://127.0.0.1:${port}/a?b=1`)).toBe(`200 GET /a?b=1 127.0.0.1:${port}`);
    expect(await tunnel(`127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 200 [^]*GET \/in inner$/);
    expect(refused).toEqual([]);
  });

  it("refuses other names and addresses, and does not look them up", async () => {
    const looked: string[] = [];
    const resolve = (name: string): Promise<readonly []> => (looked.push(name), Promise.resolve([]));
    const { get, tunnel, refused } = await startProxy({ hosts: ["api.example.org", "*.example.net"], resolve });
    const hosts = [
      "example.org",
      "x.api.example.org",
      "api.example.org.evil.example",
      "example.net",
      "notexample.net",
      "127.0.0.1",
      "[::1]",
    ];
    const replies = await Promise.all(hosts.flatMap((host) => [get(`http://${host}:${port}/`), tunnel(`${host}:${port}`)]));
    expect(replies.filter((reply) => !/^(?:HTTP\/1\.1 )?403 /.test(reply))).toEqual([]);
    expect(new Set(refused.map(({ host }) => host))).toEqual(new Set(hosts.map((host) => host.replaceAll(/[[\]]/g, ""))));
    expect(looked).toEqual([]);
  });

  it("refuses a listed name that leads to private addresses only, and connects to no private address of others", async () => {
    const privates = [
      "127.0.0.1",
      "10.1.2.3",
      "169.254.169.254",
      "192.168.0.1",
      "0.0.0.0",
      "::1",
      "fe80::1",
      "fd00::1",
      "::ffff:127.0.0.1",
    ];
    for (const address of privates) {
      const resolve = (): Promise<{ address: string; family: number }[]> =>
        Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
      const { tunnel, refused } = await startProxy({ hosts: ["api.example.org"], resolve });
      expect(await tunnel(`API.example.org.:${port}`), address).toMatch(/^HTTP\/1\.1 403 /);
      expect(refused, address).toEqual([{ host: "api.example.org", reason: "not_public" }]);
    }
  });

  it.each(["192.31.196.1", "2620:4f:8000::1"])(
    "refuses a listed name that leads to this machine at its public address %s",
    async (address) => {
      const resolve = (): Promise<{ address: string; family: number }[]> =>
        Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
      const { get, refused } = await startProxy({ hosts: ["api.example.org"], resolve, ownAddresses: () => ["127.0.0.1", address] });
      expect(await get(`http://api.example.org:${port}/`)).toBe(
        "403 the name api.example.org leads to this machine or to an address that is not public",
      );
      expect(refused).toEqual([{ host: "api.example.org", reason: "not_public" }]);
    },
  );

  it("refuses a name of the machine that is listed by name", async () => {
    const { get } = await startProxy({ hosts: ["localhost"] });
    expect(await get(`http://localhost:${port}/`)).toMatch(/^403 /);
  });

  it("answers malformed requests and names without an address", async () => {
    const { get, tunnel } = await startProxy({ hosts: ["api.example.org"], resolve: () => Promise.resolve([]) });
    expect(await get("/relative")).toMatch(/^400 /);
    expect(await get("ftp://api.example.org/")).toMatch(/^400 /);
    expect(await tunnel("api.example.org")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await tunnel("api.example.org:0")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await tunnel("api.example.org:443")).toMatch(/^HTTP\/1\.1 502 /);
  });
});
