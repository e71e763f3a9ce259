/** Tests that generated modules contain only the model, for any text in it. Runs each module, and compares its exports. */
import {
  emptyDocument,
  hostileConfig as config,
  hostileName as name,
  hostilePolicy as policy,
  hostileText as text,
} from "../fixtures/hostile-configs.ts";
import { commandOf } from "../fixtures/tools.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { DirectiveToolSpec } from "../../runtime/tool/directive-spec.ts";
import type { DirectiveFile } from "../../generator/check/files/checked-file.ts";
import { emitProject } from "../../generator/emit/emit-project.ts";
import { templateNames } from "../../generator/emit/project-files.ts";
import { readTemplates } from "../../generator/host/own-package.ts";
import { byName } from "../../generator/text/code-unit-order.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { loadModule } from "./load-module.ts";

const templates = readTemplates(templateNames);
it("contain only the model, for any text in it", async () => {
  await fc.assert(
    fc.asyncProperty(config, text, async (raw, path) => {
      const source = { path: `configs/${path}.yaml`, text: "" };
      const model = resolveModel([{ kind: "cli", document: emptyDocument(source), ...raw }], { classic: false });
      const [cli] = model.clis;
      const files = await emitProject(model, templates);
      expect([...files.keys()].filter((file) => !/^[\w./-]+$/.test(file))).toEqual([]);

      const module = await loadModule(files.get(`src/clis/${cli?.moduleName}.ts`) ?? "");
      const { program, tool_count, ...group } = cli?.cli ?? {};
      const global_args = table(program?.global_args);
      const common = { ...group, ...program };
      expect(module["cli"]).toEqual({
        ...common,
        tool_count: tool_count === cli?.tools.length ? undefined : tool_count,
        global_args: Object.keys(global_args).length > 0 ? global_args : undefined,
      });
      const tools = cli?.tools.map(({ tool: one }) => {
        const { cli: _, handler: _handler, ...rest } = one;
        const { kind: _kind, program: shared, command, ...own } = commandOf(one);
        return [one.name, { ...rest, ...own, command: [...shared.command, ...command], args: table(one.args) }] as const;
      });
      expect(Object.entries(module["tools"] as object)).toEqual(tools);
    }),
    { numRuns: 60 },
  );
});

const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.constantFrom(null, true, -0.5),
    fc.array(tie("any"), { maxLength: 2 }),
    fc.dictionary(name, tie("any"), { maxKeys: 2, noNullPrototype: true }),
  ),
})).any;
const property = fc.oneof(
  fc.record({ type: fc.constant("string"), description: text }),
  fc.record({ enum: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ default: json, "x-note": json, tsType: text }),
);
const directiveTool: fc.Arbitrary<DirectiveToolSpec> = fc.record(
  {
    name,
    title: text,
    description: text,
    inputSchema: fc.record({
      type: fc.constant("object"),
      title: text,
      properties: fc.dictionary(name, property, { maxKeys: 3, noNullPrototype: true }),
    }),
    handler: fc.oneof(fc.constant("file.get" as const), fc.record({ bundle: text })),
    method: text,
  },
  { requiredKeys: ["name", "description", "inputSchema", "handler"] },
);

it("contain only the definition, for any text in it", async () => {
  const tools = fc.uniqueArray(directiveTool, { selector: (one) => one.name, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(text, text, text, tools, async (title, description, root, specs) => {
      const source = { path: "configs/x.yaml", text: "" };
      const checked: DirectiveFile = {
        kind: "directive",
        document: emptyDocument(source),
        name: title,
        description,
        root,
        tools: specs.map((spec) => ({ ...spec, args: [] })),
      };
      const files = await emitProject(resolveModel([checked], {}), templates);
      const module = await loadModule(files.get("src/directives/x.ts") ?? "");
      expect(module["directive"]).toEqual({ name: title, description, root });
      expect(Object.entries(module["tools"] as object)).toEqual(
        Object.entries(Object.fromEntries(specs.toSorted(byName).map((spec) => [spec.name, spec]))),
      );
    }),
    { numRuns: 60 },
  );
});

it("contain only the policy, for any text in it", async () => {
  await fc.assert(
    fc.asyncProperty(policy, async (spec) => {
      const model = { name: "x", version: "1.0.0", classic: false, clis: [], policies: [spec], disabled: [] };
      const files = await emitProject(model, templates);
      const module = await loadModule(files.get("src/policy.ts") ?? "");
      expect(module["policies"]).toEqual([spec]);
      expect((files.get("README.md") ?? "").match(/^## .*/gm)).toEqual([
        "## Start",
        "## Install in an MCP client",
        "## Tools",
        "## Policy",
        "## Source",
      ]);
    }),
    { numRuns: 60 },
  );
});

function table(list: readonly { readonly name: string }[] = []): object {
  return Object.fromEntries(list.map(({ name: key, ...entry }) => [key, entry]));
}
