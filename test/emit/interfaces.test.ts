/** Compares argument interfaces with those that json-schema-to-typescript generates from the same input schemas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import { describe, expect, it } from "vitest";
import { exampleConfigs } from "../fixtures/example-configs.ts";
import { toInputSchema } from "../../runtime/tool/input-schema.ts";
import { checkInputs } from "../../generator/check-inputs.ts";
import { generate } from "../../generator/index.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { ROOT } from "../e2e/project.ts";

// The library generates the interfaces of Directive definitions itself.
const EXAMPLES = exampleConfigs.filter((path) => path !== "examples/directive.yaml" && !path.startsWith("catalog/coreutils/"));

/** Returns `name?: type` of every property, without comments, layout, and our `readonly` for lists. */
function propertiesOf(source: string, interfaceName: string): readonly string[] {
  const maps = source.replaceAll(/\{\s*\[k: string\]: string;?\s*\}|Readonly<Record<string, string>>/g, "Record<string, string>");
  const body = new RegExp(`export interface ${interfaceName} \\{(.*?)\n\\}`, "s").exec(maps)?.[1] ?? "no such interface";
  return body
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .split(/[;\n]/)
    .map((line) =>
      line
        .replaceAll(/\s+/g, " ")
        .replaceAll(/[()]|\breadonly /g, "")
        .trim(),
    )
    .filter(Boolean)
    .map(normalizeOptionalValue);
}

/** Returns the type of an optional value in the interface. Calls accept `false`, like an absent value, but the interface omits it. */
function normalizeOptionalValue(property: string): string {
  const [, name = "", texts = ""] = /^(.*?: )(.+) \| (?:true \| false|boolean)$/.exec(property) ?? [];
  return name === "" ? property : `${name}true | ${texts}`;
}

describe.each(EXAMPLES)("%s", (name) => {
  it("has interfaces that agree with the input schemas", async () => {
    const input = { path: name, bytes: readFileSync(join(ROOT, name)) };
    const { clis } = resolveModel((await checkInputs([input])).configs, { classic: false });
    const { files } = await generate([input], { bundle: false });
    for (const { moduleName, tools } of clis) {
      const source = String(files.get(`src/clis/${moduleName}.ts`));
      for (const { tool, interfaceName } of tools.filter(({ tool: { args } }) => args.length > 0)) {
        const schema = { ...toInputSchema(tool.args), additionalProperties: false, title: interfaceName };
        const theirs = await compile(JSON.parse(JSON.stringify(schema)) as object, interfaceName, {
          format: false,
          bannerComment: "",
          // A list that must not be empty is `[string, ...string[]]`, to which no ordinary list can be assigned.
          ignoreMinAndMaxItems: true,
        });
        expect(propertiesOf(source, interfaceName)).toEqual(propertiesOf(theirs, interfaceName));
      }
    }
  });
});
