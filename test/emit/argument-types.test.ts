/** Tests the argument types of Directive tools: they express everything in the schema that types can express, and no text becomes code. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { format } from "oxfmt";
import { afterAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { declareSchemaType } from "../../generator/emit/argument-types.ts";
import type { SchemaObject } from "../../runtime/json-schema/schema.ts";
import { typeCheck } from "./type-check.ts";

const declare = (schema: SchemaObject, taken: readonly string[] = []): Promise<string> =>
  declareSchemaType(schema, "", { interfaceName: "XArgs", taken: new Set(["XArgs", ...taken]) });

/** Returns the type of the property `x` of this schema, and the declarations that it needs. */
async function typeOf(x: unknown, more: SchemaObject = {}): Promise<string> {
  const text = await declare({ type: "object", properties: { x }, ...more });
  return text.replace(/^export interface XArgs \{\n {2}x\?: (.*?);\n\}/s, "$1");
}

describe("the type of a property", () => {
  it.each<[string, unknown, string]>([
    ["a simple type", { type: "integer" }, "number"],
    ["several types", { type: ["string", "null"] }, "string | null"],
    ["members", { enum: ["a", 1, true, null] }, '"a" | 1 | true | null'],
    ["one member", { const: "a" }, '"a"'],
    ["members that are objects", { enum: [{ a: 1 }] }, "unknown"],
    ["anything", {}, "unknown"],
    ["anything, explicitly", true, "unknown"],
    ["nothing", false, "never"],
    ["members, one of which accepts anything", { anyOf: [{ type: "string" }, { description: "Any" }] }, "unknown"],
    ["a list", { type: "array", items: { type: "string" } }, "string[]"],
    ["a list of anything", { type: "array" }, "unknown[]"],
    ["a list of a union", { type: "array", items: { type: ["string", "number"] } }, "(string | number)[]"],
    ["a list of limited length, which is a list", { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 }, "string[]"],
    ["a tuple", { prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 }, "[string, number]"],
    ["a tuple of several lengths", { prefixItems: [{ type: "string" }, {}], items: false }, "[] | [string] | [string, unknown]"],
    [
      "a list of tuples of several lengths",
      { type: "array", items: { prefixItems: [{ type: "string" }], items: false } },
      "XXItem[]\n\nexport type XXItem = [] | [string];",
    ],
    [
      "a tuple of several lengths combined with another type",
      { prefixItems: [{ type: "string" }], items: false, allOf: [{ type: "array", items: { type: "string" } }] },
      "XXPart & string[]\n\nexport type XXPart = [] | [string];",
    ],
    ["an open object", { type: "object" }, "{\n    [k: string]: unknown;\n  }"],
    ["a closed object", { type: "object", additionalProperties: false }, "Record<string, never>"],
    ["a list of closed objects", { type: "array", items: { type: "object", additionalProperties: false } }, "Record<string, never>[]"],
    [
      "a closed object or a text",
      { anyOf: [{ type: "object", additionalProperties: false }, { type: "string" }] },
      "Record<string, never> | string",
    ],
    [
      "one of two properties",
      { type: "object", properties: { a: { type: "string" }, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      "XXPart & (XXOption | XXOption_2)\n\nexport interface XXPart {\n  a?: string;\n  b?: unknown;\n}\n\nexport interface XXOption {\n  a: unknown;\n}\n\nexport interface XXOption_2 {\n  b: unknown;\n}",
    ],
    [
      "an object of its properties",
      { properties: { a: { type: "string" }, b: {} }, required: ["a"] },
      "{\n    a: string;\n    b?: unknown;\n  }",
    ],
    [
      "an object with additional properties",
      { properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
      "{\n    a?: string;\n    [k: string]: number | string | undefined;\n  }",
    ],
    ["an object that `unevaluatedProperties` closes", { type: "object", unevaluatedProperties: false }, "{}"],
    [
      "an object with additional properties, on which `unevaluatedProperties` has no effect",
      { type: "object", additionalProperties: { type: "number" }, unevaluatedProperties: false },
      "{\n    [k: string]: number;\n  }",
    ],
    ["a union in a union", { anyOf: [{ anyOf: [{ type: "string" }, { type: "number" }] }, { type: "null" }] }, "string | number | null"],
    [
      "a condition, which types cannot express",
      { type: "string", if: { minLength: 1 }, then: { maxLength: 2 }, not: { const: "a" } },
      "string",
    ],
    ["keywords of the library, which have no effect", { type: "string", tsType: "any", tsEnumNames: ["A"] }, "string"],
  ])("represents %s", async (_title, schema, type) => {
    expect(await typeOf(schema)).toBe(type);
  });

  it.each<[string, SchemaObject, string]>([
    [
      "by pointer",
      { properties: { x: { $ref: "#/$defs/a" } }, $defs: { a: { type: "object", properties: { b: { type: "string" } } } } },
      "XA\n\nexport interface XA {\n  b?: string;\n}",
    ],
    [
      "by anchor",
      { properties: { x: { $ref: "#it" } }, $defs: { a: { $anchor: "it", type: "string" } } },
      "XIt\n\nexport type XIt = string;",
    ],
    ["to the whole schema", { properties: { x: { $ref: "#" } } }, "XArgs"],
    [
      "in a circle through an object",
      { properties: { x: { $ref: "#/$defs/n" } }, $defs: { n: { properties: { c: { type: "array", items: { $ref: "#/$defs/n" } } } } } },
      "XN\n\nexport interface XN {\n  c?: XN[];\n}",
    ],
  ])("follows a reference %s", async (_title, schema, type) => {
    const { properties, ...more } = schema as { properties: { x: unknown } };
    expect(await typeOf(properties.x, more)).toBe(type);
  });

  it("that refers to the whole schema declares the other types once", async () => {
    const x = { anyOf: [{ properties: { y: { type: "string" } } }, { type: "null" }] };
    expect(await declare({ type: "object", properties: { x, self: { $ref: "#" } } })).toBe(
      "export interface XArgs {\n  x?: XXOption | null;\n  self?: XArgs;\n}\n\nexport interface XXOption {\n  y?: string;\n}",
    );
  });

  it("has a name that is unused in the module", async () => {
    const schema = {
      type: "object",
      properties: { x: { $ref: "#/$defs/args" } },
      $defs: { args: { type: "object", properties: { y: {} } } },
    };
    expect(await declare(schema, ["XArgs_2"])).toContain("export interface XArgs_3 {");
  });
});

describe("the doc comment of a property", () => {
  it("has the descriptions of a list and of its items", async () => {
    const xs = { type: "array", description: "Words.\nAll of them */", items: { type: "string", description: "One\n@word" } };
    expect(await declare({ type: "object", properties: { xs } })).toBe(
      "export interface XArgs {\n  /**\n   * Words.\n   * All of them *\\/\n   * Items: One\n   * \\@word\n   */\n  xs?: string[];\n}",
    );
  });
});

describe("the arguments as a whole", () => {
  it("can have several forms", async () => {
    const form = (name: string): object => ({ properties: { [name]: { type: "string" } }, required: [name] });
    expect(await declare({ type: "object", oneOf: [form("a"), form("b")] })).toBe(
      "export type XArgs = XOption | XOption_2;\n\nexport interface XOption {\n  a: string;\n}\n\nexport interface XOption_2 {\n  b: string;\n}",
    );
  });
});

describe("any strings and shapes", () => {
  const folder = mkdtempSync(join(tmpdir(), "climax-types-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const pieces = [
    "*/",
    "/*",
    "//",
    "`",
    "${1}",
    "}",
    "{",
    "\\",
    '"',
    "'",
    "\n",
    "\u2028",
    "\u202e",
    "</script>",
    "a",
    "t_0_",
    "RootX",
    "é",
    "throw 1;",
    "@x",
    ";",
    "|",
  ];
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 5 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join("")),
  );
  const name = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "0", "XArgs", "string", "class"));
  const longTexts = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "|", "("), minLength: 20, maxLength: 40 }), {
    maxLength: 6,
  });
  const schema = fc.letrec((tie) => {
    const one = tie("schema");
    const described = (fields: object): fc.Arbitrary<object> =>
      fc.record({ description: text, title: text, ...fields }, { requiredKeys: Object.keys(fields) as never[] });
    return {
      schema: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(
          {},
          true,
          { type: "string" },
          { type: ["integer", "null"] },
          { $ref: "#/$defs/p" },
          { $ref: "#/$defs/q" },
          { $ref: "#" },
        ),
        described({ enum: fc.uniqueArray(fc.oneof(text, fc.integer()), { minLength: 1, maxLength: 3 }) }),
        described({
          type: fc.constant("object"),
          properties: fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true }),
          required: fc.uniqueArray(name, { maxLength: 2 }),
        }),
        described({ type: fc.constant("array"), items: one }),
        described({ type: fc.constant("array"), prefixItems: fc.array(one, { minLength: 1, maxLength: 2 }), items: one }),
        described({ oneOf: fc.array(one, { minLength: 1, maxLength: 3 }) }),
        described({ allOf: fc.array(one, { minLength: 1, maxLength: 3 }) }),
        described({ enum: longTexts }),
        described({ type: fc.constant("array"), items: fc.record({ enum: longTexts }) }),
        described({ properties: fc.dictionary(name, one, { maxKeys: 2, noNullPrototype: true }), additionalProperties: one }),
        described({ additionalProperties: one, patternProperties: fc.dictionary(fc.constantFrom("a", "^b"), one, { maxKeys: 2 }) }),
      ),
    };
  }).schema;

  it("give declarations that compile, with the names in the schema, laid out as by a formatter", async () => {
    const texts: string[] = [];
    const property = fc.asyncProperty(
      fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true }),
      schema,
      schema,
      async (properties, p, q) => {
        // A reference that only points to another reference is rejected earlier.
        const defs = { p: { type: "object", properties: { p } }, q: { type: "array", items: q } };
        const declared = await declare({ type: "object", properties, $defs: defs });
        texts.push(
          `${declared}\n\nexport const names = (args: XArgs) => [${Object.keys(properties)
            .map((one) => `args[${JSON.stringify(one)}]`)
            .join(", ")}];`,
        );
        // A formatter chooses quotes by the content of a string. Ours are always double. A long tuple or intersection stays on its line.
        if (!/['\\]|[^ -~\n]|.{141}/.test(declared))
          expect(await format("declared.ts", declared, { printWidth: 140 })).toEqual({ code: `${declared}\n`, errors: [] });
      },
    );
    await fc.assert(property, { seed: 4, numRuns: 120 });
    mkdirSync(join(folder, "src"));
    texts.forEach((declared, index) => writeFileSync(join(folder, "src", `${index}.ts`), declared));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, target: "es2023", module: "nodenext", types: [] },
        include: ["src"],
      }),
    );
    expect(await typeCheck(folder)).toBe("");
  });
});
