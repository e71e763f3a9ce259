import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../runtime/json-schema/schema.ts";
import { findSchemaProblems } from "../../../runtime/json-schema/validate.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

describe("any schema and any value", () => {
  const options = { strict: false, logger: false, allErrors: false, validateFormats: false, code: { optimize: false } } as const;
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false, 0, 1, 2.5, "", "a", "ab", "😀"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).any;
  const schemaOf = (draft: "2020-12" | "draft-07"): fc.Arbitrary<unknown> =>
    fc.letrec((tie) => {
      const one = tie("schema");
      const list = fc.array(one, { minLength: 1, maxLength: 3 });
      const table = fc.dictionary(fc.constantFrom("a", "b", "c"), one, { maxKeys: 3, noNullPrototype: true });
      const count = fc.nat({ max: 2 });
      const type = fc.constantFrom("string", "number", "integer", "boolean", "array", "object", "null");
      const shared = {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        enum: fc.uniqueArray(value, {
          minLength: 1,
          maxLength: 3,
          comparator: (left, right) => JSON.stringify(left) === JSON.stringify(right),
        }),
        const: value,
        minimum: count,
        exclusiveMaximum: count,
        multipleOf: fc.constantFrom(1, 2, 0.5),
        minLength: count,
        maxLength: count,
        pattern: fc.constantFrom("a", "^a", "b$"),
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
        contains: one,
        minProperties: count,
        maxProperties: count,
        required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
        properties: table,
        patternProperties: fc.dictionary(fc.constantFrom("a", "^b"), one, { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: one,
        propertyNames: one,
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: one,
        if: one,
        $ref: fc.constantFrom("#/definitions/p", "#/definitions/q"),
      };
      const own =
        draft === "draft-07"
          ? {
              items: fc.oneof(one, list),
              additionalItems: one,
              dependencies: fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(one, fc.constantFrom([], ["a"], ["b"]))),
            }
          : {
              prefixItems: list,
              items: one,
              minContains: count,
              maxContains: count,
              dependentSchemas: table,
              dependentRequired: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom(["a"], ["b"])),
              unevaluatedProperties: one,
              unevaluatedItems: one,
            };
      // Few keywords at a time: a schema with all of them rejects every value.
      const branches = ["then", "else"].map((name) => [name, one] as const);
      const keywords = [...Object.entries({ ...shared, ...own }), ...branches].map(([name, held]) =>
        held.map((content: unknown) => [name, content] as const),
      );
      const object = fc.array(fc.oneof(...keywords), { minLength: 1, maxLength: 4 }).map((entries) => {
        const schema = Object.fromEntries(entries) as Record<string, unknown>;
        // Ajv applies siblings of `$ref` in draft-07 too, and ignores `contains` next to `prefixItems` for an empty list.
        if (draft === "draft-07" && "$ref" in schema) return { $ref: schema["$ref"] };
        if ("prefixItems" in schema) delete schema["contains"];
        return schema;
      });
      return { schema: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.boolean(), object) };
    }).schema;

  it.each(["2020-12", "draft-07"] as const)("has the same verdict as in another validator: %s", async (draft) => {
    const ajv = draft === "2020-12" ? new Ajv2020(options) : new Ajv(options);
    const $schema = draft === "2020-12" ? "https://json-schema.org/draft/2020-12/schema" : DRAFT_07;
    let valid = 0;
    const property = fc.asyncProperty(schemaOf(draft), value, async (schema, given) => {
      // Draft 7 ignores keywords next to `$ref`, so the definitions and the schema are separate.
      const document = { $schema, allOf: [schema], definitions: { p: { type: "string" }, q: { required: ["a"] } } };
      const expected = ajv.compile(document)(given);
      if (expected) valid += 1;
      expect((await findSchemaProblems(document as JsonSchema, given)).length === 0).toBe(expected);
    });
    await fc.assert(property, { seed: 4, numRuns: 600 });
    expect(valid).toBeGreaterThan(120);
    expect(valid).toBeLessThan(520);
  });
});
