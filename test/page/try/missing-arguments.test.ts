import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeMissing } from "../../../generator/page/browser/try/use-explained-call.ts";
import { assumeMachine, explainPageCall } from "../../../generator/page/browser/try/page-call.ts";
import { ROOT } from "../../imports.ts";
import { readServer, readServerText } from "./server-store.ts";

const CONFIG = `name: notes
command: notes
tools:
  - name: note_send
    description: Send a note
    command: send
    exactly_one: [[text, file]]
    args:
      - { name: to, required: true }
      - { name: subject }
      - { name: copies, type: integer, default: 3 }
      - { name: text }
      - { name: file }
`;

const POLICY = `kind: policy
tools:
  note_send: { args: { subject: { required: true } } }
`;

type Server = Awaited<ReturnType<typeof readServer>>;

async function describeCall({ store, parts }: Server, name: string, given: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const tool = parts.flatMap(({ tools }) => tools).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const call = await explainPageCall(store, tool, given, assumeMachine(store, tool));
  if (call.kind === "failed") throw new Error(call.problem);
  return describeMissing(tool, given, call.explanation);
}

describe("an incomplete call", () => {
  it.each<[title: string, given: Readonly<Record<string, unknown>>, expected: string | undefined]>([
    ["without arguments", {}, "A call needs 'to'. Pass exactly one of 'text' and 'file'."],
    ["that satisfies the relation", { text: "x" }, "A call needs 'to'."],
    ["without one of the relation", { to: "Ada" }, "Pass exactly one of 'text' and 'file'."],
    ["that is complete", { to: "Ada", text: "x" }, undefined],
    ["with two of the relation", { to: "Ada", text: "x", file: "y" }, undefined],
    ["with a value of another type", { text: "x", copies: "many" }, undefined],
  ])("%s reports only its missing arguments", async (_, given, expected) => {
    expect(await describeCall(await readServerText(CONFIG), "note_send", given)).toBe(expected);
  });

  it("needs the arguments that a policy requires", async () => {
    const server = await readServerText(CONFIG, POLICY);
    expect(await describeCall(server, "note_send", {})).toBe("A call needs 'to' and 'subject'. Pass exactly one of 'text' and 'file'.");
    expect(await describeCall(server, "note_send", { to: "Ada", text: "x" })).toBe("A call needs 'subject'.");
  });

  it("is rejected if the policy rejects a default", async () => {
    const policy = "kind: policy\ntools:\n  note_send: { args: { copies: { max: 2 }, subject: { required: true } } }\n";
    expect(await describeCall(await readServerText(CONFIG, policy), "note_send", { to: "Ada", text: "x" })).toBe(undefined);
  });

  it("of a Directive tool needs the arguments of its schema", async () => {
    const server = await readServer([join(ROOT, "examples/directive.yaml")]);
    expect(await describeCall(server, "directive/file.get", {})).toBe("A call needs 'path'.");
    expect(await describeCall(server, "directive/file.get", { path: 1 })).toBe(undefined);
  });
});
