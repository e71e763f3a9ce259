import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { explainCall } from "../../../runtime/explain/explain-call.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { fixSearchPath } from "../../../runtime/executor/program-path.ts";
import { wrapCommand } from "../../../runtime/executor/wrap-command.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { Tool } from "../../../runtime/tool/tool.ts";
import { findBubblewrap } from "../../fixtures/engines.ts";
import type { FlatCli } from "../../fixtures/tools.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { resolvePolicies } from "../../fixtures/plain-execution.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-program-")));
const runner = createProcessRunner();
afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true });
});

/** Two directories with a program of the same name. The server's must run. */
const PROGRAM = "tools/say";
for (const owner of ["server", "caller"]) {
  mkdirSync(join(folder, owner, "tools"), { recursive: true });
  writeFileSync(join(folder, owner, PROGRAM), `#!/bin/sh\necho ${owner} in "$PWD"\n`, { mode: 0o755 });
}
const caller = join(folder, "caller");
const bubblewrap = findBubblewrap();

const toTool = (cli: Partial<FlatCli>): Tool =>
  toCommandTool({
    name: "t",
    description: "",
    command: [],
    args: [{ name: "dir", type: "string", cwd: true }],
    cli: { name: "c", description: "", command: [PROGRAM], global_args: [], tool_count: 1, ...cli },
  });

/** Calls the tool of a server that was started in the folder `server`, with the caller's folder. */
async function call(cli: Partial<FlatCli>, executor: ExecutorSpec, env: Readonly<Record<string, string>> = {}): Promise<ToolReply> {
  const started = process.cwd();
  process.chdir(join(folder, "server"));
  try {
    const variables = { PATH: process.env["PATH"] ?? "", ...env };
    const resolved = await resolvePolicies({ embedded: [toPolicy({ default: "enabled", tools: {}, executor })] }, variables);
    if (resolved.kind === "refused") throw new Error(resolved.problem);
    process.chdir(started);
    const context = { env: variables, policies: [], execution: resolved.execution, run: runner.run, limiter: createLimiter() };
    return await replyOf(toTool(cli), { dir: caller }, context);
  } finally {
    process.chdir(started);
  }
}

const executors: readonly ExecutorSpec[] = [{ type: "local" }, ...("missing" in bubblewrap ? [] : [{ type: "bubblewrap" } as const])];
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

describe.each(executors)("a program of the $type executor", (executor) => {
  const path = process.env["PATH"] ?? "";
  it.each<[string, Partial<FlatCli>, Readonly<Record<string, string>>]>([
    ["a relative command", {}, {}],
    ["a relative command that starts with a dot", { command: [`./${PROGRAM}`] }, {}],
    ["a relative command from a variable", { command: ["$SAY"] }, { SAY: PROGRAM }],
    ["a relative folder of the server's PATH", { command: ["say"] }, { PATH: `tools:${path}` }],
    ["a relative folder of the config's PATH", { command: ["say"], env: { PATH: `./tools:${path}` } }, {}],
    ["the working_dir of a config", { working_dir: caller }, {}],
  ])("is found from the server's directory, not from the directory of the call: %s", async (_title, cli, env) => {
    expect(await call(cli, executor, env)).toEqual({ text: `server in ${caller}`, isError: false });
  });
});

describe("a relative command", () => {
  it("that is missing is reported with the path that was searched", async () => {
    const reply = await call({ command: ["tools/none"] }, { type: "local" });
    expect(reply).toMatchObject({ text: `[stderr]\nCommand not found: ${join(folder, "server/tools/none")}\n\n[exit code: -1]` });
    expect(reply.hint).toContain("A relative path in `command` is relative to the directory that the server was started in.");
  });

  const inContainer = (working_dir: string | undefined, directory: string | undefined): readonly string[] => {
    const executor = { type: "docker", image: "img", ...(working_dir !== undefined && { working_dir }) } as const;
    const command = { argv: [PROGRAM, "x"], env: {}, ...(directory !== undefined && { directory }) };
    const { argv, problem } = wrapCommand(
      executor,
      command,
      { variables: {}, inherited: {}, directory: "/srv", architecture: "x64" },
      () => "c",
    );
    return problem === undefined ? argv.slice(-2) : [problem.reason];
  };

  it("of a container is relative to the policy's directory, and is rejected if only the image defines its directory", () => {
    expect(inContainer("/app", caller)).toEqual(["/app/tools/say", "x"]);
    expect(inContainer(undefined, undefined)).toEqual([PROGRAM, "x"]);
    expect(inContainer(undefined, "")).toEqual([PROGRAM, "x"]);
    expect(inContainer(undefined, caller)).toEqual(["relative_program"]);
    expect(inContainer("app", caller)).toEqual(["relative_program"]);
  });

  it("is rejected by `explain` as by a call", async () => {
    const policy = toPolicy({ default: "enabled", tools: {}, executor: { type: "docker", image: "img" } });
    const explained = await explainCall(toTool({}), { dir: caller }, { env: {}, policies: [policy] });
    expect(explained).toMatchObject({
      kind: "refused",
      text: expect.stringContaining("The command tools/say is a relative path") as string,
    });
  });
});

describe("a PATH", () => {
  it.each([
    ["/bin:/usr/bin", "/bin:/usr/bin"],
    ["/bin:", "/bin:/srv"],
    ["", "/srv"],
    [".:bin:/x", "/srv:/srv/bin:/x"],
  ])("contains only absolute directories: %j", (path, want) => {
    expect(fixSearchPath({ PATH: path }, "/srv")).toEqual({ PATH: want });
  });

  it("stays unset if it is unset", () => {
    expect(fixSearchPath({ A: "." }, "/srv")).toEqual({ A: "." });
  });
});
