import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";

const folder = temporaryFolder({ "shop.yaml": "command: shop\ntools:\n  - { name: shop_find, description: Find things }\n" });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, NO_COLOR: "1" };
const explain = (...args: readonly string[]) => climaxGen(["explain", ...args], { cwd: folder, env });

describe("climax-gen explain", () => {
  describe.each([["--"], ["-x"], ["--json"], ["list"], ["explain"]])("of a tool called %s", (tool) => {
    it.each([
      ["without arguments", []],
      ["with arguments", ["{}"]],
    ])("works after --, %s", async (_, given) => {
      writeFileSync(join(folder, "odd.yaml"), `command: odd\ntools:\n  - { name: "${tool}", description: Do it }\n`);
      expect(await explain("odd.yaml", "--", tool, ...given)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(`^${tool} would run:\n  odd `) as string,
      });
    });
  });

  it.each([
    ["a tool", ["explain", "shop.yaml", "-x"]],
    ["a query", ["search", "shop.yaml", "-x"]],
    ["a tool", ["call", "shop.yaml", "-x"]],
  ])("explains how to pass %s that starts with a dash", async (word, args) => {
    const { status, stderr } = await climaxGen(args, { cwd: folder, env });
    expect([status, stderr]).toEqual([
      2,
      `error: unknown option '-x'\nhelp: put ${word} that starts with a dash after \`--\` and all options\n`,
    ]);
  });
});
