/** Tests lists of hosts: what they allow, and how policies combine them. */
import { expect, it } from "vitest";
import type { BubblewrapNetwork } from "../../../runtime/policy/network-hosts.ts";
import { combineBubblewrapNetworks, isListedHost, toHost } from "../../../runtime/policy/network-hosts.ts";

it("lists names, subdomains and addresses", () => {
  const hosts = ["api.example.org", "*.Example.net.", "10.0.0.1", "[::1]"];
  const isListed = (host: string): boolean => isListedHost(toHost(host), hosts);
  const listed = ["api.example.org", "API.example.org.", "a.example.net", "a.b.example.net", "10.0.0.1", "::1", "[::1]"];
  const others = [
    "example.org",
    "x.api.example.org",
    "example.net",
    ".example.net",
    "badexample.net",
    "a.example.net.evil",
    "10.0.0.10",
    "",
    "*",
  ];
  expect(listed.filter((host) => !isListed(host))).toEqual([]);
  expect(others.filter(isListed)).toEqual([]);
});

it("combines two networks to the stricter one, in both orders", () => {
  const hosts = (...names: readonly string[]): BubblewrapNetwork => ({ hosts: names });
  const cases: readonly (readonly [BubblewrapNetwork | undefined, BubblewrapNetwork | undefined, BubblewrapNetwork])[] = [
    [undefined, "host", "none"],
    ["none", hosts("a.example"), "none"],
    ["host", hosts("a.example"), hosts("a.example")],
    [hosts("a.example", "b.example"), hosts("b.example", "c.example"), hosts("b.example")],
    [hosts("a.example"), hosts("b.example"), "none"],
    [hosts("*.example.org"), hosts("api.example.org", "example.org"), hosts("api.example.org")],
    [hosts("*.example.org"), hosts("*.eu.example.org"), hosts("*.eu.example.org")],
  ];
  const found = cases.map(([left, right]) => [combineBubblewrapNetworks(left, right), combineBubblewrapNetworks(right, left)]);
  expect(found).toEqual(cases.map(([, , want]) => [want, want]));
});
