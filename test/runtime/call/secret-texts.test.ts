import { describe, expect, it } from "vitest";
import { listSecretTexts } from "../../../runtime/call/secret-texts.ts";
import { buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { CommandHandler, ToolArg } from "../../../runtime/tool/tool.ts";

/** Returns the secret strings of a call of a program with one argument. */
function textsOf(arg: Omit<ToolArg, "name">, value: ArgValue): readonly string[] {
  const args: readonly ToolArg[] = [{ name: "key", secret: true, ...arg }];
  const handler: CommandHandler = { kind: "command", program: { command: ["p"], global_args: [] }, command: [] };
  const values = new Map([["key", value]]);
  const line = buildCommandLine({ args }, handler, { values, env: {} });
  const tool = { name: "t", description: "", args, handler, cli: { name: "c", description: "", tool_count: 1 } };
  return listSecretTexts({ tool, values, line });
}

describe("the secret strings of a call", () => {
  it.each<[string, Omit<ToolArg, "name">, ArgValue, readonly string[]]>([
    ["a template", { type: "string", value: ["pass:{}"] }, "hunter2222", ["hunter2222"]],
    ["a map, without its keys", { type: "map" }, { user: "hunter2222" }, ["hunter2222"]],
    ["the items of a joined list", { type: "string", join: "," }, ["first-secret", "second-secret"], ["first-secret", "second-secret"]],
    ["a variable", { type: "string", env: "TOKEN" }, "hunter2222", ["hunter2222"]],
    ["a variable that joins a list", { type: "string", env: "TOKENS", join: ":" }, ["one", "two"], ["one", "two", "one:two"]],
    ["a temporary file with the lines of a list", { type: "string", file: {}, repeat: true }, ["one", "two"], ["one", "two", "one\ntwo"]],
    ["standard input with the lines of a list", { type: "string", stdin: true, repeat: true }, ["one", "two"], ["one", "two", "one\ntwo"]],
    ["a temporary file, but not its path", { type: "string", file: {} }, "hunter2222", ["hunter2222"]],
    [
      "a value with line endings that replies do not have",
      { type: "string" },
      "one-key\r\ntwo\r\n",
      ["one-key\r\ntwo\r\n", "one-key\ntwo"],
    ],
    ["an argument that is not secret", { type: "string", secret: false }, "hunter2222", []],
  ])("include those of %s", (_title, arg, value, want) => {
    expect(textsOf(arg, value)).toEqual(want);
  });

  it("include the notations in which programs print variables: JSON, URLs, base64 at any position, and the long lines of a key", () => {
    const tool = {
      name: "t",
      description: "",
      args: [],
      handler: { kind: "command", program: { command: [], global_args: [] }, command: [] } as const,
    };
    const cli = { name: "c", description: "", tool_count: 1 };
    const lines = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "AbCdEfGhIjKlMnOpQrStUvWxYz012345"];
    const key = `-----BEGIN KEY-----\n${lines.join("\n")}\nshort=\n`;
    const texts = listSecretTexts({ tool: { ...tool, cli }, secretVariables: { PIN: 'a "secret" é', KEY: key } });
    expect(texts).toEqual(expect.arrayContaining(['a \\"secret\\" é', "a%20%22secret%22%20%C3%A9", key, ...lines]));
    for (const user of ["", "a", "ab", "abc", "abcd"]) {
      const printed = Buffer.from(`${user}a "secret" é:`).toString("base64");
      expect(texts.filter((text) => text.length > 12 && printed.includes(text)).length).toBeGreaterThan(0);
    }
    expect(texts).not.toContain("-----BEGIN KEY-----");
  });

  it("include numbers and the items of lists, also without a command line, as for a function", () => {
    const args: readonly ToolArg[] = [
      { name: "pin", type: "integer", secret: true },
      { name: "keys", type: "string", repeat: true, secret: true },
      { name: "on", type: "boolean", secret: true },
    ];
    const tool = {
      name: "t",
      description: "",
      args,
      handler: { kind: "function", run: () => "" } as const,
      cli: { name: "c", description: "", tool_count: 1 },
    };
    const values = new Map<string, ArgValue>([
      ["pin", 12345678],
      ["keys", ["one", "two"]],
      ["on", true],
    ]);
    expect(listSecretTexts({ tool, values })).toEqual(["12345678", "one", "two"]);
  });
});
