import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientFacts } from "../../generator/install/clients.ts";
import { jsonConfig } from "../../generator/install/json-config.ts";
import { planInstall } from "../../generator/install/plan-install.ts";

const address = { container: "mcpServers", name: "x" };
const entry = { command: "c" };

describe("an entry in a JSON file", () => {
  it.each<[string, string, string]>([
    ["is added to an empty file", "", '{\n  "mcpServers": {\n    "x": {\n      "command": "c"\n    }\n  }\n}\n'],
    [
      "is added after a comment in an empty file",
      "// mine\n",
      '// mine\n{\n  "mcpServers": {\n    "x": {\n      "command": "c"\n    }\n  }\n}\n',
    ],
    ["is added to an empty object", "{}\n", '{\n  "mcpServers": {\n    "x": {\n      "command": "c"\n    }\n  }\n}\n'],
    [
      "has the indentation of the file",
      '{\n\t"mcpServers": {}\n}',
      '{\n\t"mcpServers": {\n\t\t"x": {\n\t\t\t"command": "c"\n\t\t}\n\t}\n}',
    ],
    [
      "is added after the last server and its comment",
      '{\n "mcpServers": {\n  "a": 1 /* one */\n }\n}',
      '{\n "mcpServers": {\n  "a": 1, /* one */\n  "x": {\n   "command": "c"\n  }\n }\n}',
    ],
    [
      "has a trailing comma if the last server has one",
      '{\n "mcpServers": {\n  "a": 1, // one\n },\n}',
      '{\n "mcpServers": {\n  "a": 1, // one\n  "x": {\n   "command": "c"\n  },\n },\n}',
    ],
    [
      "is added after a comment in an object without servers",
      '{\n "mcpServers": {\n  // none\n }\n}',
      '{\n "mcpServers": {\n  // none\n  "x": {\n   "command": "c"\n  }\n }\n}',
    ],
    ["is added inline to a single-line file", '{"a":1,"mcpServers":{}}', '{"a":1,"mcpServers":{"x":{"command":"c"}}}'],
    ["is added inline to a single-line object", '{\n "mcpServers": {"a": 1}\n}', '{\n "mcpServers": {"a": 1,"x":{"command":"c"}}\n}'],
    [
      "is added with its container",
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "x": {\r\n            "command": "c"\r\n        }\r\n    }\r\n}\r\n',
    ],
  ])("%s", (_, before, after) => {
    expect(jsonConfig.put(before, address, entry)).toBe(after);
  });

  it.each<[string, string, string]>([
    [
      "keeps other servers and their comments",
      '{"mcpServers": {\n// a\n"a": 1, // b\n"x": 2\n// c\n}}',
      '{"mcpServers": {\n// a\n"a": 1 // b\n// c\n}}',
    ],
    ["keeps the following server", '{"mcpServers": {\n "x": {},\n // a\n "a": 1\n}}', '{"mcpServers": {\n // a\n "a": 1\n}}'],
    ["keeps a trailing comma", '{"mcpServers": {"a": 1, "x": 2,}}', '{"mcpServers": {"a": 1,}}'],
    ["keeps an empty object", '{\n "mcpServers": {\n  "x": 1\n }\n}', '{\n "mcpServers": {}\n}'],
  ])("%s after its removal", (_, before, after) => {
    expect(jsonConfig.remove(before, address)).toBe(after);
  });

  it.each<[string, string]>([
    ["the container twice", '{ "mcpServers": { "x": 1 }, "mcpServers": {} }'],
    ["the container twice, with the server in the second", '{ "mcpServers": {}, "mcpServers": { "a": 1 } }'],
  ])("is not written into a file that has %s", (_, text) => {
    const request = { client: clientFacts("cursor"), name: "x", server: "/s", force: true, entry };
    const help = "remove the duplicate keys from the file, and run the command again";
    expect(planInstall({ path: "f", text }, request)).toMatchObject({ kind: "refused", diagnostic: { code: "client-file-layout", help } });
  });

  it("is not updated if its variables are not an object, and the help explains how to add the entry", () => {
    const request = { client: clientFacts("cursor"), name: "x", server: "/s", force: false, entry: { args: ["/s"], env: { PATH: "/p" } } };
    const text = '{ "mcpServers": { "x": { "args": ["/s"], "env": null } } }';
    const help = 'remove the entry "x", and run the command again';
    expect(planInstall({ path: "f", text }, request)).toMatchObject({ kind: "refused", diagnostic: { code: "client-file-layout", help } });
    expect(planInstall({ path: "f", text: '{ "mcpServers": {} }' }, request)).toMatchObject({ kind: "change" });
  });

  it("can be added to any file and removed byte for byte", () => {
    const servers = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
    const file = fc.record({ others: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), servers });
    const layout = fc.record({
      indent: fc.constantFrom("", " ", "    ", "\t"),
      end: fc.constantFrom("\n", "\r\n"),
      tail: fc.constantFrom("", "\n"),
    });
    fc.assert(
      fc.property(file, layout, ({ others, servers: given }, { indent, end, tail }) => {
        const data = Object.fromEntries([
          ...Object.entries(others),
          ["mcpServers", Object.fromEntries(Object.entries(given).filter(([name]) => name !== "x"))],
        ]);
        const before = (JSON.stringify(data, null, indent) + tail).replaceAll("\n", end);
        const request = { client: clientFacts("cursor"), name: "x", server: "/s", force: false };
        const added = planInstall({ path: "f", text: before }, { ...request, entry: { command: "c", args: ["/s"] } });
        if (added.kind !== "change") throw new Error(added.kind);
        const { mcpServers, ...rest } = JSON.parse(before) as { mcpServers: object };
        expect(JSON.parse(added.text)).toEqual({ ...rest, mcpServers: { ...mcpServers, x: { command: "c", args: ["/s"] } } });
        const removed = planInstall({ path: "f", text: added.text }, request);
        expect(removed).toMatchObject({ kind: "change", change: "remove", text: before });
      }),
    );
  });

  it("can be added between any comments and removed byte for byte", () => {
    const comment = fc.constantFrom(
      "",
      "",
      " // a, }",
      " /* , */",
      "\n// {",
      "\n\n/* a\n , */",
      " //////////////////////////////////////// *",
      " /* */ /***/",
    );
    const servers = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.record({ command: fc.string() }), { minKeys: 1 });
    fc.assert(
      fc.property(servers, fc.array(comment, { minLength: 30, maxLength: 30 }), fc.boolean(), (given, comments, hasCommas) => {
        const plain = JSON.stringify({ a: 1, mcpServers: given, b: [] }, null, 2);
        const lines = (hasCommas ? plain.replaceAll(/(["}])\n/g, "$1,\n") : plain).split("\n");
        const before = lines.map((line, index) => line + (comments[index] ?? "")).join("\n");
        const request = { client: clientFacts("zed"), name: "x", server: "/s", force: false };
        const text = before.replace("mcpServers", "context_servers");
        const added = planInstall({ path: "f", text }, { ...request, entry: { command: "c", args: ["/s"] } });
        if (added.kind !== "change") throw new Error(`${added.kind}: ${text}`);
        expect(added.text.match(/\/\/.*|\/\*[^]*?\*\//g)).toEqual(text.match(/\/\/.*|\/\*[^]*?\*\//g));
        expect(planInstall({ path: "f", text: added.text }, request)).toMatchObject({ kind: "change", change: "remove", text });
      }),
    );
  });
});
