import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exampleConfigPaths } from "../fixtures/example-configs.ts";
import { Lexer } from "yaml";
import { maxFileBytes } from "../../generator/load/decode.ts";
import { loadDocument, locateWord, type LoadResult } from "../../generator/load/document.ts";
import { lexUnindented } from "../../generator/load/lexemes.ts";
import type { YamlPath } from "../../generator/load/locate.ts";

function load(text: string | Uint8Array): LoadResult {
  return loadDocument({ path: "a.yaml", bytes: typeof text === "string" ? new TextEncoder().encode(text) : text });
}

function codesOf(text: string | Uint8Array): readonly string[] {
  return load(text).diagnostics.map(({ code }) => code);
}

/** Returns the value as JSON, which shows key order and own keys such as `__proto__`. */
function valueOf(text: string): string {
  const { document, diagnostics } = load(text);
  expect(diagnostics).toEqual([]);
  return JSON.stringify(document?.value);
}

describe("loadDocument reads", () => {
  it.each([
    [
      "numbers, booleans and null of YAML 1.2",
      "a: [1, 0x1f, 1.5, 1e3, true, False, null, ~]",
      '{"a":[1,31,1.5,1000,true,false,null,null]}',
    ],
    ["words of YAML 1.1 as text", "a: [yes, no, on, off, y, n]", '{"a":["yes","no","on","off","y","n"]}'],
    ["leading zeros as decimals", "a: [012, 0o12]", '{"a":[12,10]}'],
    ["dates and sexagesimals as text", "a: [2026-02-21, 12:30]", '{"a":["2026-02-21","12:30"]}'],
    ["keys verbatim", "1: a\nyes: b\n~: c\n1.0: d", '{"1":"a","yes":"b","~":"c","1.0":"d"}'],
    ["prototype names as ordinary keys", "__proto__: {a: b}\nconstructor: c", '{"__proto__":{"a":"b"},"constructor":"c"}'],
    ["values of aliases", "a: &x [1]\nb: *x", '{"a":[1],"b":[1]}'],
    ["the nearest anchor above, if it is defined twice", "a: &x 1\nb: *x\nc: &x 2\nd: *x", '{"a":1,"b":1,"c":2,"d":2}'],
    ["merge keys, below keys of the mapping itself", "a: &x {k: 1, l: 2}\nb: {k: 3, <<: *x}", '{"a":{"k":1,"l":2},"b":{"k":3,"l":2}}'],
    ["lists of merged mappings, the first one first", "a: {<<: [{k: 1}, {k: 2, l: 3}]}", '{"a":{"k":1,"l":3}}'],
    ["a quoted << as an ordinary key", 'a: {"<<": {k: 1}}', '{"a":{"<<":{"k":1}}}'],
    ["text without its byte order mark", "\ufeffa: b", '{"a":"b"}'],
    ["CRLF as one line ending", "a: |\r\n  b\r\n  c\r\n", '{"a":"b\\nc\\n"}'],
    ["surrogate pairs that are written as two escapes", 'a: "\\ud83d\\ude00"', '{"a":"😀"}'],
    ["a key without a value as null", "a:\nb: {c}", '{"a":null,"b":{"c":null}}'],
    ["standard tags that change nothing", "!!map {a: !!str 5}", '{"a":"5"}'],
  ])("%s", (_name, text, want) => {
    expect(valueOf(text)).toBe(want);
  });
});

describe("loadDocument reads with a warning", () => {
  it.each<[string, string, unknown, readonly string[]]>([
    [
      "items of a list that start in the first column",
      "tools: [{a: b},\n{c: d}]\ne: f\n",
      { tools: [{ a: "b" }, { c: "d" }], e: "f" },
      ["{c: d}]"],
    ],
    [
      "items in the first column with CRLF and a comment",
      "a: [\r\n# note\r\n{b: c,\r\nd: e},\r\n]\r\n",
      { a: [{ b: "c", d: "e" }] },
      ["{b: c,"],
    ],
    ["an item to the left of its key", "a:\n  - b: [\n  c,\n    d]\n    e: f\n", { a: [{ b: ["c", "d"], e: "f" }] }, ["c,"]],
    ["text without quotes", "a: [b\nc,\nd]\n", { a: ["b c", "d"] }, ["c,"]],
    ["text in quotes", "a: \"b\nc\"\nd: 'e\nf'\n", { a: "b c", d: "e f" }, ['c"', "f'"]],
    ["one line of each value", "a: [\nb,\nc]\nd: {\ne: f,\ng: h}\n", { a: ["b", "c"], d: { e: "f", g: "h" } }, ["b,", "e: f,"]],
  ])("%s", (_name, text, want, lines) => {
    const { document, diagnostics } = load(text);
    expect(document?.value).toEqual(want);
    expect(diagnostics.map(({ code }) => code)).toEqual(lines.map(() => "yaml-flow-indentation"));
    expect(diagnostics.map(({ span }) => text.slice(span?.start, span?.end))).toEqual(lines);
  });

  it("and keeps the locations of the following values", () => {
    const text = "tools: [{a: b},\n{c: d}]\ne: f\n";
    const { document } = load(text);
    const placeOf = (path: YamlPath): string => {
      const { value } = document?.locate(path) ?? { value: { start: 0, end: 0 } };
      return text.slice(value.start, value.end);
    };
    expect(placeOf(["tools", 1, "c"])).toBe("d");
    expect(placeOf(["e"])).toBe("f");
    document?.release();
    expect(placeOf(["tools", 1, "c"])).toBe("d");
  });

  it.each([
    ["a list without its closing bracket", "a: [b,\nc: d\n", "yaml-unclosed"],
    ["a text without its closing quote", 'a: "b\nc: d\n', "yaml-unclosed"],
    ["a text whose quote is missing above another text", 'a: "b\nc: "d"\n', "yaml-unclosed"],
  ])("but not %s", (_name, text, code) => {
    const { document, diagnostics } = load(text);
    expect(document).toBeUndefined();
    expect(diagnostics[0]?.code).toBe(code);
  });

  it("and reports other errors of the file", () => {
    expect(codesOf("a: [{b: c},\n{d: e f: g}]\n")).toEqual(["yaml-flow-indentation", "yaml-missing-comma"]);
  });
});

describe("the lexemes without indentation", () => {
  it.each([
    ["block values", '"a": b\n  c\n"d":\n  - "e"\n  - f: "g\n      h"\n    i: |\n      "j\n    k: >-\n      [l\n'],
    ["values between brackets", "a: [b, {c: d},\n  e\n]\nf: {g: 'h'}\ni:\n  j\n"],
    ["keys in quotes", "'a': \"b\"\n'c': d\n  e\nf: 'g'\nh: i\n j\n"],
  ])("are those of indented %s", (_name, text) => {
    const found = { offsets: [], isOpen: false };
    expect([...lexUnindented(text, found)]).toEqual([...new Lexer().lex(text)]);
    expect(found).toEqual({ offsets: [], isOpen: false });
  });

  it("are those of the catalog", () => {
    for (const path of exampleConfigPaths) {
      const text = readFileSync(path, "utf8");
      expect([...lexUnindented(text, { offsets: [], isOpen: false })]).toEqual([...new Lexer().lex(text)]);
    }
  });
});

describe("loadDocument rejects", () => {
  it.each<[string, string | Uint8Array, readonly string[]]>([
    ["files over 5 MiB", new Uint8Array(maxFileBytes + 1), ["file-too-large"]],
    ["an empty file", "", ["empty-file"]],
    ["a file of comments", "# a\n---\n# b\n", ["empty-file"]],
    ["a bare null", "null", ["not-a-mapping"]],
    ["a list", "- a", ["not-a-mapping"]],
    ["a sequence of bytes that ends too early", Uint8Array.of(0x61, 0xc3), ["not-utf8"]],
    ["aliases inside of their own anchors", "a: &x {b: *x}", ["yaml-recursive-alias"]],
    ["merge keys that merge the mapping itself", "a: &x\n  <<: *x", ["yaml-recursive-alias"]],
    ["an alias before its anchor", "a: *x\nb: &x 1", ["yaml-unknown-alias"]],
    ["merged texts", "<<: a", ["yaml-merge"]],
    ["language tags", "a: !!python/object/apply:os.system ['true']", ["yaml-tag"]],
    ["tags that change a value's type", "a: !!binary aGk=\nb: !!set {c}", ["yaml-tag", "yaml-tag"]],
    ["flow nesting without end", `a: ${"[".repeat(50_000)}`, ["yaml-nesting-limit"]],
    ["block nesting without end", `${"- ".repeat(50_000)}a`, ["yaml-nesting-limit"]],
  ])("%s", (_name, text, want) => {
    const { document, diagnostics } = load(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(want);
    expect(document).toBeUndefined();
  });

  it("aliases that multiply", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const lines = Array.from(
      letters,
      (name, index) =>
        `${name}: &${name} [${Array(20)
          .fill(index === 0 ? "x" : `*${letters[index - 1]}`)
          .join(", ")}]`,
    );
    // Expanding the aliases would exhaust the memory.
    expect(codesOf(lines.join("\n"))).toEqual(["yaml-alias-limit"]);
  });
});

describe("loadDocument continues", () => {
  it("with the document, if every value is known despite an error", () => {
    const { document, diagnostics } = load('a: 1\na: 2\nb: "\\u202e"');
    expect(diagnostics.map(({ code }) => code)).toEqual(["yaml-duplicate-key", "invisible-character"]);
    expect(document?.value["a"]).toBe(2);
  });

  it("up to 100 syntax errors of a file", () => {
    expect(codesOf('a: "b" c\n'.repeat(20_000))).toEqual(Array(100).fill("yaml-unexpected"));
  });

  it("to the next line after a syntax error", () => {
    expect(codesOf("a: `x`\nb: %y\nc: @z\n")).toEqual(["yaml-reserved-character", "yaml-reserved-character", "yaml-reserved-character"]);
  });
});

describe("not-utf8 points at", () => {
  it.each([
    ["the wrong byte", [0x61, 0x3a, 0x20, 0xe9, 0x0a], 3, 3],
    ["the byte after characters of several bytes", [0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xff], 6, 3],
    ["the start of a sequence that is cut off", [0x61, 0xe2, 0x82], 1, 1],
    ["the byte offset in the file, including the byte order mark", [0xef, 0xbb, 0xbf, 0x61, 0xff], 4, 1],
  ])("%s", (_name, bytes, byteOffset, textOffset) => {
    const [diagnostic] = load(Uint8Array.from(bytes)).diagnostics;
    expect(diagnostic?.message).toContain(`at offset ${byteOffset} `);
    expect(diagnostic?.span?.start).toBe(textOffset);
  });
});

describe("locateWord finds", () => {
  it.each([
    ["a word", "git --log log", "log", "log", 13],
    ["a word in quotes", "git 'log'", "log", "log", 8],
    ["the whole text for an empty word", "git", "", "git", 3],
    ["the whole text for a missing word", "git", "log", "git", 3],
  ])("%s", (_name, command, word, want, start) => {
    const { document } = load(`c: ${command}`);
    if (document === undefined) throw new Error("the text does not load");
    const { source, span } = locateWord(document, ["c"], { text: command, word });
    expect([source.text.slice(span.start, span.end), span.start]).toEqual([want, start]);
  });
});
