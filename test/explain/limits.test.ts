/** Tests explanations of limits, relations, variables, files and locations of a config with fragments and groups. */
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findDefinitions } from "../../generator/check/files/definitions.ts";
import { explain } from "../../generator/explain/explain.ts";
import { formatExplanation } from "../../generator/explain/format-explanation.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";

const CONFIG = `name: shop
command: shop
include: [shared.yaml]
working_dir: /srv
tools:
  - name: shop_find
    description: Find things
    command: find
    program: shop2
    env: { SHOP_MODE: quick }
    working_dir: /srv/shop
    order: as_written
    at_most_one: [[short, long]]
    args:
      - use: paging
      - words: [-o, "{format}"]
      - { name: format }
      - { name: short, type: boolean }
      - { name: long, type: boolean, requires: [format] }
      - { name: token, env: SHOP_TOKEN, secret: true }
      - { name: region, env: SHOP_REGION }
      - { name: query, file: { suffix: .json }, flag: --query, max_length: 40 }
      - { name: sort, enum: { up: --ascending, down: [--descending, --nulls-last] } }
      - { name: label, type: map, flag: -l, keys: { pattern: "[a-z]+" } }
`;
const FRAGMENT = `kind: fragment
arg_groups:
  paging:
    - { name: page, type: integer, min: 1, max: 9, flag: --page= }
`;

async function explainCall(given: Readonly<Record<string, unknown>>): Promise<string> {
  const fragment: InputFile = { path: "shared.yaml", bytes: Buffer.from(FRAGMENT) };
  const file: InputFile = { path: "shop.yaml", bytes: Buffer.from(CONFIG), readIncluded: () => fragment };
  const checked = await checkInputs([file], {});
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [tool] = listTools(resolveModel(checked.configs, { policies: [] }).clis);
  const definition = findDefinitions(checked.configs).get("shop_find");
  if (tool === undefined || definition === undefined) throw new Error("the config has no tool");
  const text = formatExplanation(await explain({ tool, given, definition, policies: [], env: {} }));
  return text.replaceAll(/[\w/.-]*\/climax-[^/ "]*\//g, "FOLDER/").replaceAll(/(\S) {2,}/g, "$1  ");
}

describe("an explanation", () => {
  it("shows the locations of groups, fragments, variables, files and limits", async () => {
    const given = { page: 2, format: "csv", long: true, token: "hunter2", region: "eu", query: "{}", sort: "down", label: { a: "b" } };
    const text = await explainCall(given);
    expect(text).not.toContain("hunter2");
    expect(text).toMatchInlineSnapshot(`
      "shop_find would run:
        shop2  command  shop.yaml:9:14
        find  command  shop.yaml:8:14
        --page=2  page with its flag  shared.yaml:4:58
        -o  words  shop.yaml:16:17
        csv  words  shop.yaml:16:21
        --long  flag of long  shop.yaml:19:17
        --query  flag of query  shop.yaml:22:55
        FOLDER/1.json  query  shop.yaml:22:17
        --descending  enum of sort  shop.yaml:23:54
        --nulls-last  enum of sort  shop.yaml:23:54
        -l  flag of label  shop.yaml:24:41
        a=b  label  shop.yaml:24:17

      arguments
        page  2  shared.yaml:4:15
        format  "csv"  shop.yaml:17:17
        long  true  shop.yaml:19:17
        token  "***"  shop.yaml:20:17
        region  "eu"  shop.yaml:21:17
        query  "{}"  shop.yaml:22:17
        sort  "down"  shop.yaml:23:17
        label  {"a":"b"}  shop.yaml:24:17

      limits
        page  min 1: holds  shared.yaml:4:36
        page  max 9: holds  shared.yaml:4:44
        query  max_length 40: holds  shop.yaml:22:64
        label  keys "[a-z]+": holds  shop.yaml:24:45
        short, long  at_most_one ["short","long"]: holds  shop.yaml:13:19
        long  requires ["format"]: holds  shop.yaml:19:38

      surroundings
        directory  /srv/shop  shop.yaml:11:5
        environment  all variables of the server, SHOP_MODE (shop.yaml:10:12), SHOP_TOKEN=*** (shop.yaml:20:29) and SHOP_REGION=eu (shop.yaml:21:30)
        temporary file  FOLDER/1.json with query  shop.yaml:22:30
        confirmation  not required
        timeout  30 s
      "
    `);
  });

  it("names the limit and the relation that reject a call", async () => {
    const limits = (text: string): readonly string[] => text.split("\n").filter((line) => /: (?:holds|rejects|not passed)/.test(line));
    expect(limits(await explainCall({ page: 0, short: true, long: true }))).toMatchInlineSnapshot(`
      [
        "  page  min 1: rejects  shared.yaml:4:36",
        "  page  max 9: holds  shared.yaml:4:44",
        "  query  max_length 40: not passed, so not checked  shop.yaml:22:64",
        "  label  keys "[a-z]+": not passed, so not checked  shop.yaml:24:45",
        "  short, long  at_most_one ["short","long"]: rejects  shop.yaml:13:19",
        "  long  requires ["format"]: rejects  shop.yaml:19:38",
      ]
    `);
    expect(limits(await explainCall({ label: { A: "b" }, short: true }))).toMatchInlineSnapshot(`
      [
        "  page  min 1: not passed, so not checked  shared.yaml:4:36",
        "  page  max 9: not passed, so not checked  shared.yaml:4:44",
        "  query  max_length 40: not passed, so not checked  shop.yaml:22:64",
        "  label  keys "[a-z]+": rejects  shop.yaml:24:45",
        "  short, long  at_most_one ["short","long"]: holds  shop.yaml:13:19",
        "  long  requires ["format"]: not passed, so not checked  shop.yaml:19:38",
      ]
    `);
  });

  it("names the key that would allow a leading dash", async () => {
    const text = await explainCall({ format: "-x" });
    expect(text).toContain("'-x' starts with '-' and could be read as an option; choose a value without the dash");
    expect(text).toContain("  format  allow_leading_dash false: rejects  shop.yaml:17:9\n");
  });
});
