/** Tests calls that need confirmation from clients that cannot prompt, and the keys in the records of rejected calls. */
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import { expandPolicy } from "../../../runtime/policy/expand-policy.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { toAuditEntry } from "../../../runtime/record/audit-entry.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
afterAll(() => runner.terminateAll());

const tool = toCommandTool({
  name: "t",
  description: "",
  command: [],
  args: [
    { name: "word", type: "string", positional: true },
    { name: "loud", type: "boolean" },
  ],
  cli: { name: "c", description: "", command: ["echo"], global_args: [], tool_count: 1 },
});

async function call(
  specs: readonly AnyPolicySpec[],
  given: object = {},
  isLong = false,
): Promise<FinishedCall & { readonly text: string }> {
  let finished: FinishedCall | undefined;
  const env = { PATH: process.env["PATH"] ?? "" };
  const context: CallContext = {
    env,
    policies: specs.flatMap((spec) => expandPolicy(spec, [tool])).map(toPolicy),
    run: runner.run,
    execution: plainExecution(env),
    limiter: createLimiter(),
    onFinished: (one) => void (finished = one),
  };
  const { text } = await replyOf(tool, { word: isLong ? "x".repeat(20_000) : "hello", ...given }, context);
  if (finished === undefined) throw new Error("the call was not recorded");
  return { ...finished, text };
}

const open: AnyPolicySpec = { default: "enabled", tools: {} };
const asks: AnyPolicySpec = { tools: { t: { confirm: true } } };
const approving = (spec: AnyPolicySpec): AnyPolicySpec => ({ ...spec, approval: { ...spec.approval, headless: "approve" } });

describe("a call of a client that cannot ask", () => {
  it.each<[string, readonly AnyPolicySpec[]]>([
    ["no policy confirms it", [open]],
    ["the policy approves it", [approving(asks)]],
    ["the level of the policy includes it, and the policy approves it", [approving({ ...open, approval: { global: "all" } })]],
    ["the policy that does not approve confirms nothing", [open, approving(asks)]],
    ["each policy that confirms it approves it", [approving(asks), approving(asks)]],
  ])("runs if %s", async (_title, policies) => {
    expect(await call(policies)).toMatchObject({ text: "hello", outcome: "exited" });
  });

  it.each<[string, readonly AnyPolicySpec[]]>([
    ["the policy confirms it", [asks]],
    ["a level includes it", [{ ...open, approval: { global: "write" } }]],
    ["a later policy approves it", [asks, approving(asks)]],
    ["an earlier policy approves it", [approving(asks), asks]],
    ["another policy approves, which does not confirm it", [asks, approving(open)]],
  ])("does not run if %s", async (_title, policies) => {
    expect(await call(policies)).toMatchObject({
      text: expect.stringMatching(/^Not run: the policy requires the user to confirm this call/) as string,
      outcome: "not_confirmed",
      policy_keys: ["tools.t.confirm"],
    });
  });
});

describe("a call that is too long to be shown", () => {
  it("does not run, even if the policy approves clients that cannot ask", async () => {
    expect(await call([approving(asks)], {}, true)).toMatchObject({
      text: expect.stringMatching(/ too long to be shown: shorten the arguments$/) as string,
      outcome: "not_confirmed",
      policy_keys: ["tools.t.confirm"],
    });
  });
});

describe("the record of a call that a policy rejects", () => {
  it("names the key of each constraint, once", async () => {
    const policy: AnyPolicySpec = { tools: { t: { args: { word: { max_length: 2, pattern: "[a-z]+" }, loud: { forbid: true } } } } };
    const { text, ...finished } = await call([policy], { word: "HELLO", loud: true });
    expect(text).toBe(
      "Policy validation failed:\n" +
        "  - Argument 'loud': the policy forbids this argument: omit it\n" +
        "  - Argument 'word': value 'HELLO' does not match pattern '[a-z]+'\n" +
        "  - Argument 'word': value 'HELLO' exceeds maximum length 2",
    );
    const policy_keys = ["tools.t.args.loud.forbid", "tools.t.args.word.pattern", "tools.t.args.word.max_length"];
    expect(finished).toMatchObject({ outcome: "policy", policy_keys });
    expect(toAuditEntry(finished, undefined, { id: "i", client: null, showValues: false })).toMatchObject({ policy_keys });
  });

  it("names at most 20 keys", async () => {
    const policies = Array.from({ length: 25 }, (_, number) => ({ tools: { t: { args: { [`arg${number}`]: { required: true } } } } }));
    const { policy_keys = [] } = await call(policies);
    expect([policy_keys.length, policy_keys.at(-1)]).toEqual([20, "tools.t.args.arg19.required"]);
  });

  it("names a key once if two policies have it", async () => {
    const policy: AnyPolicySpec = { tools: { t: { args: { word: { max_length: 2 } } } } };
    expect((await call([policy, policy])).policy_keys).toEqual(["tools.t.args.word.max_length"]);
  });
});
