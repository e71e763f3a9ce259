import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../runtime/json-schema/schema.ts";
import { findSchemaProblems } from "../../../runtime/json-schema/validate.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

describe("dialects", () => {
  it.each<[string, JsonSchema, unknown, boolean]>([
    ["a tuple is `prefixItems`", { prefixItems: [{ type: "string" }], items: false }, ["a", 1], false],
    ["a tuple of draft-07 is `items`", { $schema: DRAFT_07, items: [{ type: "string" }], additionalItems: false }, ["a", 1], false],
    ["`prefixItems` is ignored in draft-07", { $schema: DRAFT_07, prefixItems: [{ type: "string" }] }, [1], true],
    ["`additionalItems` is ignored in 2020-12", { additionalItems: false }, [1], true],
    ["`dependencies` requires names in draft-07", { $schema: DRAFT_07, dependencies: { a: ["b"] } }, { a: 1 }, false],
    ["`dependencies` contains schemas in draft-07", { $schema: DRAFT_07, dependencies: { a: { required: ["b"] } } }, { a: 1 }, false],
    ["`dependencies` is ignored in 2020-12", { dependencies: { a: ["b"] } }, { a: 1 }, true],
    ["siblings of `$ref` apply", { $ref: "#/$defs/a", maximum: 1, $defs: { a: { minimum: 0 } } }, 2, false],
    [
      "siblings of `$ref` are ignored in draft-07",
      { $schema: DRAFT_07, $ref: "#/definitions/a", maximum: 1, definitions: { a: { minimum: 0 } } },
      2,
      true,
    ],
    ["`unevaluatedItems` is ignored in draft-07", { $schema: DRAFT_07, unevaluatedItems: false }, [1], true],
    [
      "`$schema` may have another scheme and no fragment",
      { $schema: "https://json-schema.org/draft-07/schema", items: [{ type: "string" }] },
      [1],
      false,
    ],
    ["`minContains: 0` accepts a list without a match", { contains: { const: 1 }, minContains: 0 }, [2], true],
    ["`maxContains` limits the matches", { contains: { const: 1 }, maxContains: 1 }, [1, 1], false],
    ["`if` chooses `then`", JSON.parse('{"if":{"const":1},"then":{"const":2}}') as JsonSchema, 1, false],
    ["`if` chooses `else`", { if: { const: 1 }, else: { const: 3 } }, 2, false],
    ["`dependentSchemas` apply to the whole", { dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, false],
    ["`patternProperties` apply to the names that match", { patternProperties: { "^a": { type: "string" } } }, { ab: 1 }, false],
    [
      "`unevaluatedProperties` ignores properties of a matching form",
      { anyOf: [{ properties: { a: true } }, false], unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    [
      "`unevaluatedProperties` checks properties of a form that does not match",
      { anyOf: [{ properties: { a: false } }, true], unevaluatedProperties: false },
      { a: 1 },
      false,
    ],
    [
      "`unevaluatedProperties` ignores properties of `if`",
      { if: { properties: { a: true } }, unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    [
      "`unevaluatedProperties` follows references",
      { $ref: "#/$defs/a", unevaluatedProperties: false, $defs: { a: { properties: { a: true } } } },
      { a: 1 },
      true,
    ],
    ["`unevaluatedItems` ignores items that `contains` matches", { contains: { const: 1 }, unevaluatedItems: false }, [1], true],
    ["`unevaluatedItems` checks the remaining items", { prefixItems: [true], unevaluatedItems: { type: "string" } }, [1, 2], false],
    ["0.3 is a multiple of 0.1", { multipleOf: 0.1 }, 0.3, true],
    ["1.0 is an integer", { type: "integer" }, 1.0, true],
  ])("differ: %s", async (_title, schema, value, isValid) => {
    expect((await findSchemaProblems(schema, value)).length === 0).toBe(isValid);
  });
});

describe("formats", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["date", ["2024-02-29", "2026-12-31"], ["2026-02-29", "2026-13-01", "26-01-01", ""]],
    ["time", ["12:30:00Z", "23:59:60.5+01:00"], ["12:30:00", "24:00:00Z", "12:30Z"]],
    ["date-time", ["2026-01-31T12:30:00Z", "2026-01-31t12:30:00.123-05:00"], ["2026-01-31", "2026-01-31T12:30:00", "2026-01-32T12:30:00Z"]],
    ["duration", ["P1D", "PT36H", "P2W", "P1Y2M3DT4H5M6S"], ["P", "PT", "1D", "P1S"]],
    ["email", ["a.b+c@example.org"], ["a", "@example.org", "a@", "a..b@example.org", "a b@example.org", "a@b@c"]],
    ["hostname", ["example.org", "localhost", "a-b.c"], ["-a", "a-", "a_b", "", `${"a".repeat(64)}.org`]],
    ["ipv4", ["127.0.0.1", "255.255.255.255"], ["256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4"]],
    ["ipv6", ["::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "fe80::1"], [":", ":::", "1::2::3", "1:2:3:4:5:6:7", "12345::", "::1.2.3"]],
    ["uri", ["https://example.org/a?b#c", "urn:a:b"], ["/a", "a b:c", "https://a b", "//x"]],
    ["uri-reference", ["/a", "#b", "https://example.org"], ["a b", "\\a"]],
    ["uuid", ["2eb8aa08-aa98-11ea-b4aa-73b441d16380"], ["2eb8aa08aa9811eab4aa73b441d16380", "x"]],
    ["json-pointer", ["", "/a/0", "/a~1b"], ["a", "/a~2"]],
    ["regex", ["^a+$"], ["(", "a**"]],
    ["an unknown format", ["anything"], []],
  ])("%s", async (format, valid, invalid) => {
    const accepts = async (text: unknown): Promise<boolean> => (await findSchemaProblems({ format }, text)).length === 0;
    expect(await Promise.all(valid.map(accepts))).toEqual(valid.map(() => true));
    expect(await Promise.all(invalid.map(accepts))).toEqual(invalid.map(() => false));
    expect(await accepts(1)).toBe(true);
  });
});
