/** Applies each help text about policies literally: the corrected file has no diagnostics left. */
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../../generator/check-inputs.ts";
import { encode, helpsOf, inTool } from "../suggestions.ts";

describe("the help about a policy says", () => {
  const config = inTool("args: [{ name: a }, { name: n, type: integer }]");
  it.each([
    [
      "which key an executor's type has",
      "executor: bubblewrap\ntools: { t: {} }\n",
      "write `{ type: bubblewrap }`",
      "executor: { type: bubblewrap }\ntools: { t: {} }\n",
    ],
    ["where a tool at the top level belongs", "tools: { t: {} }\na: enabled\n", "write it below `tools`: `a: {}`", "tools: { t: {} }\n"],
    ["where a tool without a value belongs", "kind: policy\nt:\n", "write it below `tools`: `tools: { t: {} }`", "tools: { t: {} }\n"],
    [
      "which key the names of inherited variables have",
      "env: PATH, HOME\ntools: { t: {} }\n",
      "write `{ inherit: [PATH, HOME] }`",
      "env: { inherit: [PATH, HOME] }\ntools: { t: {} }\n",
    ],
    [
      "which key the inherited variables have",
      "env: [PATH, HOME]\ntools: { t: {} }\n",
      "write `{ inherit: [PATH, HOME] }`",
      "env: { inherit: [PATH, HOME] }\ntools: { t: {} }\n",
    ],
    [
      "how all calls are confirmed",
      "confirm: true\ntools: { t: {} }\n",
      "write `approval: { global: all }`",
      "approval: { global: all }\ntools: { t: {} }\n",
    ],
    [
      "how all calls are confirmed if there is a level",
      "confirm: true\napproval: { headless: approve }\ntools: { t: {} }\n",
      "remove it, and write `global: all` in `approval`",
      "approval: { headless: approve, global: all }\ntools: { t: {} }\n",
    ],
    ["how tools are named", "tools: [t]\n", "write each as a key, for example `t: {}`", "tools: { t: {} }\n"],
    [
      "only which key the type of an executor has",
      "executor: { tpe: docker, image: alpine:3 }\ntools: { t: {} }\n",
      'did you mean "type"?',
      "executor: { type: docker, image: alpine:3 }\ntools: { t: {} }\n",
    ],
    [
      "which image Docker needs",
      "executor: docker\ntools: { t: {} }\n",
      "write `{ type: docker, image: alpine:3 }`",
      "executor: { type: docker, image: alpine:3 }\ntools: { t: {} }\n",
    ],
    [
      "which type an unnested key needs",
      "memory: 512m\ntools: { t: {} }\n",
      "move it to `executor`, with `type: docker` and an `image`",
      "executor: { type: docker, image: alpine:3, memory: 512m }\ntools: { t: {} }\n",
    ],
    [
      "which type a nested key needs",
      "executor: { memory: 512m }\ntools: { t: {} }\n",
      "use `type: docker` with an `image`, or remove the key",
      "executor: { type: docker, image: alpine:3, memory: 512m }\ntools: { t: {} }\n",
    ],
    [
      "how one inherited variable is written",
      "env: PATH\ntools: { t: {} }\n",
      "write `{ inherit: [PATH] }`",
      "env: { inherit: [PATH] }\ntools: { t: {} }\n",
    ],
    [
      "which constraint a number is",
      "tools: { t: { args: { n: 5 } } }\n",
      "write `{ max: 5 }` for a number, or `{ max_length: 5 }` for text",
      "tools: { t: { args: { n: { max: 5 } } } }\n",
    ],
    [
      "which constraint a list is",
      "tools: { t: { args: { a: [x, z] } } }\n",
      "write `{ one_of: [x, z] }`",
      "tools: { t: { args: { a: { one_of: [x, z] } } } }\n",
    ],
    [
      "which constraint a text is",
      "tools: { t: { args: { a: ^src/ } } }\n",
      'write `{ pattern: "^src/" }`',
      'tools: { t: { args: { a: { pattern: "^src/" } } } }\n',
    ],
    [
      "what an amount is in bytes",
      "limits: { max_output_bytes: 1MiB }\ntools: { t: {} }\n",
      "write `1048576`",
      "limits: { max_output_bytes: 1048576 }\ntools: { t: {} }\n",
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(config, wrong)).toContain(help);
    expect(await helpsOf(config, right)).toEqual([]);
  });
});

describe("the help about settings of policies", () => {
  const config = (lines: string): string =>
    `command: git\ntools:\n  - name: t\n    description: d\n    args: [{ name: a, type: integer${lines} }]\n  - { name: u, description: d }\n`;

  it.each([["one_of", ", one_of: [1, 2]", "{ default: enabled, tools: { t: { args: { a: { one_of: [1, 2] } } } } }"]])(
    "contains the whole policy for %s",
    async (_key, lines, policy) => {
      const [help = ""] = await helpsOf(config(lines));
      expect(help).toBe(`remove it and write a policy in a separate file: \`${policy}\``);
      await expectEnabled(policy, ["t", "u"]);
    },
  );

  it("contains the whole policy for confirmations", async () => {
    const [help = ""] = await helpsOf(inTool("confirm: true"));
    const policy = "{ default: enabled, tools: { t: { confirm: true } } }";
    expect(help).toBe(`remove it and write a policy in a separate file: \`${policy}\``);
    await expectEnabled(policy, ["t", "u"]);
  });

  async function expectEnabled(policy: string, tools: readonly string[]): Promise<void> {
    const files = [encode("git.yaml", config(""))];
    const checked = await checkInputs(files, { policies: [encode("policy.yaml", policy)] });
    expect(checked.diagnostics).toEqual([]);
    expect(checked.policies).toHaveLength(1);
    const policies = checked.policies.map(({ spec }) => toPolicy(spec));
    expect(["t", "u"].filter((name) => isEnabled(name, policies))).toEqual(tools);
  }

  const notT = "{ tools: { t: { enabled: false }, u: {} } }";
  const onlyU = "{ tools: { u: {} } }";
  const others = "tools that a policy does not name are disabled";
  it.each([
    ["disabled", "{ tools: { t: disabled, u: {} } }", "write `{ enabled: false }`", notT, ["u"]],
    ["false", "{ tools: { t: false, u: {} } }", "write `{ enabled: false }`", notT, ["u"]],
    ["enable: false", "{ tools: { t: { enable: false }, u: {} } }", "write `enabled: false`", notT, ["u"]],
    ["disabled: true", "{ tools: { t: { disabled: true }, u: {} } }", "write `enabled: false`", notT, ["u"]],
    ["disabled: false", "{ tools: { t: { disabled: false } } }", "write `enabled: true`", "{ tools: { t: { enabled: true } } }", ["t"]],
    ["default: disabled", "{ tools: { t: { default: disabled }, u: {} } }", "write `enabled: false`", notT, ["u"]],
    [
      "deny: [t]",
      "{ deny: [t], tools: { u: {} } }",
      "remove it: a policy names the tools that are enabled, and disables all others",
      onlyU,
      ["u"],
    ],
    ["deny and tools", "{ deny: [t], tools: { t: {}, u: {} } }", `remove it: remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    [
      "deny alone",
      "{ deny: t }",
      "remove it: a policy names the tools that are enabled: name each tool that stays enabled in `tools`, such as `TOOL: {}`",
      onlyU,
      ["u"],
    ],
    [
      "a tool of a policy with `default: enabled`",
      "{ default: enabled, tools: { t: off } }",
      "write `{ enabled: false }`",
      "{ default: enabled, tools: { t: { enabled: false } } }",
      ["u"],
    ],
    [
      "enabled",
      "{ tools: { t: enabled, u: {} } }",
      "write `{}` to enable the tool without constraints",
      "{ tools: { t: {}, u: {} } }",
      ["t", "u"],
    ],
    ["enable: true", "{ tools: { t: { enable: true } } }", "write `enabled: true`", "{ tools: { t: { enabled: true } } }", ["t"]],
    ["ask", "{ tools: { t: ask } }", "write `{ confirm: true }`", "{ tools: { t: { confirm: true } } }", ["t"]],
    ["allow: [t]", "{ allow: [t] }", "write `tools: { t: {} }`", "{ tools: { t: {} } }", ["t"]],
  ])("says how tools are enabled for %s", async (_title, wrong, advice, right, tools) => {
    const [help, ...rest] = await helpsOf(config(""), wrong);
    expect(rest).toEqual([]);
    expect(help).toBe(advice);
    await expectEnabled(right, tools);
  });
});
