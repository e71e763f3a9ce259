/** Tests the surroundings of an explained program and their origin, the config or the policy: its directory and its executor. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";

const folder = temporaryFolder({
  "shop.yaml": "command: shop\nworking_dir: /srv/shop\ntools:\n  - { name: list, description: List things }\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["on the server", "{ type: local }", { directory: "/srv/shop", directoryPosition: "shop.yaml:2" }],
  ["in bubblewrap", "{ type: bubblewrap }", { directory: "/srv/shop", directoryPosition: "shop.yaml:2" }],
  ["in bubblewrap with a directory", "{ type: bubblewrap, working_dir: /work }", { directory: "/work" }],
  ["in a container", "{ type: docker, image: shop:1 }", {}],
  ["in a container with a directory", "{ type: docker, image: shop:1, working_dir: /work }", { directory: "/work" }],
])("explains the directory of a program %s", async (_title, executor, want) => {
  writeFileSync(join(folder, "policy.yaml"), `default: enabled\nexecutor: ${executor}\n`);
  const { stdout } = await climaxGen(["explain", "shop.yaml", "list", "--json", "--policy", "policy.yaml"], { cwd: folder });
  const { surroundings } = JSON.parse(stdout) as {
    readonly surroundings: { readonly directory?: string; readonly directoryPosition?: { readonly path: string; readonly line: number } };
  };
  const { directory, directoryPosition: at } = surroundings;
  expect({ ...(directory && { directory }), ...(at && { directoryPosition: `${at.path}:${at.line}` }) }).toEqual(want);
});

it("explains the executor of a tool, and its location in the policy", async () => {
  const rules = [
    "default: enabled",
    "executor: { type: bubblewrap }",
    "tools:",
    '  "l*": { executor: { type: bubblewrap, network: { hosts: [example.org] } } }',
    '  "lis*": { executor: { type: docker, image: "shop:1", network: none } }',
    "  show: { executor: { type: local } }",
    "  l*t: { scopes: [deploy] }",
  ];
  writeFileSync(join(folder, "policy.yaml"), `${rules.join("\n")}\n`);
  const tools = ["list", "load", "show", "save"].map((name) => `  - { name: ${name}, description: Do it }\n`);
  writeFileSync(join(folder, "tools.yaml"), `command: shop\ntools:\n${tools.join("")}`);
  const explain = async (tool: string): Promise<unknown> => {
    const { stdout } = await climaxGen(["explain", "tools.yaml", tool, "--policy", "policy.yaml"], { cwd: folder });
    const [, executor, place] = /^ +executor +(.*?) +policy\.yaml:(.*)$/m.exec(stdout.slice(stdout.indexOf("surroundings"))) ?? [];
    const words = Array.from(stdout.matchAll(/ executor +policy\.yaml:(.*)$/gm), ([, at]) => at);
    return [executor, place, [...new Set(words)]];
  };
  const { stdout } = await climaxGen(["explain", "tools.yaml", "list", "--policy", "policy.yaml"], { cwd: folder });
  expect(stdout).toContain('callers over HTTP\n  scopes  ["deploy"]  policy.yaml:7:10\n');
  expect(await explain("list")).toEqual(["a container of the image shop:1, without network", "5:13", ["5:13"]]);
  expect(await explain("load")).toEqual(["a bubblewrap sandbox, with a network of the hosts example.org only", "4:11", ["4:11"]]);
  expect(await explain("show")).toEqual(["a process of the server's user", "6:11", []]);
  expect(await explain("save")).toEqual(["a bubblewrap sandbox, without network", "2:1", ["2:1"]]);
});
