/** Tests the escaped form of hostile text in each context. Property tests check it for any text. */
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { Project } from "ts-morph";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import {
  docText,
  lineCommentText,
  markdownCode,
  markdownText,
  memberName,
  propertyKey,
  stringLiteral,
} from "../../generator/emit/escape.ts";

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(
      fc.constantFrom(
        "*/",
        "/*",
        "//",
        "@",
        "`",
        "${",
        "}",
        "\\",
        '"',
        "'",
        "\n",
        "\r",
        "\u2028",
        "\u2029",
        "\u202e",
        "\u0000",
        "\t",
        " ",
        "</script>",
        "<!--",
        "|",
        "a",
        "é",
        "😀",
        "\ud800",
        "\u200b",
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join("")),
);
const evaluate = (expression: string): unknown => runInThisContext(`"use strict"; (${expression});`);
/** No character that ends a line, reverses text, or is invisible. */
const printable = /^(?:(?![\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u3000])[^])*$/u;

describe("a string literal", () => {
  it.each<[string, string, string]>([
    ["plain text", "Show it", '"Show it"'],
    ["double quotes and backslashes", 'a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ["backslashes at the end", "a\\\\", '"a\\\\\\\\"'],
    ["template parts, which have no effect", "${x} `y`", '"${x} `y`"'],
    ["the end of a comment, which has no effect", "*/", '"*/"'],
    ["line endings of every kind", "a\nb\rc\u2028d\u2029e\u0085", '"a\\nb\\rc\\u2028d\\u2029e\\u0085"'],
    ["control characters", "\0\u001b[2J\u007f", '"\\u0000\\u001b[2J\\u007f"'],
    ["characters that reverse text or are invisible", "\u202eabc\u2066\u200b\ufeff", '"\\u202eabc\\u2066\\u200b\\ufeff"'],
    ["tag characters beyond U+FFFF", "\u{e0041}", '"\\u{e0041}"'],
    ["half of a surrogate pair", "\ud83d", '"\\ud83d"'],
    ["the end of a script element", "</script><!--</SCRIPT>", '"\\x3c/script>\\x3c!--\\x3c/SCRIPT>"'],
    ["letters of every script, and emoji", "größer 名前 😀", '"größer 名前 😀"'],
    ["characters that look like spaces", "a\u00a0b\u3000c", '"a\\u00a0b\\u3000c"'],
  ])("contains %s", (_, text, want) => {
    expect(stringLiteral(text)).toBe(want);
    expect(evaluate(want)).toBe(text);
  });

  it("evaluates to the text and shows all of it, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(evaluate(stringLiteral(text))).toBe(text);
        expect(stringLiteral(text)).toMatch(printable);
      }),
    );
  });
});

describe("a key", () => {
  it.each<[string, string, string, string]>([
    ["is unchanged if it is an identifier", "max_count", "max_count", "max_count"],
    ["may be a reserved word", "default", "default", "default"],
    ["is quoted if it is not an identifier", "x-ray", '"x-ray"', '"x-ray"'],
    ["is quoted if it is a number", "1", '"1"', '"1"'],
    ["does not set the prototype", "__proto__", '["__proto__"]', "__proto__"],
    ["cannot close the object", '"}; x', '"\\"}; x"', '"\\"}; x"'],
  ])("%s", (_, name, key, member) => {
    expect(propertyKey(name)).toBe(key);
    expect(memberName(name)).toBe(member);
  });

  it("is an own property with that name, for any name", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom("__proto__", "constructor", "toString")), (name) => {
        expect(Object.keys(evaluate(`{ ${propertyKey(name)}: 1 }`) as object)).toEqual([name]);
      }),
    );
  });
});

describe("a doc comment", () => {
  it.each<[string, string, string]>([
    ["contains plain text", "Show it", "Show it"],
    ["is empty for an empty text", " \n \t", ""],
    ["cannot be closed by the text", "a */ b", "a *\\/ b"],
    ["has no tag at its start", "@deprecated", "\\@deprecated"],
    ["has no tag in a line", "use @deprecated or {@link x}", "use \\@deprecated or {\\@link x}"],
    ["has no tag on a later line", "a\n  @ts-ignore", "a\n  \\@ts-ignore"],
    ["keeps addresses and revisions", "me@example.org HEAD@{1}", "me@example.org HEAD@{1}"],
    ["keeps its lines, without empty ones around them", "\na\n\n  b  \r\nc\n\n", "a\n\n  b\nc"],
    ["treats Unicode's line separators as line endings", "a\u2028@b\u0085c", "a\n\\@b\nc"],
    ["escapes invisible characters", "a\u202eb\0", "a\\u202eb\\u0000"],
    ["is not wrapped", "word ".repeat(60).trim(), "word ".repeat(60).trim()],
  ])("%s", (_, text, want) => {
    expect(docText(text)).toBe(want);
  });

  it("remains one comment without tags, for any text", () => {
    const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
    fc.assert(
      fc.property(anyText, (text) => {
        const doc = docText(text);
        const lines = doc.split("\n").map((line) => ` * ${line}`);
        const file = project.createSourceFile("doc.ts", `/**\n${lines.join("\n")}\n */\nexport interface Only {}\n`, { overwrite: true });
        expect(file.getStatements().map((statement) => statement.getKindName())).toEqual(["InterfaceDeclaration"]);
        expect(
          file
            .getInterfaceOrThrow("Only")
            .getJsDocs()
            .flatMap((one) => one.getTags()),
        ).toEqual([]);
        for (const line of doc.split("\n")) expect(line).toMatch(printable);
      }),
    );
  });
});

describe("a line comment", () => {
  it("remains one line, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(lineCommentText(text)).toMatch(printable);
      }),
    );
  });
});

describe("Markdown", () => {
  it.each<[string, string, string]>([
    ["keeps plain text", "Show it (all of it), 10 %", "Show it (all of it), 10 %"],
    ["stays in its cell", "a | b\nc", "a \\| b c"],
    ["has no markup", "**a** _b_ `c` [d](e) ~~f~~", "\\*\\*a\\*\\* \\_b\\_ \\`c\\` \\[d\\](e) \\~\\~f\\~\\~"],
    ["has no HTML", "<b>&amp;", "&lt;b>&amp;amp;"],
    ["leaves names readable", "max_count", "max_count"],
  ])("%s", (_, text, want) => {
    expect(markdownText(text)).toBe(want);
  });

  it.each<[string, string, string]>([
    ["plain", "git log", "`git log`"],
    ["with backticks", "a `b` ``c``", "``` a `b` ``c`` ```"],
    ["with a character that would end the cell", "a | b\nc", "`a \\| b c`"],
    ["with escaped characters that would still close the span", "safe\\|.* `<", "<code>safe&#92;&#124;&#46;&#42; &#96;&#60;</code>"],
  ])("has code %s", (_, text, want) => {
    expect(markdownCode(text)).toBe(want);
  });
});
