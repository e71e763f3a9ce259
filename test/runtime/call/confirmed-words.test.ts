/** Tests confirmation prompts for values in templates, maps, variables and files. An answer stays valid if the path of a file changes. */
import { describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createConfirmations } from "../../../runtime/call/confirmation.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { Environment } from "../../../runtime/tool/environment-variables.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { unwrap } from "../../fixtures/prompts.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const args: readonly ToolArg[] = [
  { name: "password", type: "string", value: ["pass:{}"], secret: true },
  { name: "define", type: "map", flag: "-D", secret: true },
  { name: "database", type: "string", env: "PGDATABASE" },
  { name: "token", type: "string", env: "PGPASSWORD", secret: true },
  { name: "script", type: "string", file: { suffix: ".sql" }, flag: "-f" },
  { name: "key", type: "string", file: {}, flag: "-k", secret: true },
  { name: "input", type: "string", stdin: true },
  { name: "folder", type: "string", cwd: true },
];
const cli = { name: "c", description: "", command: ["psql"], global_args: [], tool_count: 1 };
const tool = toCommandTool({ cli, name: "t", description: "d", command: [], args });
const policy = toPolicy({ default: "enabled", tools: { t: { confirm: true }, other: { confirm: true } } });

interface Asked {
  readonly question: string;
  readonly identity: string;
  readonly requests: readonly ProcessRequest[];
}

interface Asking {
  /** Defaults to `tool`. */
  readonly called?: Tool;
  readonly isAccepted?: boolean;
  readonly executor?: ExecutorSpec;
  readonly env?: Environment;
}

/** Calls a tool, and accepts the prompt if `isAccepted`. */
async function ask(
  given: Readonly<Record<string, unknown>>,
  { called = tool, isAccepted = false, executor, env = {} }: Asking = {},
): Promise<Asked> {
  const requests: ProcessRequest[] = [];
  const asked = { question: "", identity: "" };
  const context: CallContext = {
    env,
    policies: [policy],
    limiter: createLimiter(),
    execution: { ...plainExecution({}), ...(executor && { executor }) },
    run: (request) => {
      requests.push(request);
      return Promise.resolve({ kind: "cancelled", stdout: "", stderr: "" });
    },
    confirm: async ({ identity, writeQuestion }) => {
      Object.assign(asked, { identity, question: unwrap(await writeQuestion()) });
      return isAccepted ? { kind: "accepted" } : { kind: "declined" };
    },
  };
  await replyOf(called, given, context);
  return { ...asked, requests };
}

describe("a confirmation prompt", () => {
  it("masks the secret part of a template, the values of a map, variables and files", async () => {
    const given = { password: "hunter1", define: { user: "hunter2" }, token: "hunter3", key: "hunter4" };
    const { question } = await ask(given);
    expect(question).not.toContain("hunter");
    expect(question).toMatch(/^ {4}psql "pass:\*\*\*" -D "user=\*\*\*" -k /m);
    expect(question).toContain('With PGPASSWORD="***"');
    expect(question).toMatch(/^The file \S+\/1: "\*\*\*"$/m);
  });

  it("masks a directory and standard input that are secret arguments", async () => {
    const called = toCommandTool({ cli, name: "t", description: "d", command: [], args: args.map((arg) => ({ ...arg, secret: true })) });
    const { question } = await ask({ folder: "/srv/hunter2", input: "hunter3" }, { called });
    expect(question).toMatch(/^In the directory: "\*\*\*"$/m);
    expect(question).toMatch(/^Standard input: "\*\*\*"$/m);
    expect(question).not.toContain("hunter");
  });

  it("has the names of the config's variables instead of their values, and the command keeps the values", async () => {
    const command = ["~/bin/curl", '"Authorization: $TOKEN"', "$EMPTY", "$UNSET", "$SPLIT"];
    const global_args: readonly ToolArg[] = [
      { name: "proxy", type: "string", flag: "--proxy", default: "http://${PROXY}/" },
      { name: "unset", type: "string", flag: "--unset", default: "$UNSET" },
      { name: "on", type: "boolean", flag: "--on", default: "$ON" },
    ];
    const called = toCommandTool({ cli: { ...cli, command, global_args }, name: "t", description: "d", command: [], args });
    const env = { HOME: "/home/hidden", TOKEN: "hidden-1", EMPTY: "", SPLIT: "hidden-2 hidden-3", PROXY: "hidden-4", ON: "1" };
    const { question, requests } = await ask({ database: "d" }, { called, env, isAccepted: true });
    expect(question).not.toContain("hidden");
    expect(question.split("\n")[0]).toBe('    "~/bin/curl" "Authorization: $TOKEN" "$UNSET" "$SPLIT" --proxy "http://${PROXY}/" --on');
    const argv = [
      "/home/hidden/bin/curl",
      "Authorization: hidden-1",
      "$UNSET",
      "hidden-2",
      "hidden-3",
      "--proxy",
      "http://hidden-4/",
      "--on",
    ];
    expect(requests.map((request) => request.argv)).toEqual([argv]);
  });

  it("masks a secret that is also a part of other values, and explains the mask", async () => {
    const secret = 'hunter2 "x"';
    const { question } = await ask({ token: secret, database: `db-${secret}`, input: `a ${secret} b`, script: secret });
    expect(question).not.toContain("hunter");
    expect(question).toContain('With PGDATABASE="db-***"');
    expect(question).toContain('Standard input: "a *** b"');
    expect(question).toMatch(/\n\*\*\* \(hidden\): a secret value$/);
    expect((await ask({ database: "db" })).question).not.toContain("(hidden)");
  });

  it("shows variables and the content of files", async () => {
    const { question } = await ask({ database: "shop\nx", script: "drop table a;\n" });
    expect(question).toContain(String.raw`With PGDATABASE="shop\nx"`);
    expect(question).toMatch(/^The file (\S+\/1\.sql): "drop table a;\\n"$/m);
    const [, path = ""] = /The file (\S+):/.exec(question) ?? [];
    expect(question).toContain(`    psql -f ${path}\n`);
  });

  it("is about the same call if only the path of the file differs", async () => {
    const script = "drop table a;";
    const [first, second, other] = [await ask({ script }), await ask({ script }), await ask({ script: "drop table b;" })];
    expect(first.question).not.toBe(second.question);
    expect(first.identity).toBe(second.identity);
    expect(first.identity).not.toBe(other.identity);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ["a variable", { database: "a" }, { database: "b" }],
    ["a secret variable", { token: "a" }, { token: "b" }],
    ["a secret value of a map", { define: { a: "x" } }, { define: { a: "y" } }],
    ["a variable next to a file", { script: "x", database: "a" }, { script: "x", database: "b" }],
    ["standard input", { input: "a" }, { input: "b" }],
    ["standard input, which may be missing,", { input: "a" }, {}],
    ["the directory", { folder: "/a" }, { folder: "/b" }],
    ["the file that has the text", { script: "x" }, { key: "x" }],
  ])("is about another call if %s differs", async (_title, one, other) => {
    expect((await ask(one)).identity).not.toBe((await ask(other)).identity);
  });

  it("is about another call if the executor differs, as after a policy was replaced", async () => {
    const inside = await ask({ database: "a" }, { executor: { type: "docker", image: "postgres" } });
    const outside = await ask({ database: "a" });
    expect(inside.question).toContain("In a container of the image postgres");
    expect(inside.identity).not.toBe(outside.identity);
  });

  it("names the directory in the container, not that of the config, which exists only on the host", async () => {
    const called = toCommandTool({ cli: { ...cli, working_dir: "/srv" }, name: "t", description: "d", command: [], args });
    const docker = { type: "docker", image: "postgres" } as const;
    expect((await ask({}, { called })).question).toContain("In the directory: /srv");
    expect((await ask({}, { called, executor: docker })).question).not.toContain("In the directory");
    expect((await ask({}, { called, executor: { ...docker, working_dir: "/w" } })).question).toContain("In the directory: /w");
  });

  it("is about another call if another tool has the same command", async () => {
    const other = await ask({ database: "a" }, { called: { ...tool, name: "other" } });
    expect(other.identity).not.toBe((await ask({ database: "a" })).identity);
  });

  it("can be accepted in a second call, which has another path", async () => {
    const confirmations = createConfirmations();
    const given = { script: "select 1" };
    const { identity, question } = await ask(given);
    const writeQuestion = (): Promise<string> => Promise.resolve(question);
    const asked = await confirmations.decide({ identity, writeQuestion }, { token: undefined, action: undefined }, true);
    if (asked.kind !== "asked") throw new Error(`not asked but ${asked.kind}`);
    const again = await ask(given, { isAccepted: true });
    const decided = await confirmations.decide(
      { identity: again.identity, writeQuestion },
      { token: asked.token, action: "accept", run: true },
      true,
    );
    expect(decided).toEqual({ kind: "accepted" });
    expect(again.requests.map(({ privateFiles }) => privateFiles?.files[0]?.text)).toEqual(["select 1"]);
  });
});
