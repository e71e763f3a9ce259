/** Tests that load and check report diagnostics for any file: they never throw, and every location is inside the text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { anyCharacter } from "../any-character.ts";
import { checkConfig } from "../../generator/check/check-config.ts";
import { argSchema } from "../../generator/check/keys/arg-schema.ts";
import { configSchema } from "../../generator/check/keys/config-schema.ts";
import { toolSchema } from "../../generator/check/keys/tool-schema.ts";
import { fieldsOf } from "../../generator/check/keys/key-facts.ts";
import { checkAcrossFiles } from "../../generator/check/check-across-files.ts";
import { formatDiagnostics, toJson } from "../../generator/diagnostics/format.ts";
import { loadDocument } from "../../generator/load/document.ts";

/** Strings with a special meaning in YAML, JavaScript, terminals or shells. */
const hostileTexts = [
  "__proto__ constructor toString 10 - -- */ ${x} ` </script> yes 012 1e999 .nan << *a &a !!x ' \" # % @ | >".split(" "),
  ["", " ", "a: b", "- a", "\t", "\r", "\u0000", "\u001b[2J", "\ud800", "\u2028", "\u202e"],
].flat();

/** Tokens of YAML. */
const yamlPieces = [
  "a tools name : [ ] { } , | > ' \" # \\ ~ 1 yes 😀".split(" "),
  [": ", "- ", "? ", "&a ", "*a", "<<: ", "!!str ", "!x ", "---\n", "...\n", "%YAML 1.1\n"],
  ["\n", "\n  ", "  ", "\t", "\r\n", "\r", "\u0000", "\ufeff"],
].flat();

const hostile = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...hostileTexts));
const scalar = fc.oneof(hostile, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const collectionOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(fc.array(item, { maxLength: 3 }), fc.dictionary(hostile, item, { maxKeys: 3 }));
const anything = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 4, arbitrary: collectionOf(scalar) },
  { weight: 1, arbitrary: collectionOf(collectionOf(scalar)) },
);

const argKeys = [...fieldsOf(argSchema).keys(), "words", "use"];
const toolKeys = [...fieldsOf(toolSchema).keys()];
const configKeys = [...fieldsOf(configSchema).keys()];

const mapping = (keys: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: hostile }), value, { maxKeys: 6 });
const listOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: fc.array(item, { maxLength: 3 }) }, { weight: 1, arbitrary: anything });
const arg = mapping(argKeys, anything);
const tool = fc.tuple(mapping(toolKeys, anything), listOf(arg)).map(([keys, args]) => ({ ...keys, args }));
const config = fc
  .tuple(mapping(configKeys, anything), listOf(arg), listOf(tool))
  .map(([keys, global_args, tools]) => ({ ...keys, global_args, tools }));

function expectAnswer(bytes: Uint8Array): void {
  const loaded = loadDocument({ path: "a.yaml", bytes });
  const checked = loaded.document ? checkConfig(loaded.document) : { diagnostics: [] };
  const together = checked.file ? checkAcrossFiles([checked.file, checked.file]) : [];
  const diagnostics = [...loaded.diagnostics, ...checked.diagnostics, ...together];
  const isClean = !diagnostics.some(({ severity }) => severity === "error");
  expect(loaded.document !== undefined || !isClean).toBe(true);
  expect(checked.file !== undefined || !isClean).toBe(true);
  for (const { source, span } of diagnostics) {
    if (source === undefined || span === undefined) continue;
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(source.text.length + 1);
  }
  // No character that moves a cursor reaches a terminal.
  expect(formatDiagnostics(diagnostics)).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(() => JSON.stringify(toJson(diagnostics))).not.toThrow();
}

describe("load and check return diagnostics or a config", () => {
  it("for any bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectAnswer), { numRuns: 200 });
  });

  it("for random sequences of YAML tokens", () => {
    const pieces = fc.constantFrom(...yamlPieces);
    const text = fc.array(pieces, { maxLength: 40 }).map((parts) => new TextEncoder().encode(parts.join("")));
    fc.assert(fc.property(text, expectAnswer), { numRuns: 300 });
  });

  it("for configs with any value in any position", () => {
    const bytes = config.map((value) => new TextEncoder().encode(stringify(value)));
    fc.assert(fc.property(bytes, expectAnswer), { numRuns: 300 });
  });

  it("for configs with one hostile string", () => {
    const texts = fc.tuple(
      hostile,
      fc.constantFrom("name", "description", "command", "category", "env", "tool", "arg", "flag", "enum", "default"),
    );
    const bytes = texts.map(([text, place]) => {
      const at = (here: string, otherwise: string): string => (place === here ? text : otherwise);
      const args = [{ name: at("arg", "a"), flag: at("flag", "-a"), enum: [at("enum", "x"), "y"], default: at("default", "y") }];
      const tools = [{ name: at("tool", "t"), description: at("description", "d"), args }];
      const env = { [at("env", "A")]: text };
      return new TextEncoder().encode(
        stringify({ name: at("name", "n"), command: at("command", "c"), category: at("category", "g"), env, tools }),
      );
    });
    fc.assert(fc.property(bytes, expectAnswer), { numRuns: 300 });
  });
});
