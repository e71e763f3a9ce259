import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import type { Literal } from "../../generator/emit/literal.ts";
import { printLiteral } from "../../generator/emit/literal.ts";

const long = "x".repeat(70);
const object = (...fields: [string, Literal][]): Literal => ({ fields });

describe("a literal", () => {
  it.each<[string, Literal, string]>([
    ["a text", "a", '"a"'],
    ["numbers", [1, -1.5, 1e21, -0], "[1, -1.5, 1e+21, -0]"],
    ["an object that fits", object(["a", 1], ["b-c", [true]]), '{ a: 1, "b-c": [true] }'],
    ["an empty object", object(), "{}"],
    ["an empty object that would be expanded", { fields: [], expanded: true }, "{}"],
    ["an object that is always expanded", { fields: [["a", object(["b", 1])]], expanded: true }, "{\n  a: { b: 1 },\n}"],
    ["an object that does not fit", object(["a", long], ["b", long]), `{\n  a: "${long}",\n  b: "${long}",\n}`],
    ["an array that does not fit", [long, long], `[\n  "${long}",\n  "${long}",\n]`],
    [
      "a long text on a separate line",
      { fields: [["description", long + long]], expanded: true },
      `{\n  description:\n    "${long}${long}",\n}`,
    ],
    ["a long text next to a short key", { fields: [["flag", long + long]], expanded: true }, `{\n  flag: "${long}${long}",\n}`],
  ])("is printed as Prettier would: %s", (_, literal, want) => {
    expect(printLiteral(literal, 0, 0)).toBe(want);
  });

  it("leaves room for the text before the literal and for the character after it", () => {
    const fits = ["x".repeat(130)];
    expect(printLiteral(fits, 0, 5)).not.toContain("\n");
    expect(printLiteral(fits, 0, 6)).toContain("\n");
  });

  it("evaluates to its value, for any value", () => {
    const { literal } = fc.letrec<{ literal: Literal }>((tie) => ({
      literal: fc.oneof(
        { depthSize: "small" },
        fc.string({ unit: anyCharacter }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.array(tie("literal")),
        fc.record({ fields: fc.uniqueArray(fc.tuple(fc.string(), tie("literal")), { selector: ([key]) => key }), expanded: fc.boolean() }),
      ),
    }));
    fc.assert(
      fc.property(literal, (value) => {
        expect(runInThisContext(`(${printLiteral(value, 1, 20)});`)).toEqual(toValue(value));
      }),
    );
  });
});

function toValue(literal: Literal): unknown {
  if (typeof literal !== "object" || literal === null) return literal;
  if ("code" in literal) throw new Error(`not a value: ${literal.code}`);
  if (!("fields" in literal)) return literal.map(toValue);
  const value = {};
  // Defined, not assigned, because a key may be `__proto__`.
  for (const [key, field] of literal.fields) Object.defineProperty(value, key, { value: toValue(field), enumerable: true });
  return value;
}
