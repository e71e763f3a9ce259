import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkConfig } from "../../../generator/check/check-config.ts";
import { checkPolicy } from "../../../generator/check/policy/check-policy.ts";
import { argSchema } from "../../../generator/check/keys/arg-schema.ts";
import { configSchema } from "../../../generator/check/keys/config-schema.ts";
import { toolSchema } from "../../../generator/check/keys/tool-schema.ts";
import { configJsonSchema, directiveJsonSchema, policyJsonSchema, type SchemaDocument } from "../../../generator/check/keys/json-schema.ts";
import { loadDocument } from "../../../generator/load/document.ts";
import { listCases, readCase } from "../../golden-archive.ts";

const GOLDEN = fileURLToPath(new URL("../../golden/diagnostics/", import.meta.url));

/** Returns the YAML files of the golden diagnostics whose `case/path` passes the test. */
function goldenFiles(isWanted: (path: string) => boolean): readonly Buffer[] {
  return listCases(GOLDEN).flatMap((name) =>
    [...readCase(GOLDEN, name)].filter(([path]) => path.endsWith(".yaml") && isWanted(`${name}/${path}`)).map(([, bytes]) => bytes),
  );
}

let validate: ValidateFunction;

beforeAll(() => {
  // `allowUnionTypes`: `type: ["string", "null"]` is valid, if unusual.
  validate = new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } }).compile(configJsonSchema());
});

describe("configJsonSchema", () => {
  it("is draft 2020-12 and has a title", () => {
    expect(configJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "CLI config",
      type: "object",
    });
  });

  it("describes every key of the config, its tools and their arguments", () => {
    const config = configJsonSchema();
    const tool = itemsOf(config, "tools");
    const [arg, words, use] = alternativesOf(tool, "args");
    for (const [schema, source] of [
      [config, configSchema],
      [tool, toolSchema],
      [arg ?? {}, argSchema],
    ] as const) {
      const properties = schema["properties"] as Record<string, { readonly description?: string }>;
      expect(Object.keys(properties)).toEqual([...Object.keys(source.shape), "x-allow"]);
      expect(Object.entries(properties).filter(([, { description }]) => description === undefined)).toEqual([]);
      expect(schema).toMatchObject({ additionalProperties: false, patternProperties: { "^x-(?!allow$)": {} } });
    }
    expect(itemsOf(config, "global_args")).toEqual(arg);
    expect([words, use].map((item) => Object.keys(item?.["properties"] ?? {}))).toEqual([["words", "x-allow"], ["use"]]);
  });

  it("requires only the keys that have no default", () => {
    const config = configJsonSchema();
    const tool = itemsOf(config, "tools");
    expect([config, tool, ...alternativesOf(tool, "args")].map((schema) => schema["required"])).toEqual([
      ["command", "tools"],
      ["name", "description"],
      ["name"],
      ["words"],
      ["use"],
    ]);
  });

  it.each([
    ["a small config", { command: "git", tools: [{ name: "t", description: "d" }] }, true],
    ["free keys", { command: "git", "x-a": 1, tools: [{ name: "t", description: "d", "x-b": 2, args: [{ name: "a", "x-c": 3 }] }] }, true],
    [
      "any scalar or list as a default",
      { command: "git", tools: [{ name: "t", description: "d", args: [{ name: "a", default: [1, "x", true] }] }] },
      true,
    ],
    ["an unknown key", { command: "git", tools: [{ name: "t", desc: "d" }] }, false],
    ["an unknown type", { command: "git", tools: [{ name: "t", description: "d", args: [{ name: "a", type: "str" }] }] }, false],
    ["an exit code beyond 255", { command: "git", tools: [{ name: "t", description: "d", success_exit_codes: [256] }] }, false],
    [
      "a mapping as a default",
      { command: "git", tools: [{ name: "t", description: "d", args: [{ name: "a", default: { k: "v" } }] }] },
      true,
    ],
    ["a nested default", { command: "git", tools: [{ name: "t", description: "d", args: [{ name: "a", default: { k: [1] } }] }] }, false],
    ["words between arguments", { command: "git", tools: [{ name: "t", description: "d", args: [{ words: ["-vf", "{w}"] }] }] }, true],
    ["words with a name", { command: "git", tools: [{ name: "t", description: "d", args: [{ words: ["-vf"], name: "a" }] }] }, false],
    ["a mapped enum", { command: "git", tools: [{ name: "t", description: "d", args: [{ name: "a", enum: { x: ["-x"] } }] }] }, true],
  ])("accepts only valid documents: %s", (_name, config, want) => {
    expect(validate(config)).toBe(want);
  });

  it("accepts what the check accepts", () => {
    // An error in `x-allow` and a missing indentation are warnings to the check and errors to an editor.
    const texts = goldenFiles((path) => !/^(?:allow|yaml-flow)-/.test(path));
    const accepted = texts.filter((bytes) => {
      const { document } = loadDocument({ path: "a.yaml", bytes });
      return document !== undefined && document.value["kind"] !== "directive" && checkConfig(document).file !== undefined;
    });
    expect(accepted.length).toBeGreaterThan(10);
    for (const bytes of accepted)
      expect(validate(parse(bytes.toString(), { logLevel: "silent" })), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe("policyJsonSchema", () => {
  let validatePolicy: ValidateFunction;
  beforeAll(() => {
    validatePolicy = new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } }).compile(policyJsonSchema());
  });

  it.each([
    ["an empty policy", {}, true],
    ["tools with constraints", { kind: "policy", tools: { t: { confirm: true, args: { a: { pattern: "x", one_of: ["x", 1] } } } } }, true],
    ["variables by word", { env: { inherit: "minimal" } }, true],
    ["variables by name", { env: { inherit: ["PATH"] } }, true],
    ["another word for variables", { env: { inherit: "none" } }, false],
    ["an unknown key of a constraint", { tools: { t: { args: { a: { patern: "x" } } } } }, false],
    ["an unknown executor", { executor: { type: "podman" } }, false],
    ["a limit of 0", { limits: { max_concurrency: 0 } }, false],
    ["another kind", { kind: "cli" }, false],
  ])("accepts only valid documents: %s", (_name, policy, want) => {
    expect(validatePolicy(policy)).toBe(want);
  });

  it("accepts what the check accepts", async () => {
    const accepted: string[] = [];
    for (const bytes of goldenFiles((path) => path.endsWith("policy.yaml"))) {
      const { document } = loadDocument({ path: "policy.yaml", bytes });
      const isAccepted = document !== undefined && (await checkPolicy(document)).policy !== undefined;
      if (isAccepted) accepted.push(bytes.toString());
    }
    expect(accepted.length).toBeGreaterThan(5);
    for (const text of accepted) expect(validatePolicy(parse(text)), JSON.stringify(validatePolicy.errors)).toBe(true);
  });
});

describe("directiveJsonSchema", () => {
  let validateDefinition: ValidateFunction;
  beforeAll(() => {
    validateDefinition = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, code: { optimize: false } }).compile(
      directiveJsonSchema(),
    );
  });
  const withTool = (tool: object): object => ({
    kind: "directive",
    tools: [{ name: "t", description: "d", inputSchema: { type: "object" }, handler: "files.list", ...tool }],
  });

  it.each<[string, object, boolean]>([
    ["a small definition", withTool({}), true],
    ["free keys", { ...withTool({ "x-b": 1 }), "x-a": 1 }, true],
    ["any schema of an object", withTool({ inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/a" } } } }), true],
    ["a bundle", withTool({ handler: { bundle: "spec_template.md" } }), true],
    ["a definition without its kind", { tools: [] }, false],
    ["another handler", withTool({ handler: "file.list" }), false],
    ["a schema without a type", withTool({ inputSchema: {} }), false],
    ["an unknown key", withTool({ parameters: {} }), false],
  ])("accepts only valid documents: %s", (_name, definition, want) => {
    expect(validateDefinition(definition)).toBe(want);
  });

  it("accepts what the check accepts, and the example", () => {
    const texts = [...goldenFiles(() => true), readFileSync(new URL("../../../examples/directive.yaml", import.meta.url))];
    const accepted = texts.filter((bytes) => {
      const { document } = loadDocument({ path: "a.yaml", bytes });
      return document?.value["kind"] === "directive" && checkConfig(document).file !== undefined;
    });
    expect(accepted.length).toBeGreaterThan(4);
    for (const bytes of accepted) expect(validateDefinition(parse(bytes.toString())), JSON.stringify(validateDefinition.errors)).toBe(true);
  });
});

function itemsOf(schema: SchemaDocument, key: string): SchemaDocument {
  const properties = schema["properties"] as Record<string, { readonly items: SchemaDocument }>;
  return new Map(Object.entries(properties)).get(key)?.items ?? {};
}

/** Returns the schemas of the items of a list whose items have several forms. */
function alternativesOf(schema: SchemaDocument, key: string): readonly SchemaDocument[] {
  return (itemsOf(schema, key)["anyOf"] ?? []) as readonly SchemaDocument[];
}
