/** Tests the built `climax-gen policy` with the audit of real calls. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Finished } from "./project.ts";
import { climaxGen, temporaryFolder } from "./project.ts";

const CONFIG = `command: printf
tools:
  - name: say
    description: Say a word
    risk: read
    args: [{ name: word, type: string, positional: true, required: true }, { name: next, type: string, positional: true }]
  - { name: hush, description: Say nothing, risk: read }
`;

const folder = temporaryFolder({
  "say.yaml": CONFIG,
  "policy.yaml": "kind: policy\ndefault: enabled\ntools:\n  say: { args: { word: { max_length: 5 } } }\n",
  "notes.txt": "no record\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, NO_COLOR: "1", CLIMAX_AUDIT_FILE: join(folder, "audit.jsonl") };
const run = (...args: readonly string[]): Promise<Finished> => climaxGen(args, { cwd: folder, env });

describe("climax-gen policy", () => {
  it("drafts a policy that allows the recorded call, and compares it with the present one", async () => {
    expect(await run("call", "say.yaml", "say", '{"word":"hi"}')).toMatchObject({ status: 0, stdout: "hi\n" });
    const drafted = await run("policy", "say.yaml", "--from", "audit.jsonl", "--policy", "policy.yaml", "-o", "used.yaml");
    expect(drafted).toMatchObject({ status: 0, stdout: "" });
    expect(drafted.stderr).toContain("tool-disabled hush");
    expect(drafted.stderr).toContain("max-length-tightened say word: `max_length` was 5 and is 2");
    expect(drafted.stderr).toContain("drafted a policy for 1 of 2 enabled tools from 1 call\n");
    expect(readFileSync(join(folder, "used.yaml"), "utf8")).toContain("      word: { max_length: 2 } # in every call\n");
    const policies = ["--policy", "policy.yaml", "--policy", "used.yaml"];
    expect(await run("call", "say.yaml", ...policies, "say", '{"word":"hi"}')).toMatchObject({ status: 0 });
    expect(await run("call", "say.yaml", ...policies, "say", '{"word":"hey"}')).toMatchObject({ status: 1 });
    expect((await run("policy", "say.yaml", "--from", "audit.jsonl", "-o", "used.yaml")).stderr).toContain("error[policy-output]");
  });

  it("says why an audit gives no policy", async () => {
    expect((await run("policy", "say.yaml", "--from", "gone.jsonl")).stderr).toContain(
      "gone.jsonl: error[audit-unreadable]: cannot read the audit: ENOENT",
    );
    const { status, stdout, stderr } = await run("policy", "say.yaml", "--from", "notes.txt");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("1 line is no record of an audit");
    expect(stderr).toContain("error[audit-empty]");
  });
});
