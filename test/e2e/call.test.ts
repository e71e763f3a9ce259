/** Tests `climax-gen call`: one call as the server would run it. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Finished } from "./project.ts";
import { isGone } from "../fixtures/programs.ts";
import { climaxGen, connectModern, ROOT, temporaryFolder } from "./project.ts";

const CONFIG = `name: hello
command: sh
tools:
  - { name: say_hello, description: Say hello, command: -c 'echo "hello $1"' sh, args: [{ name: who, positional: true, required: true }] }
  - { name: fail, description: Fail, command: -c 'echo no >&2; exit 3' }
  - { name: other, description: Another, command: -c true }
`;
const POLICY = "default: disabled\ntools: { say_hello: { args: { who: { max_length: 5 } } }, fail: { confirm: true } }\n";

const TYPED = `name: typed
command: sh -c
tools:
  - { name: csv, description: Text with a media type, command: "'echo a,b; echo 1,2'", output: text/csv }
  - { name: zip, description: Bytes, command: "'echo UEsDBA== | base64 -d'", output: application/zip }
`;

const folder = temporaryFolder({ "configs/hello.yaml": CONFIG, "policy.yaml": POLICY, "typed.yaml": TYPED });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...args: readonly string[]): Promise<Finished> => climaxGen(["call", "configs", ...args], { cwd: folder });
const UNLIMITED = "no --policy: all 3 tools are enabled\n";

describe("call", () => {
  it("prints the reply, and on standard error that no policy applies", async () => {
    expect(await call("say_hello", '{"who":"Ada"}')).toEqual({ status: 0, stdout: "hello Ada\n", stderr: UNLIMITED });
    const policed = await call("say_hello", '{"who":"Ada"}', "--policy", "policy.yaml");
    expect(policed).toEqual({ status: 0, stdout: "hello Ada\n", stderr: "" });
  });

  it.each([
    ["csv", "a,b\n1,2\n"],
    ["zip", "[resource]\n[application/zip, 4 bytes]\n"],
  ])("prints the text of a resource, or the type and size of bytes: %s", async (tool, stdout) => {
    expect(await climaxGen(["call", "typed.yaml", tool], { cwd: folder })).toMatchObject({ status: 0, stdout });
  });

  it("prints the result of the protocol as JSON, with --json", async () => {
    const { status, stdout } = await call("fail", "--json");
    expect({ status, result: JSON.parse(stdout) as unknown }).toEqual({
      status: 1,
      result: { content: [{ type: "text", text: "[stderr]\nno\n\n[exit code: 3]" }], isError: true },
    });
  });

  it("prints why nothing was run, as a result with --json", async () => {
    const env = { ...process.env, CLIMAX_AUDIT_FILE: folder };
    const run = (...flags: readonly string[]) => climaxGen(["call", "configs", "other", ...flags], { cwd: folder, env });
    const problem = /^nothing was run: .*CLIMAX_AUDIT_FILE/;
    expect(await run()).toEqual({ status: 1, stdout: "", stderr: expect.stringContaining("\nnothing was run: ") as string });
    const { status, stdout } = await run("--json");
    const text = expect.stringMatching(problem) as string;
    expect([status, JSON.parse(stdout)]).toEqual([1, { content: [{ type: "text", text }], isError: true }]);
  });

  it.each([
    ["a command that fails", ["fail"], "[stderr]\nno\n\n[exit code: 3]\n", UNLIMITED],
    ["an unknown tool", ["say_helo"], "Unknown tool: say_helo. Did you mean say_hello?\n", ""],
    [
      "a tool that the policy disables",
      ["other", "--policy", "policy.yaml"],
      "Unknown tool: other\n",
      'the policy "policy.yaml" does not enable "other"\n',
    ],
  ])("exits with status 1 for %s", async (_title, args, stdout, stderr) => {
    expect(await call(...args)).toEqual({ status: 1, stdout, stderr });
  });

  it("rejects the calls that the server rejects, with the same text", async () => {
    await climaxGen(["configs", "-o", "out", "--policy", "policy.yaml"], { cwd: folder });
    const client = await connectModern(join(folder, "out/dist/server.mjs"), { cwd: folder });
    for (const [tool_name, args] of [
      ["say_hello", {}],
      ["say_hello", { who: "Alexandra" }],
    ] as const) {
      const { texts } = await client.call("climax_call", { tool_name, args });
      const { status, stdout } = await call(tool_name, JSON.stringify(args), "--policy", "policy.yaml");
      expect({ status, stdout }).toEqual({ status: 1, stdout: `${texts.join("\n")}\n` });
    }
    await client.close();
  });

  it("runs nothing that needs confirmation without a terminal, and reports that", async () => {
    const stdout = expect.stringMatching(/^Not run: the policy requires you to confirm this call, which needs a terminal: run /) as string;
    expect(await call("fail", "--policy", "policy.yaml")).toMatchObject({ status: 1, stdout });
  });

  it("runs nothing with --dry-run, and prints the output of explain", async () => {
    const args = ["say_hello", '{"who":"Ada"}'];
    expect(await call(...args, "--dry-run")).toEqual(await climaxGen(["explain", "configs", ...args], { cwd: folder }));
  });

  it.each([
    ["no tool", []],
    ["arguments that are not JSON", ["say_hello", "{who: Ada}"]],
    ["arguments that are not an object", ["say_hello", "who=Ada"]],
  ])("exits with status 2 for %s, with the remedy", async (_title, args) => {
    expect(await call(...args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("\nhelp: ") as string });
  });

  it("exits with status 2 for an unknown option", async () => {
    expect(await call("say_hello", "--frobnicate")).toMatchObject({ status: 2, stdout: "" });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("cancels the call on %s, and leaves no process behind", async (signal) => {
    const file = join(folder, `${signal}.pid`);
    writeFileSync(
      join(folder, "slow.yaml"),
      `name: slow\ncommand: sh\ntools: [{ name: wait, description: Wait, command: "-c 'echo $$ > ${file}; exec sleep 60'" }]\n`,
    );
    const child = spawn(process.execPath, [join(ROOT, "bin/climax-gen.cjs"), "call", "slow.yaml", "wait"], { cwd: folder });
    let printed = "";
    child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
    const ended = new Promise((resolve) => child.on("exit", (status) => resolve(status)));
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).toBe(true);
    child.kill(signal);
    expect(await ended).toBe(1);
    expect(printed).toContain("Command cancelled");
    expect(await isGone(Number(readFileSync(file, "utf8")))).toBe(true);
  });

  it("records the call in the audit, like a server", async () => {
    const file = join(folder, "audit.jsonl");
    await climaxGen(["call", "configs", "say_hello", '{"who":"Ada"}'], { cwd: folder, env: { ...process.env, CLIMAX_AUDIT_FILE: file } });
    const entries = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly tool: string });
    expect(entries.at(-1)).toMatchObject({ tool: "say_hello", client: { name: "climax-gen" } });
  });
});

describe("a generated project instead of configs", () => {
  it.each([
    [["list", "out"], 1, "out: error[generated-input]: the directory is a generated project, and contains no configs\n"],
    [["out"], 2, 'error: "out" is a generated project, not an input\nhelp: start its server with `node out/dist/server.mjs`, '],
  ])("is an error with advice: %j", async (args, status, text) => {
    await climaxGen(["configs", "-o", "out"], { cwd: folder });
    const result = await climaxGen(args, { cwd: folder });
    expect(result.status).toBe(status);
    expect(result.stderr).toContain(text);
  });
});
