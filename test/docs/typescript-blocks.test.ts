/** Type-checks the TypeScript blocks of docs/embedding.md and docs/client.md, each as a file next to a generated project. */
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { climaxGen, ROOT, temporaryFolder } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";

const CONFIG = `
name: git
command: git
tools:
  - { name: git_log, description: Show commits, command: log, risk: read, args: [{ name: max_count, type: integer, flag: -n }] }
`;
const POLICY = "kind: policy\ndefault: enabled\ntools: { git_log: { args: { max_count: { max: 50 } } } }\n";

/** The types of the names that a block uses without defining them. */
const CONTEXT = new Map([
  ["createServer", 'typeof import("@climax-gen/runtime").createServer'],
  ["weather", 'import("@climax-gen/runtime").FunctionTool'],
  ["server", 'import("@climax-gen/runtime").McpServer'],
  ["client", 'import("@climax-gen/runtime/client").ToolCaller'],
  ["Bun", "{ serve(options: { fetch: (request: Request) => Promise<Response> }): void }"],
]);

/** Returns a block as a module, with declarations of the names that it does not define. */
function toModule(block: string): string {
  const isUsed = (name: string): boolean => new RegExp(`(?<![\\w.])${name}\\b`).test(block);
  const isDefined = (name: string): boolean => new RegExp(`^(?:const ${name}\\b|import \\{[^}]*\\b${name}\\b)`, "m").test(block);
  const missing = Array.from(CONTEXT).filter(([name]) => isUsed(name) && !isDefined(name));
  return `${block}\n${missing.map(([name, type]) => `declare const ${name}: ${type};\n`).join("")}export {};\n`;
}

const folder = temporaryFolder({ "configs/git.yaml": CONFIG, "policy.yaml": POLICY });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("docs/embedding.md and docs/client.md show code that compiles", async () => {
  const blocks = ["embedding.md", "client.md"].flatMap((name) => Array.from(readPage(name).matchAll(/^```ts\n([^]*?)^```$/gm)));
  expect(blocks).toHaveLength(8);
  for (const [index, [, block = ""]] of blocks.entries()) writeFileSync(join(folder, `block-${index}.ts`), toModule(block));
  // Resolves the packages of the protocol, which the code of a user imports too.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const words = ["configs", "-o", "out", "--policy", "policy.yaml", "--typecheck-with", "block-*.ts"];
  const { stderr, status } = await climaxGen(words, { cwd: folder });
  rmSync(join(folder, "node_modules"));
  expect({ stderr, status }).toEqual({ stderr: expect.stringMatching(/^out: .*\n$/) as string, status: 0 });
});
