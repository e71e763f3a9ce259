/** Tests the directory in which an explained program would run, and its origin: the config or the policy. */
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
