/** `dry_run` of climax_call and climax_read. */
import { describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";

const env = { TOKEN: "not-for-agents", HOME: "/home/of-the-server" };

const part = toPart(
  {
    command: ["curl", "-H", '"Authorization: $TOKEN"'],
    global_args: {
      user: { type: "string", flag: "--user", default: "${TOKEN}" },
      unset: { type: "string", flag: "--unset", default: "$UNSET" },
    },
  },
  {
    fetch: {
      risk: "read",
      command: ["--silent"],
      args: {
        url: { type: "string", positional: true, required: true },
        key: { type: "string", secret: true },
        dry_run: { type: "boolean" },
        body: { type: "string", stdin: true },
      },
    },
    wipe: { risk: "destructive", command: ["wipe"], args: { disk: { type: "string" } }, confirm_message: "Wipe {disk}?" },
  },
);

interface Outcome {
  readonly reply: ToolReply;
  readonly finished: readonly FinishedCall[];
  readonly started: number;
}

interface DryOptions extends Partial<CallContext> {
  readonly policy?: AnyPolicySpec;
  /** Defaults to `climax_call`. */
  readonly callTool?: string;
}

async function callDry(given: object, { policy, callTool = "climax_call", ...more }: DryOptions = {}): Promise<Outcome> {
  const policies = policy === undefined ? [] : [toPolicy(policy)];
  const finished: FinishedCall[] = [];
  let started = 0;
  const index = createToolIndex([part]).narrow(policies);
  const reply = await createRequestHandler(index, false, { splitCalls: true }).callListedTool(
    callTool,
    { dry_run: true, ...given },
    {
      env,
      policies,
      execution: plainExecution(env),
      limiter: createLimiter(),
      run: async () => {
        started += 1;
        return { kind: "exited", exit: 0, stdout: "", stderr: "" };
      },
      confirm: () => Promise.reject(new Error("a dry run asks nobody")),
      onFinished: (call) => finished.push(call),
      ...more,
    },
  );
  return { reply, finished, started };
}

describe("a dry run", () => {
  it("masks a secret inside other values, too", async () => {
    const args = { url: "https://example.org/?key=a-secret-key", key: "a-secret-key", body: "[a-secret-key]" };
    const { reply } = await callDry({ tool_name: "fetch", args });
    expect(reply.text).toContain("https://example.org/?key=***");
    expect(JSON.stringify(reply)).not.toContain("a-secret-key");
  });

  it("shows the command with variables by name and secrets masked, and starts nothing", async () => {
    const args = { url: "https://example.org/a b", key: "a-secret-key", body: "text\n" };
    const { reply, finished, started } = await callDry({ tool_name: "fetch", args });
    expect(reply).toEqual({
      text: [
        "Dry run: nothing was started.",
        "",
        'Command: curl -H "Authorization: $TOKEN" --silent "https://example.org/a b" --key "***" --user "${TOKEN}"',
        'Standard input: "text\\n"',
        "Policy: allows this call",
        "Executor: a process of the server's user",
        "Timeout: 30 s",
      ].join("\n"),
      isError: false,
    });
    expect(JSON.stringify(reply)).not.toMatch(/not-for-agents|a-secret-key|of-the-server/);
    expect(started).toBe(0);
    expect(finished).toMatchObject([{ tool: "fetch", outcome: "dry_run", isError: false }]);
  });

  it("leaves an argument of the tool with the same name unchanged", async () => {
    const { reply } = await callDry({ tool_name: "fetch", args: { url: "u", dry_run: true } });
    expect(reply.text).toContain("--silent u --dry-run --user ");
  });

  it("states that the user must confirm the call, with the message", async () => {
    const { reply, started } = await callDry(
      { tool_name: "wipe", args: { disk: "d" } },
      { policy: { tools: { wipe: { confirm: true } } } },
    );
    expect(reply.text).toContain('Confirmation: the user must confirm this call, with the message: Wipe "d"?\n');
    expect(started).toBe(0);
  });

  it("has the reply of a call that a policy or the arguments reject", async () => {
    const policy: AnyPolicySpec = { tools: { wipe: { args: { disk: { one_of: ["a"] } } } } };
    const refused = await callDry({ tool_name: "wipe", args: { disk: "b" } }, { policy });
    expect(refused.reply).toMatchObject({ text: expect.stringMatching(/^Policy validation failed:/), isError: true });
    expect(refused.reply.hint).toBe("Dry run: nothing was started.");
    expect(refused.finished).toMatchObject([{ outcome: "policy" }]);
    const invalid = await callDry({ tool_name: "fetch", args: {} });
    expect(invalid.reply.text).toBe("Argument validation failed:\n  - Missing required argument 'url'");
    expect(invalid.started).toBe(0);
  });

  it("names ignored arguments as the call would", async () => {
    const { reply } = await callDry({ tool_name: "fetch", args: { url: "u", colour: 1 } });
    expect(reply.hint).toMatch(/^Ignored:\n {2}- unknown argument 'colour'/);
  });

  it("states the sandbox", async () => {
    const execution = { ...plainExecution(env), executor: { type: "docker", image: "curl:1", network: "none" } as const };
    const { reply } = await callDry({ tool_name: "fetch", args: { url: "u" } }, { execution });
    expect(reply.text).toContain("Executor: a container of the image curl:1, without network\n");
    expect(reply.text).toContain('Command: curl -H "Authorization: $TOKEN"');
  });

  it("is a parameter of climax_read too, which explains only tools that read", async () => {
    const callTool = "climax_read";
    expect((await callDry({ tool_name: "fetch", args: { url: "u" } }, { callTool })).reply.text).toMatch(/^Dry run: nothing was started/);
    expect((await callDry({ tool_name: "wipe" }, { callTool })).reply).toMatchObject({
      text: "Not run: the tool wipe does not declare risk: read",
      isError: true,
    });
  });

  it("does not call the hook of the server, and says so", async () => {
    const { reply } = await callDry({ tool_name: "fetch", args: { url: "u" } }, { beforeCall: () => Promise.reject(new Error("called")) });
    expect(reply.text).toContain("The server can still refuse the call: its own check was not run\n");
  });

  it("is rejected if dry_run is not a boolean, so that nothing runs by mistake", async () => {
    const { reply, started } = await callDry({ tool_name: "fetch", args: { url: "u" }, dry_run: "yes" });
    expect(reply).toEqual({ text: "Argument 'dry_run' must be a boolean", isError: true });
    expect(started).toBe(0);
    expect((await callDry({ tool_name: "fetch", args: { url: "u" }, dry_run: "true" })).reply.text).toMatch(/^Dry run/);
    expect((await callDry({ tool_name: "fetch", args: { url: "u" }, dry_run: null })).started).toBe(1);
  });
});
