import { describe, expect, it } from "vitest";
import type { AnyPolicySpec } from "../../../runtime/index.ts";
import { checkPolicy, type PolicyCheckResult } from "../../../generator/check/policy/check-policy.ts";
import { loadDocument } from "../../../generator/load/document.ts";

/** Checks a text in which `«` and `»` mark the expected spans, in order. They are removed before the check. */
async function check(
  marked: string,
): Promise<{ readonly result: PolicyCheckResult; readonly codes: readonly string[]; readonly places: readonly string[] }> {
  const text = marked.replace(/[«»]/g, "");
  const { document, diagnostics } = loadDocument({ path: "policy.yaml", bytes: new TextEncoder().encode(text) });
  if (document === undefined) throw new Error(`the text does not load: ${diagnostics.map(({ message }) => message).join(", ")}`);
  const result = await checkPolicy(document);
  const sorted = result.diagnostics.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { result, codes: sorted.map(({ code }) => code), places: sorted.map(({ span }) => text.slice(span?.start, span?.end)) };
}

const inArg = (constraint: string): string => `tools:\n  t:\n    args:\n      a: ${constraint}\n`;

describe("checkPolicy points", () => {
  it.each<[title: string, marked: string, codes: readonly string[]]>([
    ["at an unknown key of the policy", "«defaults»: enabled\n", ["unknown-key"]],
    ["at an unknown key of a constraint", inArg("{«patern»: x}"), ["unknown-key"]],
    ["at a bad value", "default: «on»\n", ["unknown-value"]],
    ["at the executor that lacks an image", "«executor»:\n  type: docker\n", ["docker-without-image"]],
    ["at the executor of a tool that has no type", "tools: {t: {«executor»: {}}}\n", ["executor-without-type"]],
    [
      "at the executor of a glob whose only keys have no effect",
      "tools: {t*: {«executor»: {x-a: 1, image: ~}}}\n",
      ["executor-without-type"],
    ],
    ["only at the keys of another type if a tool has no type", "tools: {t: {executor: {«image»: i}}}\n", ["executor-key"]],
    ["at each key that the executor does not use", "executor: {«image»: i, «pids»: 5}\n", ["executor-key", "executor-key"]],
    ["at a pattern that does not compile", inArg("{deny_pattern: «'['»}"), ["bad-pattern"]],
    ["at the larger of two limits", inArg("{max: 1, min: «2»}"), ["min-above-max"]],
    ["at a name in a list", "env: {inherit: [PATH, «A B»]}\n", ["env-name"]],
    ["at the value of a tool that has no keys", "tools:\n  t: «x»\n", ["wrong-type"]],
    ["at the name of a tool that has no value", "tools:\n  «t»:\n", ["wrong-type"]],
    ["into an anchor, once for all its aliases", "x-a: &a {min: «x»}\ntools: {t: {args: {a: *a}}, u: {args: {a: *a}}}\n", ["wrong-type"]],
    ["at a table of tools that is a list", "tools: «[t]»\n", ["wrong-type"]],
    ["at arguments that are a list", "tools: {t: {args: «[a]»}}\n", ["wrong-type"]],
    ["at an unsupported network of a sandbox", "executor: {type: bubblewrap, network: «bridge»}\n", ["unknown-value"]],
    ["only at the command if the file is a config", "name: g\n«command»: git\ntools:\n  - { name: t }\n", ["config-as-policy"]],
    ["only at the kind if the file is not a policy", "kind: «cli»\ncommand: git\ntools: []\n", ["not-a-policy"]],
  ])("%s", async (_name, marked, codes) => {
    const given = await check(marked);
    expect(given.codes).toEqual(codes);
    expect(given.places).toEqual(Array.from(marked.matchAll(/«([^»]*)»/g), ([, text]) => text));
    expect(given.result.policy).toBeUndefined();
  });
});

describe("checkPolicy names deny_pattern for", () => {
  it.each([
    ["look-ahead", "(?=a)a"],
    ["negative look-ahead", "(?!a)b"],
    ["look-behind", "(?<=a)b"],
    ["negative look-behind", "(?<!a)b"],
    ["back-references", "(a)\\1"],
    ["named back-references", "(?P<x>a)(?P=x)"],
  ])("%s", async (_name, pattern) => {
    const { result } = await check(inArg(`{pattern: '${pattern}'}`));
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["bad-pattern"]);
    expect(result.diagnostics[0]?.help).toContain("deny_pattern");
  });
});

describe("checkPolicy finds nothing wrong with", () => {
  it.each([
    ["an empty mapping", "{}\n"],
    ["kind: policy", "kind: policy\n"],
    [
      "free keys in every mapping of a policy",
      "x-n: 1\nexecutor: {x-n: 1}\nenv: {x-n: 1}\nlimits: {x-n: 1}\ntools: {t: {x-n: 1, args: {a: {x-n: 1}}}}\n",
    ],
    ["patterns in Python's syntax", inArg("{pattern: '\\A(?P<year>\\d{4})\\Z'}")],
    [
      "null for keys for which CLImax accepts it",
      "executor: {image: ~, working_dir: ~, network: ~}\ntools: {t: {description: ~, args: {a: {pattern: ~, min: ~, max: ~}}}}\n",
    ],
    [
      "tools and arguments that are called like keys or like members of objects",
      "tools: {env: {args: {enum: {min: 1}}}, constructor: {args: {toString: {max: 1}}}}\n",
    ],
    ["equal limits", inArg("{min: 1, max: 1}")],
    ["every amount of memory that docker accepts", "executor: {type: docker, image: i, memory: 1.5g}\n"],
    ["no variables at all", "env: {inherit: []}\n"],
    ["no queue", "limits: {max_queue: 0}\n"],
  ])("%s", async (_name, text) => {
    const { result, codes } = await check(text);
    expect(codes).toEqual([]);
    expect(result.policy).toBeDefined();
  });
});

describe("checkPolicy returns", () => {
  it.each<[title: string, text: string, spec: AnyPolicySpec]>([
    ["only the default for an empty policy", "{}\n", { default: "disabled", tools: {} }],
    [
      "every key that is written",
      [
        "kind: policy",
        "executor: {type: docker, image: i, volumes: ['a:b'], working_dir: /w, network: none, user: u, memory: 1g, pids: 5, read_only: true}",
        "env: {inherit: [PATH]}",
        "limits: {max_output_bytes: 1, max_concurrency: 2, max_queue: 3, max_timeout: 0.5, max_reply_bytes: 4096, max_capture_bytes: 7}",
        "default: enabled",
        "tools: {t: {description: d, confirm: true, args: {a: {within: /w, max: 2, min: 1, max_length: 3, one_of: [x, 1], deny_pattern: y, pattern: x}}}}",
      ].join("\n"),
      {
        executor: {
          type: "docker",
          image: "i",
          volumes: ["a:b"],
          working_dir: "/w",
          network: "none",
          user: "u",
          memory: "1g",
          pids: 5,
          read_only: true,
        },
        env: { inherit: ["PATH"] },
        limits: { max_output_bytes: 1, max_concurrency: 2, max_queue: 3, max_timeout: 0.5, max_reply_bytes: 4096, max_capture_bytes: 7 },
        default: "enabled",
        tools: {
          t: {
            description: "d",
            confirm: true,
            args: { a: { pattern: "x", deny_pattern: "y", one_of: ["x", 1], max_length: 3, min: 1, max: 2, within: "/w" } },
          },
        },
      },
    ],
    [
      "a sandbox",
      "executor: {type: bubblewrap, writable: [/w], network: host, working_dir: /w}\n",
      { executor: { type: "bubblewrap", writable: ["/w"], working_dir: "/w", network: "host" }, default: "disabled", tools: {} },
    ],
    [
      "no key for an empty value",
      "executor: {working_dir: ~}\nenv: {}\nlimits: {}\ntools: {t: {description: '', confirm: false, args: {a: {}}}}\n",
      { executor: { type: "local" }, default: "disabled", tools: { t: {} } },
    ],
  ])("%s", async (_name, text, spec) => {
    const { result } = await check(text);
    expect(result.policy?.spec).toStrictEqual(spec);
  });

  it("tools of any name as own keys", async () => {
    const { result } = await check("tools: {__proto__: {confirm: true}}\n");
    expect(Object.keys(result.policy?.spec.tools ?? {})).toEqual(["__proto__"]);
  });
});
