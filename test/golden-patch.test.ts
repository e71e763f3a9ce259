import fc from "fast-check";
import { expect, it } from "vitest";
import { applyPatch, createPatch } from "./golden-patch.ts";

const BASE = ["name: files", "", "- show", "  x", "- hide", "  x"];

it.each([
  ["no lines for equal texts", [], BASE],
  ["one hunk", ["", "-- show", "+- list"], ["name: files", "", "- list", "  x", "- hide", "  x"]],
  ["two hunks", ["+# 1", " name: files", "@@", " - hide", "-  x"], ["# 1", "name: files", "", "- show", "  x", "- hide"]],
])("applies a patch with %s", (_, patch, result) => {
  expect(applyPatch(BASE, patch)).toEqual(result);
});

it.each([
  ["whose context differs", [" - shown", "+  y"], /does not match its base: see the hunk that starts with " - shown"/],
  ["whose removed line differs", [" - show", "-  y"], /does not match its base/],
  ["that matches two places", ["-  x", "+  y"], /matches its base at 2 places/],
  ["that only adds lines", ["+  y"], /matches its base at 7 places/],
  ["whose hunks are reversed", [" - hide", "+  y", "@@", " - show", "+  y"], /not in the order of the base/],
  ["with a line that has no mark", [" - show", "y"], /starts with a space, "\+" or "-": "y"/],
])("rejects a patch %s", (_, patch, message) => {
  expect(() => applyPatch(BASE, patch)).toThrow(message);
});

it("creates patches with as much context as one place needs", () => {
  expect(createPatch(BASE, BASE)).toEqual([]);
  expect(createPatch(BASE, BASE.toSpliced(4, 1))).toEqual(["   x", "-- hide", "   x"]);
  expect(createPatch(["a", "b", "b", "b"], ["a", "b", "c", "b", "b"])).toEqual([" a", " b", "+c", " b", " b"]);
});

it("creates patches that lead from each text to each other", () => {
  const lines = fc.array(fc.constantFrom("", "a", "b", " ", "@@", "-", "+ a", "-- a --"), { maxLength: 8 });
  const property = fc.property(lines, lines, (base, result) => {
    expect(applyPatch(base, createPatch(base, result))).toEqual(result);
  });
  fc.assert(property);
});
