import { describe, expect, it } from "vitest";
import { html } from "../../generator/html/html.ts";
import { renderMessage } from "../../generator/html/message.ts";
import { splitCode } from "../../generator/text/code-spans.ts";

const code = (text: string) => ({ text, isCode: true });
const plain = (text: string) => ({ text, isCode: false });

describe("a message", () => {
  it.each([
    ["plain", [plain("plain")]],
    ["`a` and `b`", [code("a"), plain(" and "), code("b")]],
    ["one ` is text", [plain("one ` is text")]],
    ["", []],
  ])("%j is split into text and code", (message, want) => {
    expect(splitCode(message)).toEqual(want);
  });

  it("has escaped code in a document", () => {
    expect(html`${renderMessage("set `<a>` & `b`")}`.markup).toBe("set <code>&lt;a&gt;</code> &amp; <code>b</code>");
  });
});
