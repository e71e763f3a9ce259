/** Tests how `climax-gen list` shows the types and relations of arguments. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { formatToolTable } from "../../generator/list/tool-table.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";

const CONFIG = `command: keys
tools:
  - name: run
    description: Run
    at_most_one: [[merge, color]]
    args:
      - { name: define, type: map, default: { A: b } }
      - { name: color, optional_value: true }
      - { name: merge, enum: { squash: --squash, rebase: [--rebase, --quiet] } }
      - { name: level, type: integer, enum: [1, 2] }
      - { name: fields, join: ",", requires: [level] }
`;

it("the table of tools shows maps, optional values, enums, joined lists and relations", async () => {
  const { configs, diagnostics } = await checkInputs([{ path: "keys.yaml", bytes: Buffer.from(CONFIG) }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const table = formatToolTable(resolveModel(configs, {}), 1000);
  expect(table).toContain(`define:map={"A":"b"}, color:true|text, merge:squash|rebase, level:1|2, fields:string…. Pass at most one of`);
  expect(table).toContain(`'fields' requires 'level'.`);
});

it("the table of tools omits a CLI whose tools are all redefined by another file", async () => {
  const files = ["first", "second"].map((name) => ({
    path: `${name}.yaml`,
    bytes: Buffer.from(CONFIG.replace("command:", `name: ${name}\ncommand:`)),
  }));
  const { configs } = await checkInputs(files);
  const table = formatToolTable(resolveModel(configs, {}), 1000);
  expect(table).toMatch(/^second\nTOOL .*\nrun .*\n\n1 tool in 1 CLI\n$/);
});

it("the table of tools escapes invisible characters, which reorder the text of a terminal", async () => {
  const text = CONFIG.replace("description: Run", "description: Run \u202edeteled\u2066");
  const { configs } = await checkInputs([{ path: "keys.yaml", bytes: Buffer.from(text) }]);
  expect(formatToolTable(resolveModel(configs, {}), 1000)).toContain(String.raw`Run \u202edeteled\u2066`);
});
