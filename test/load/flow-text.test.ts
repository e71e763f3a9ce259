import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { toFlow } from "../../generator/load/flow-text.ts";
import type { YamlValue } from "../../generator/load/values.ts";

describe("toFlow", () => {
  it.each<[YamlValue, string]>([
    [["a", "1", 1, "y", "true"], '[a, "1", 1, "y", "true"]'],
    [{ type: "docker", image: "alpine:3" }, "{ type: docker, image: alpine:3 }"],
    [{ a: {}, b: [] }, "{ a: {}, b: [] }"],
    ["a: b", '"a: b"'],
    ["# a", '"# a"'],
    ["a #b", '"a #b"'],
    [null, "null"],
  ])("writes %j", (value, text) => {
    expect(toFlow(value)).toBe(text);
  });

  it.each(["1.2", "1.1"] as const)("writes text that YAML %s reads as the same value", (version) => {
    const scalar = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z:./ 0-9-]{1,6}$/), fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), scalar));
    fc.assert(
      fc.property(value, (given) => {
        expect(parse(toFlow(given as YamlValue), { version })).toEqual(given);
      }),
    );
  });
});
