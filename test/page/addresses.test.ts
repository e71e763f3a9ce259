import { describe, expect, it } from "vitest";
import { cliHref, parseRoute, riskHref, searchHref, toolHref } from "../../generator/page/addresses.ts";

const NAMES = ["git_log", "a/b", "%", "#", "ä b", "工具", "__proto__"];

describe("the addresses of a page", () => {
  it.each(NAMES)("open the view of %j", (name) => {
    expect(parseRoute(toolHref(name))).toEqual({ kind: "tool", tool: name });
    expect(parseRoute(toolHref("tool", name))).toEqual({ kind: "tool", tool: "tool", arg: name });
    expect(parseRoute(cliHref(name))).toEqual({ kind: "list", cli: name });
    expect(parseRoute(riskHref(name))).toEqual({ kind: "list", risk: name });
    expect(parseRoute(searchHref(name))).toEqual({ kind: "search", query: name });
  });

  it("replace a lone surrogate, which has no encoding", () => {
    expect(toolHref("a\uD800")).toBe("#tool/a%EF%BF%BD");
  });

  it.each([
    ["", { kind: "overview" }],
    ["#", { kind: "overview" }],
    ["#other", { kind: "overview" }],
    ["#tools", { kind: "list" }],
    ["#search", { kind: "search" }],
    ["#tool", { kind: "list" }],
    ["#tool/%E0%A4%A", { kind: "tool", tool: "%E0%A4%A" }],
  ])("read %j as a view", (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
  });
});
