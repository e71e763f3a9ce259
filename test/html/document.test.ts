/** Tests documents: escaped text, data that cannot become markup, and the content security policy. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { renderDocument, toInertJson } from "../../generator/html/document.ts";
import { attribute, html } from "../../generator/html/html.ts";

const HOSTILE = `</script><script>alert(1)</script><!--<img src=x onerror="alert('2')">&amp;\0`;

describe("html", () => {
  it("escapes every text, and keeps nested markup", () => {
    expect(html`<p title="${HOSTILE}">${html`<b>${HOSTILE}</b>`}</p>`.markup).not.toMatch(/<script|<img|<!--|"alert|\0/);
    expect(html`<p>${["a", html`<b>b</b>`, undefined, false, 3]}</p>`.markup).toBe("<p>a<b>b</b>3</p>");
  });

  it.each([
    [undefined, ""],
    [false, ""],
    [true, " hidden"],
    ['a"b', ' hidden="a&quot;b"'],
  ])("writes the attribute for %j", (value, expected) => {
    expect(attribute("hidden", value).markup).toBe(expected);
  });
});

describe("renderDocument", () => {
  const parts = { title: HOSTILE, description: HOSTILE, body: html`<p>${HOSTILE}</p>` };

  it("allows only its own styles and scripts, by hash", () => {
    const text = renderDocument({ ...parts, styles: ["p { margin: 0 }"], scripts: ["run();"] });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll("&#39;", "'") ?? "";
    const hashes = [...text.matchAll(/<(?:style|script)>([^]*?)<\/(?:style|script)>/g)].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
    expect(hashes).toHaveLength(3);
    for (const hash of hashes) expect(policy).toContain(hash);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("writes data into an element that no text can close, from which the same value can be parsed", () => {
    const data = { [HOSTILE]: [HOSTILE, "\u2028\u2029"] };
    const text = renderDocument({ ...parts, data: new Map([["data", data]]) });
    const island = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text)?.[1] ?? "";
    expect(JSON.parse(island)).toEqual(data);
    expect(toInertJson(data)).not.toMatch(/[<\u2028\u2029]/);
    expect([...text.matchAll(/<script/g)]).toHaveLength(1);
  });

  it.each([
    ["a script", { scripts: ["'</script>'"] }],
    ["a style", { styles: ["/* </style> */"] }],
  ])("throws for %s that would close its element", (_title, more) => {
    expect(() => renderDocument({ ...parts, ...more })).toThrow("would end its element");
  });
});
