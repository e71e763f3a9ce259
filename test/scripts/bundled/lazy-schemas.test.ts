/** Tests the rewriting of the server's bundle, on a program that has the form of the MCP SDK. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { makeSchemasLazy } from "../../../scripts/bundled/lazy-schemas.mjs";

const filler = (prefix: string): string =>
  Array.from({ length: 50 }, (_, i) => `const ${prefix}${i}Schema = make("${prefix}${i}");`).join("\n");

const revision = (name: string): string => `function ${name}() {
  ${filler(name)}
  const shape = { inner: ${name}0Schema };
  const wrap = (schema) => make("wrapped " + schema.says);
  return { First: ${name}0Schema, Second: wrap(${name}1Schema), Shape: shape };
}`;

/** `made` lists the created schemas, in order. */
const PROGRAM = `
var made = [];
function make(says, of) { made.push(says); return { says, of }; }
function register(key, schema) { make("registered " + key); }
var NameSchema = make("name");
var ToolSchema = make("tool", NameSchema);
var AliasSchema = ToolSchema;
var TwiceSchema = make("twice");
function other(TwiceSchema) { return TwiceSchema; }
var KEYS = new Set(Object.keys(ToolSchema));
var later = () => NameSchema;
var Late = class { says = NameSchema.says; };
function keys() { return [...KEYS]; }
var authSchemas = { NameSchema, other: ToolSchema };
for (const [key, schema] of Object.entries(authSchemas)) register(key, schema);
${revision("old")}
${revision("young")}
function use(text) { return ({ ToolSchema, text }); }
`;

const run = (code: string, expression: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`${code}\n(${expression})`)));

describe("makeSchemasLazy", () => {
  const lazy = makeSchemasLazy(PROGRAM);

  it("creates no schema before its first use, except those whose names are also parameters", () => {
    expect(run(PROGRAM, "made")).toEqual(["name", "tool", "twice", "registered NameSchema", "registered other"]);
    expect(run(lazy, "made")).toEqual(["twice"]);
  });

  it.each([
    ["a shorthand property", "use(1)", { ToolSchema: { says: "tool", of: { says: "name" } }, text: 1 }],
    ["an entry of a table", "authSchemas.other.says", "tool"],
    ["a shorthand entry of a table", "authSchemas.NameSchema.says", "name"],
    ["a schema of one revision", "old().First.says", "old0"],
    ["a value created from a schema", "young().Second.says", "wrapped young1"],
    ["a constant created from a schema", "keys()", ["says", "of"]],
    ["the result of an instance's method", "new Late().says", "name"],
    ["the result of a function", "later().says", "name"],
    ["a shape", "young().Shape.inner.says", "young0"],
  ])("preserves the result of the program: %s", (_title, expression, want) => {
    expect(run(PROGRAM, expression)).toEqual(want);
    expect(run(lazy, expression)).toEqual(want);
  });

  it.each([
    ["an entry of a table", "authSchemas.other === authSchemas.other && made", ["twice", "name", "tool"]],
    ["a constant created from a schema", "keys() && keys() && made", ["twice", "name", "tool"]],
    ["a revision's schema", "((table) => table.First === table.First && made)(old())", ["twice", "old0"]],
    ["a value created from a schema", "((table) => table.Second === table.Second && made)(old())", ["twice", "old1", "wrapped old1"]],
  ])("creates each schema once: %s", (_title, expression, want) => {
    expect(run(lazy, expression)).toEqual(want);
  });

  it.each([
    ["registers nothing", PROGRAM.replace(/^for .*$/m, ""), "registers its schemas in another way"],
    ["uses its registry", `${PROGRAM}\nconsole.log(specTypeSchemas);`, "registers its schemas in another way"],
    ["has a third revision", PROGRAM + revision("third"), "3 revisions, not of 2"],
    ["assigns to a schema", `${PROGRAM}\nNameSchema = 1;`, "assigns to NameSchema"],
  ])("rejects a program that %s", (_title, program, message) => {
    expect(() => makeSchemasLazy(program)).toThrow(message);
  });
});
