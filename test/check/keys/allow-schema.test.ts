/** Tests that the JSON Schemas reject every `x-allow` list that `climax-gen validate` warns of. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { configJsonSchema, directiveJsonSchema, policyJsonSchema } from "../../../generator/check/keys/json-schema.ts";
import { acknowledgeableCodes } from "../../../generator/diagnostics/codes-hazards.ts";
import { dropAcknowledged } from "../../../generator/hazards/acknowledgements.ts";
import { loadDocument } from "../../../generator/load/document.ts";

const strict = { strict: true, allowUnionTypes: true, strictRequired: false, code: { optimize: false } } as const;
const validators = {
  cli: new Ajv2020(strict).compile(configJsonSchema()),
  directive: new Ajv2020(strict).compile(directiveJsonSchema()),
  policy: new Ajv2020(strict).compile(policyJsonSchema()),
};

type Place = readonly [kind: keyof typeof validators, name: string, place: (keys: object) => object];

const config = (keys: object, tool: object = {}): object => ({
  command: "git",
  tools: [{ name: "t", description: "d", ...tool }],
  ...keys,
});
const definition = (keys: object, tool: object = {}): object => ({
  kind: "directive",
  tools: [{ name: "t", description: "d", inputSchema: { type: "object" }, handler: "files.list", ...tool }],
  ...keys,
});

const PLACES: readonly Place[] = [
  ["cli", "a config", (keys) => config(keys)],
  ["cli", "a tool", (keys) => config({}, keys)],
  ["cli", "an argument", (keys) => config({}, { args: [{ name: "a", ...keys }] })],
  ["cli", "constant words", (keys) => config({}, { args: [{ words: ["-a"], ...keys }] })],
  ["cli", "a resolver", (keys) => config({}, { resolve: { n: { command: "a", ...keys } } })],
  ["directive", "a definition", (keys) => definition(keys)],
  ["directive", "a tool of a definition", (keys) => definition({}, keys)],
  ["policy", "a policy", (keys) => keys],
  ["policy", "an executor", (keys) => ({ executor: { type: "local", ...keys } })],
  ["policy", "a tool of a policy", (keys) => ({ tools: { t: keys } })],
  ["policy", "a constraint", (keys) => ({ tools: { t: { args: { a: keys } } } })],
];

const LISTS: readonly (readonly [title: string, list: unknown, isValid: boolean])[] = [
  ...acknowledgeableCodes.map((code) => [`the code ${code}`, [{ code, reason: "Seen" }], true] as const),
  ["an unknown code", [{ code: "path-patern", reason: "Seen" }], false],
  ["a code of an error in the list", [{ code: "allow-unused", reason: "Seen" }], false],
  ["no reason", [{ code: "path-pattern" }], false],
  ["an empty reason", [{ code: "path-pattern", reason: " " }], false],
  ["a note next to the reason", [{ code: "path-pattern", reason: "Seen", by: "me" }], true],
  ["an empty list", [], false],
  ["a code alone", ["path-pattern"], false],
  ["an entry without its list", { code: "path-pattern", reason: "Seen" }, false],
  ["nothing", null, false],
];

/** Reports whether the only fault of the list is an unused entry. */
function isRead(content: object): boolean {
  const { document } = loadDocument({ path: "a.yaml", bytes: Buffer.from(stringify(content)) });
  if (document === undefined) throw new Error("the YAML is not read");
  return dropAcknowledged({ hazards: [], elsewhere: [] }, [document]).every(({ code }) => code === "allow-unused");
}

describe.each(PLACES)("in the schema of the kind %s, `x-allow` of %s", (kind, _name, place) => {
  it.each(LISTS)("is accepted or rejected as by the check: %s", (_title, list, isValid) => {
    const content = place({ "x-allow": list });
    expect([validators[kind](content), isRead(content)]).toEqual([isValid, isValid]);
  });
});

describe("keys similar to `x-allow`", () => {
  it.each(["x-allowed", "x-", "x-note"])("stay free: %s", (key) => {
    expect(validators.cli(config({ [key]: 1 }))).toBe(true);
  });
});
