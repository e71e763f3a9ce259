import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { clientFacts } from "../../generator/install/clients.ts";
import { planInstall } from "../../generator/install/plan-install.ts";
import { tomlConfig } from "../../generator/install/toml-config.ts";
import { splitStatements } from "../../generator/install/toml-statements.ts";

const address = { container: "mcp_servers", name: "x" };
const request = { client: clientFacts("codex"), name: "x", server: "/s", force: false };
const TABLE = '[mcp_servers.x]\ncommand = "c"\nargs = ["/s"]';

describe("statements of TOML", () => {
  it.each<[string, string, readonly (readonly [string, string, ...string[]])[]]>([
    [
      "pairs, by their first key",
      'a.b = 1\n"c d" = 2',
      [
        ["pair", "a.b = 1\n", "a"],
        ["pair", '"c d" = 2', "c d"],
      ],
    ],
    [
      "multi-line values",
      "a = [\n  1, # ]\n]\nb = '''\n[c]\n'''\n",
      [
        ["pair", "a = [\n  1, # ]\n]\n", "a"],
        ["pair", "b = '''\n[c]\n'''\n", "b"],
      ],
    ],
    [
      "tables, by all keys of their name",
      '[a."b.c"] # d\n[[e]]\n',
      [
        ["table", '[a."b.c"] # d\n', "a", "b.c"],
        ["table", "[[e]]\n"],
      ],
    ],
    [
      "comments and empty lines",
      "# [a]\n\n \r\n",
      [
        ["other", "# [a]\n"],
        ["other", "\n"],
        ["other", " \r\n"],
      ],
    ],
  ])("are %s", (_, text, want) => {
    expect(splitStatements(text)?.map(({ kind, start, end, keys }) => [kind, text.slice(start, end), ...keys])).toEqual(want);
  });

  it("are undefined if the text is not valid", () => {
    expect(splitStatements("a = [\n1\n")).toBeUndefined();
  });
});

describe("an entry in a TOML file", () => {
  it.each<[string, string]>([
    ["at the end", `[a]\nb = 1\n\n${TABLE}\n`],
    ["without a line ending at the end of the file", `[a]\nb = 1\n\n${TABLE}`],
    ["in the middle", `a = 1\n\n${TABLE}\n\n# of b\n[b]\n`],
    ["with a subtable for the variables", `a = 1\n\n${TABLE}\n\n[mcp_servers.x.env]\nA = "1"\n\n[b]\n`],
    ["with other tables in between", `a = 1\n\n${TABLE}\n\n[b]\n\n[mcp_servers.x.env]\nA = "1"\n`],
    ["with a quoted name", `a = 1\n\n${TABLE.replace(".x", '."x"')}\n`],
  ])("is removed %s", (_, before) => {
    const rest = before.replace(/\n?\n?\[mcp_servers\."?x"?\][^[]*\["\/s"\]/, "").replace(/\n\n\[mcp_servers\.x\.env\][^[]*"1"/, "");
    expect(tomlConfig.remove(before, address)).toBe(rest);
  });

  it.each<[string, string, string]>([
    ["a line", `${TABLE}\n`, '[mcp_servers.x]\ncommand = "d"\nargs = ["/s"]\n'],
    [
      "several lines",
      '[mcp_servers.x]\nargs = ["/s"]\n  command = """\nc"""\nz = 1\n',
      '[mcp_servers.x]\nargs = ["/s"]\n  command = "d"\nz = 1\n',
    ],
    [
      "a line with a comment",
      '[mcp_servers.x]\ncommand = "a#b"  # mine: "#"\nargs = ["/s"]\n',
      '[mcp_servers.x]\ncommand = "d"  # mine: "#"\nargs = ["/s"]\n',
    ],
    [
      "several lines with a comment after them",
      "[mcp_servers.x]\r\ncommand = '''\r\n#c''' # mine\r\nargs = [\"/s\"]\r\n",
      '[mcp_servers.x]\r\ncommand = "d" # mine\r\nargs = ["/s"]\r\n',
    ],
    ["a missing line", '[mcp_servers.x]\nargs = ["/s"]\n\n# b\n[b]\n', '[mcp_servers.x]\nargs = ["/s"]\ncommand = "d"\n\n# b\n[b]\n'],
    [
      "a missing line at the end of a file without a final line ending",
      '[mcp_servers.x]\r\nargs = ["/s"]',
      '[mcp_servers.x]\r\nargs = ["/s"]\r\ncommand = "d"',
    ],
  ])("is updated in %s", (_, before, after) => {
    expect(tomlConfig.update(before, address, [{ path: ["command"], value: "d" }])).toBe(after);
  });

  it.each<[string, string, string]>([
    ["an inline table", '[mcp_servers.x]\nenv = { A = "1" }\n', '[mcp_servers.x]\nenv = { A = "1", PATH = "/p" }\n'],
    [
      "a table",
      '[mcp_servers.x]\n[mcp_servers.x.env]\nA = "1"\n[b]\n',
      '[mcp_servers.x]\n[mcp_servers.x.env]\nA = "1"\nPATH = "/p"\n[b]\n',
    ],
    ["no table", "[mcp_servers.x]\n", '[mcp_servers.x]\nenv = { PATH = "/p" }\n'],
  ])("receives a variable in %s", (_, before, after) => {
    expect(tomlConfig.update(before, address, [{ path: ["env", "PATH"], value: "/p" }])).toBe(after);
  });

  const ENTRY = { command: "d", args: ["/s"], env: { PATH: "/p" } };
  const LINES = '[mcp_servers.x]\ncommand = "d"\nargs = ["/s"]\nenv = { PATH = "/p" }\n';
  const PAIR = 'x = { command = "d", args = ["/s"], env = { PATH = "/p" } }\n';
  const AT_END = 'remove the entry "x", and add these lines at the end of the file';

  /** `edited` applies the edit that the help describes. */
  it.each<[title: string, text: string, help: string, snippet: string, edited: (snippet: string) => string]>([
    ["an inline table", 'mcp_servers.x = { command = "c", args = ["/s"] }\n', AT_END, LINES, (lines) => lines],
    ["dotted keys", 'mcp_servers.x.command = "c"\nmcp_servers.x.args = ["/s"]\n', AT_END, LINES, (lines) => lines],
    [
      "a pair of the parent table",
      '[mcp_servers]\nx = { command = "c", args = ["/s"] }\ny = { url = "u" }\n',
      AT_END,
      LINES,
      (lines) => `[mcp_servers]\ny = { url = "u" }\n${lines}`,
    ],
    ["variables with dots", '[mcp_servers.x]\nargs = ["/s"]\nenv.A = "1"\nenv.B = "2"\n', AT_END, LINES, (lines) => lines],
    [
      "the braces of all servers",
      'mcp_servers = { x = { args = ["/s"] }, xx = { url = "u" } }\n',
      'replace the entry "x" between the braces of `mcp_servers` with this',
      PAIR,
      (pair) => `mcp_servers = { ${pair.trimEnd()}, xx = { url = "u" } }\n`,
    ],
    [
      "nothing, in a file with the braces of other servers",
      'mcp_servers = { y = { url = "u" } }\n',
      "add this between the braces of `mcp_servers`, separated by a comma",
      PAIR,
      (pair) => `mcp_servers = { y = { url = "u" }, ${pair.trimEnd()} }\n`,
    ],
    [
      "nothing, in a file with empty braces",
      "mcp_servers = {}\n",
      "add this between the braces of `mcp_servers`, separated by a comma",
      PAIR,
      (pair) => `mcp_servers = { ${pair.trimEnd()} }\n`,
    ],
  ])("written as %s is not changed, and the edit in the help results in the entry", (_, text, help, snippet, edited) => {
    const plan = planInstall({ path: "f", text }, { ...request, entry: ENTRY });
    expect(plan).toMatchObject({ kind: "refused", diagnostic: { code: "client-file-layout", help } });
    expect(plan).toHaveProperty("snippet", snippet);
    expect(planInstall({ path: "f", text: edited(snippet) }, { ...request, entry: ENTRY })).toEqual({ kind: "unchanged" });
  });

  it("in the braces of all servers is not removed, and the plan has no snippet", () => {
    expect(planInstall({ path: "f", text: 'mcp_servers = { x = { args = ["/s"] } }' }, request)).toEqual({
      kind: "refused",
      diagnostic: expect.objectContaining({ help: 'remove the entry "x" by hand' }) as object,
    });
  });

  it("escapes characters that TOML strings cannot contain", () => {
    expect(tomlConfig.put("", address, { command: "\u007f\u0001\\" })).toBe('[mcp_servers.x]\ncommand = "\\u007f\\u0001\\\\"\n');
  });

  it("can contain any path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (path) => {
        const text = tomlConfig.put("", address, { command: path, args: [path], env: { PATH: path } }) ?? "";
        expect(parse(text)).toEqual({ mcp_servers: { x: { command: path, args: [path], env: { PATH: path } } } });
      }),
    );
  });

  it("can be added to any file and removed byte for byte", () => {
    const scalar = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const table = fc.dictionary(fc.string({ minLength: 1, unit: "grapheme" }), scalar, { maxKeys: 3 });
    const file = fc.dictionary(fc.constantFrom("a", "b c", "mcp_servers.x"), fc.oneof(scalar, table, fc.array(table, { maxLength: 2 })));
    const servers = fc.dictionary(fc.constantFrom("docs", "x y", "y"), table);
    fc.assert(
      fc.property(file, servers, fc.constantFrom("\n", ""), (others, given, tail) => {
        const before = stringify({ ...others, mcp_servers: given }).trimEnd() + tail;
        const added = planInstall({ path: "f", text: before }, { ...request, entry: { command: "c", args: ["/s"] } });
        if (added.kind !== "change") throw new Error(`${added.kind} in ${before}`);
        expect(parse(added.text)).toEqual({ ...parse(before), mcp_servers: { ...given, x: { command: "c", args: ["/s"] } } });
        if (before.trim() === "") return;
        expect(planInstall({ path: "f", text: added.text }, request)).toMatchObject({ kind: "change", change: "remove", text: before });
      }),
    );
  });
});
