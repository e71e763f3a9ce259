/** Compares the lists of new keys in docs/compatibility.md with the schemas: every key that CLImax does not have is listed. */
import { expect, it } from "vitest";
import { argSchema } from "../../generator/check/keys/arg-schema.ts";
import { configSchema } from "../../generator/check/keys/config-schema.ts";
import { toolSchema } from "../../generator/check/keys/tool-schema.ts";
import { executorSchema, inheritedEnvSchema } from "../../generator/check/keys/execution-schema.ts";
import { constraintSchema, policySchema, toolPolicySchema } from "../../generator/check/keys/policy-schema.ts";
import { readPage } from "./page-blocks.ts";

const page = readPage("compatibility.md");

/** Returns the words in code spans of the text from one phrase to the next empty line. */
function namesAfter(phrase: string): readonly string[] {
  const text = page.split(phrase)[1]?.split("\n\n")[0]?.split("\n- ")[0] ?? "";
  return Array.from(text.matchAll(/`([a-z_]+)`/g), ([, name = ""]) => name);
}

/** Keys of CLImax 0.3, and those of 0.5 that the page describes in its own section. */
const CLIMAX = {
  config: ["name", "description", "command", "env", "working_dir", "category", "tags", "global_args", "tools"],
  tool: ["name", "description", "command", "args", "timeout", "risk", "confirm_message", "resolve"],
  argument: ["name", "description", "type", "required", "default", "enum", "flag", "positional", "cwd", "stdin"],
  policy: ["executor", "default", "tools", "approval"],
  executor: ["type", "image", "volumes", "working_dir", "network"],
  toolPolicy: ["description", "args", "require_approval"],
  constraint: ["pattern", "min", "max"],
};

it.each([
  ["a config", "config", configSchema],
  ["a tool", "tool", toolSchema],
  ["an argument", "argument", argSchema],
] as const)("docs/compatibility.md lists the new keys of %s", (phrase, owner, { shape }) => {
  const added = Object.keys(shape).filter((key) => !CLIMAX[owner].includes(key));
  expect(namesAfter(`\n- of ${phrase}: `)).toEqual(expect.arrayContaining(added));
});

it("docs/compatibility.md lists the new keys of a policy", () => {
  const added = [
    ...Object.keys(policySchema.shape).filter((key) => !CLIMAX.policy.includes(key) && key !== "env"),
    ...Object.keys(inheritedEnvSchema.shape),
    ...Object.keys(executorSchema.shape).filter((key) => !CLIMAX.executor.includes(key)),
    ...Object.keys(toolPolicySchema.shape).filter((key) => !CLIMAX.toolPolicy.includes(key)),
    ...Object.keys(constraintSchema.shape).filter((key) => !CLIMAX.constraint.includes(key)),
  ];
  const listed = page.split("## Policies")[1]?.split("**New keys**")[1]?.split("\n\n")[0] ?? "";
  expect(added.filter((key) => !listed.includes(key))).toEqual([]);
});
