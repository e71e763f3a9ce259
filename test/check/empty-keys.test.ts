/** Tests that a key without a value is one error that names the key, unless CLImax accepts null. */
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { checkInputs } from "../../generator/check-inputs.ts";
import { argSchema } from "../../generator/check/keys/arg-schema.ts";
import { configSchema, fragmentSchema } from "../../generator/check/keys/config-schema.ts";
import { defaultsSchema, exampleSchema, resolverSchema, toolSchema } from "../../generator/check/keys/tool-schema.ts";
import { directiveSchema, directiveToolSchema } from "../../generator/check/keys/directive-schema.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";

type Mapping = Readonly<Record<string, unknown>>;

const encode = (path: string, value: unknown): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

async function errorsOf(config: Mapping, fragment?: Mapping): Promise<readonly Diagnostic[]> {
  const included = fragment && { readIncluded: () => encode("fragment.yaml", fragment) };
  const { diagnostics } = await checkInputs([{ ...encode("git.yaml", config), ...included }], {});
  return diagnostics.filter(({ severity }) => severity === "error");
}

const arg = { name: "a", default: "x" };
const tool = { name: "t", description: "d" };
const withTool = (keys: Mapping): Mapping => ({ command: "git", tools: [{ ...tool, args: [arg], ...keys }] });
const resolving = (keys: Mapping): Mapping => withTool({ confirm_message: "{r}", resolve: { r: { command: "show", ...keys } } });
const definition = { name: "list", description: "d", inputSchema: { type: "object" }, handler: "files.list" };

describe("a key without a value is an error", () => {
  it.each<[what: string, schema: z.ZodObject, wrap: (keys: Mapping) => readonly [Mapping, Mapping?], accepted: readonly string[]]>([
    ["of a config", configSchema, (keys) => [{ ...withTool({}), ...keys }], ["working_dir", "category"]],
    ["of a tool", toolSchema, (keys) => [withTool(keys)], ["working_dir", "timeout", "confirm_message"]],
    ["of an argument", argSchema, (keys) => [withTool({ args: [{ ...arg, ...keys }] })], ["default", "flag", "enum"]],
    ["of `defaults`", defaultsSchema, (keys) => [{ ...withTool({}), defaults: keys }], ["timeout"]],
    ["of a resolver", resolverSchema, (keys) => [resolving(keys)], []],
    ["of an example", exampleSchema, (keys) => [withTool({ examples: [{ args: {}, ...keys }] })], []],
    [
      "of a fragment",
      fragmentSchema,
      (keys) => [
        { ...withTool({}), include: ["fragment.yaml"] },
        { kind: "fragment", ...keys },
      ],
      [],
    ],
    ["of a Directive definition", directiveSchema, (keys) => [{ kind: "directive", tools: [definition], ...keys }], []],
    ["of a Directive tool", directiveToolSchema, (keys) => [{ kind: "directive", tools: [{ ...definition, ...keys }] }], []],
  ])("%s", async (_what, schema, wrap, accepted) => {
    const found: string[] = [];
    for (const key of Object.keys(schema.shape)) {
      const [error, ...others] = await errorsOf(...wrap({ [key]: null }));
      expect(others).toEqual([]);
      if (error === undefined) found.push(key);
      else if (key !== "kind") expect(error.message).toMatch(new RegExp(`^\`${key}\` (must|cannot) be .*nothing$`));
    }
    expect(found).toEqual(accepted);
  });

  it("of a group that tools use", async () => {
    const config = { ...withTool({ args: [{ use: "g" }] }), arg_groups: { g: null } };
    expect((await errorsOf(config)).map(({ message, help }) => [message, help])).toEqual([
      ["each group of `arg_groups` must be a list of arguments, not nothing", "set a value, or remove the key"],
    ]);
  });

  it("of all groups", async () => {
    const config = { ...withTool({ args: [{ use: "g" }] }), arg_groups: null };
    expect((await errorsOf(config)).map(({ message, help }) => [message, help])).toEqual([
      ["`arg_groups` must be a mapping of keys to values, not nothing", "set a value, or remove the key"],
    ]);
  });
});
