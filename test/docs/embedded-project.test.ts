/** Generates the project that docs/embedding.md embeds, with its policy for functions, and runs its program. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { climaxGen, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";

const [, section = ""] = readPage("embedding.md").split("## Add the tools of a generated project\n");
const [, program = ""] = /^```ts\n([^]*?)^```$/m.exec(section) ?? [];
const [, policy = ""] = /^```yaml\n([^]*?)^```$/m.exec(section) ?? [];

const CONFIG = `
name: git
command: echo
tools:
  - { name: git_log, description: Show commits, command: log, risk: read }
  - { name: git_gc, description: Remove unreachable objects, command: gc, risk: write }
`;

/** Defines the function that the page uses, and prints the replies of some calls. */
const CALLS = `
import { createServer, defineTool } from "@climax-gen/runtime";

const weather = defineTool({
  name: "weather",
  description: "Show the weather of a city",
  args: { city: { type: "string", required: true } },
  run: ({ city }) => "sun in " + city,
});
const other = defineTool({ name: "other", description: "Not in the policy", run: () => "ran" });
${program.replace("tools: [weather]", "tools: [weather, other]")}
async function call(tool_name: string, args: object = {}): Promise<string> {
  const params = { name: "climax_call", arguments: { tool_name, args } };
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const [, json = ""] = /^data: (.*)$/m.exec(await (await server.fetch(request)).text()) ?? [];
  return JSON.parse(json).result.content[0].text;
}
const city = "Oslo";
console.log(JSON.stringify([await call("weather", { city }), await call("weather", { city: city.repeat(20) }), await call("other"), await call("git_log"), await call("git_gc")]));
await server.close();
`;

const folder = temporaryFolder({ "configs/git.yaml": CONFIG, "policy.yaml": policy, "program.ts": CALLS });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("docs/embedding.md shows a policy and a program that call a function and a tool of a generated project", async () => {
  expect(policy).toContain("default: disabled");
  expect(program).toContain("createServer(");
  const generated = await climaxGen(["configs", "-o", "out", "--policy", "policy.yaml"], { cwd: folder });
  expect(generated).toMatchObject({ status: 0, stderr: expect.not.stringContaining("warning") as string });
  // Resolves the packages, which a user installs.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const script = join(folder, "program.mjs");
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  await build({
    entryPoints: [join(folder, "program.ts")],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    banner,
    logLevel: "warning",
  });
  const { status, stdout, stderr } = await run(process.execPath, [script], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual([
    "sun in Oslo",
    expect.stringMatching(/^Policy validation failed:/),
    expect.stringMatching(/^(?:Unknown tool|.*not )/),
    "log",
    expect.stringMatching(/^(?:Unknown tool|.*not )/),
  ]);
});
