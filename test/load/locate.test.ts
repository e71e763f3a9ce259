import { describe, expect, it } from "vitest";
import { loadDocument } from "../../generator/load/document.ts";
import type { YamlPath } from "../../generator/load/locate.ts";

/** Parses a text with marked locations: `‹key›`, `«value»` and `{{alias}}` are the expected locations. */
function readMarks(marked: string): { readonly text: string; readonly marks: Readonly<Record<string, string>> } {
  const marks: Record<string, string> = {};
  let text = "";
  const opened = new Map<string, number>();
  for (const character of marked) {
    const opens = new Map([
      ["‹", "key"],
      ["«", "value"],
      ["⟦", "alias"],
    ]).get(character);
    const closes = new Map([
      ["›", "key"],
      ["»", "value"],
      ["⟧", "alias"],
    ]).get(character);
    if (opens !== undefined) opened.set(opens, text.length);
    else if (closes !== undefined) marks[closes] = `${opened.get(closes)}-${text.length}`;
    else text += character;
  }
  return { text, marks };
}

describe("locate finds", () => {
  it.each<[string, YamlPath, string]>([
    ["a value and its key", ["a", "b"], "a:\n  ‹b›: «c»"],
    ["an item of a list", ["a", 1], "a: [x, «y»]"],
    ["the value if its key is a number", ["1"], "‹1›: «x»"],
    ["the key if the value is empty", ["a"], "‹«a»›:\nb: 1"],
    ["the value of an alias, and the alias", ["b", "k"], "a: &x {‹k›: «v»}\nb: ⟦*x⟧"],
    ["the alias nearest to the value", ["c", 0, "k"], "a: &x {‹k›: «v»}\nb: &y [⟦*x⟧]\nc: *y"],
    ["a merged value", ["b", "k"], "a: &x {‹k›: «v»}\nb:\n  <<: ⟦*x⟧\n  l: 1"],
    ["the mapping's own value next to a merged one", ["b", "k"], "a: &x {k: v}\nb:\n  <<: *x\n  ‹k›: «w»"],
    ["the first of several merged values", ["b", "k"], "x: &x {‹k›: «v»}\ny: &y {k: w}\nb:\n  <<: [⟦*x⟧, *y]"],
    ["no alias of a merged mapping without the key", ["b", "l"], "x: &x {k: v}\nb:\n  <<: [*x, {‹l›: «w»}]"],
    ["a value of a merged mapping that merges another", ["c", "k"], "a: &a {‹k›: «v»}\nb: &b {<<: ⟦*a⟧}\nc: {<<: *b}"],
    ["the last of duplicate keys", ["a"], "a: v\n‹a›: «w»"],
    ["quoted values with their quotes", ["a"], "‹\"a\"›: «'b'»"],
    ["a quoted << next to a merge key", ["b", "<<"], "a: &x {k: v}\nb: {<<: *x, ‹'<<'›: «w»}"],
    ["the root", [], "«a: b»"],
  ])("%s", (_name, path, marked) => {
    const { text, marks } = readMarks(marked);
    const { document } = loadDocument({ path: "a.yaml", bytes: new TextEncoder().encode(text) });
    const { source, ...spans } = document?.locate(path) ?? {};
    expect(source).toBe(document?.source);
    document?.release();
    expect(document?.locate(path), "after the nodes were released").toEqual({ source, ...spans });
    expect(Object.fromEntries(Object.entries(spans).map(([part, span]) => [part, `${span.start}-${span.end}`]))).toEqual(marks);
  });

  it.each<[string, YamlPath]>([
    ["a missing key", ["b"]],
    ["an item beyond the list", ["a", 2]],
    ["a key of a text", ["a", 0, "b"]],
    ["a name of Object.prototype", ["constructor"]],
  ])("nothing for %s", (_name, path) => {
    const { document } = loadDocument({ path: "a.yaml", bytes: new TextEncoder().encode("a: [x, y]") });
    expect(document?.locate(path)).toBeUndefined();
  });
});
