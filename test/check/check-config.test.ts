import { describe, expect, it } from "vitest";
import { checkConfig, type CheckResult } from "../../generator/check/check-config.ts";
import { loadDocument } from "../../generator/load/document.ts";

/** Checks a text in which `«` and `»` mark the expected spans, in order. They are removed before the check. */
function check(marked: string): {
  readonly result: CheckResult;
  readonly codes: readonly string[];
  readonly places: string;
  readonly want: string;
} {
  const want = Array.from(marked.matchAll(/«([^»]*)»/g), ([, text]) => text ?? "");
  const text = marked.replace(/[«»]/g, "");
  const { document, diagnostics } = loadDocument({ path: "git.yaml", bytes: new TextEncoder().encode(text) });
  if (document === undefined) throw new Error(`the text does not load: ${diagnostics.map(({ message }) => message).join(", ")}`);
  const result = checkConfig(document);
  const sorted = result.diagnostics.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return {
    result,
    codes: sorted.map(({ code }) => code),
    places: sorted.map(({ span }) => text.slice(span?.start, span?.end)).join("\n"),
    want: want.join("\n"),
  };
}

const inTool = (lines: string, head = "command: git\n"): string => `${head}tools:\n  - name: t\n    description: d\n${lines}`;
const inArg = (lines: string): string => inTool(`    args:\n      - name: a\n${lines}`);

describe("checkConfig points", () => {
  it.each([
    ["at an unknown key", "command: git\n«commands»: x\ntools:\n- {name: t, description: d}\n", ["unknown-key"]],
    ["at a bad value", inArg("        type: «banana»\n"), ["unknown-value"]],
    ["at the first key of an item that lacks one", "command: git\ntools:\n  - «name»: t\n", ["missing-key"]],
    ["at an item that has no keys", "command: git\ntools:\n  - {name: t, description: d}\n  - «{}»\n", ["missing-key", "missing-key"]],
    ["at the first key of a file that lacks one", "«command»: git\n", ["missing-key"]],
    ["at the item of a list", "command: git\ntags: [a, «1»]\ntools:\n- {name: t, description: d}\n", ["wrong-type"]],
    ["at the key if the value is empty", inArg("        «type»:\n"), ["unknown-value"]],
    [
      "into an anchor, once for all its aliases",
      "x-a: &a [{name: a, type: «int»}]\ncommand: git\ntools:\n- {name: t, description: d, args: *a}\n- {name: u, description: d, args: *a}\n",
      ["unknown-value"],
    ],
    [
      "into a merged mapping",
      "x-a: &a {type: «int»}\ncommand: git\ntools:\n- {name: t, description: d, args: [{name: a, <<: *a}]}\n",
      ["unknown-value"],
    ],
    ["at the quote in a plain command", inTool("    command: log «'»x\n"), ["unterminated-quote"]],
    ["at the whole command if it contains escapes", inTool('    command: «"log \\x27x"»\n'), ["unterminated-quote"]],
  ])("%s", (_name, marked, codes) => {
    const given = check(marked);
    expect(given.codes).toEqual(codes);
    // A span with two diagnostics has one mark.
    expect([...new Set(given.places.split("\n"))].join("\n")).toBe(given.want);
  });
});

describe("checkConfig finds", () => {
  it("all errors of a file in one run", () => {
    const text = [
      "name: 5",
      "command: ' '",
      "category: [vcs]",
      "global_args: [x, {name: g}]",
      "tools:",
      "  - {name: t, description: d, timeout: -1, args: [{name: a, type: int}, {name: a, default: 5}]}",
      "  - {name: t, risk: no, args: {}}",
      "  - x",
    ].join("\n");
    expect(check(text).codes.toSorted()).toEqual(
      [
        "wrong-type",
        "empty-command",
        "wrong-type",
        "wrong-type",
        "global-arg-without-default",
        "timeout-range",
        "unknown-value",
        "duplicate-argument",
        "default-type",
        "duplicate-tool",
        "missing-key",
        "unknown-value",
        "wrong-type",
        "wrong-type",
      ].toSorted(),
    );
  });

  it("no error in free keys at every level", () => {
    const free = "x-note: {a: [1]}";
    const text = `${free}\ncommand: git\ntools:\n- {name: t, description: d, ${free}, args: [{name: a, ${free}}]}\n`;
    expect(check(text).codes).toEqual([]);
  });

  it.each([
    ["null as an absent value", inTool("    timeout: null\n    args: [{name: a, flag: ~, default: null, enum: null}]\n")],
    ["a dash alone as a default of a positional", inArg("        positional: true\n        default: '-'\n")],
    ["a default with a dash, which its author wrote", inArg("        positional: true\n        default: --all\n")],
    ["an enum with dashes after --", inTool("    end_of_options: true\n    args: [{name: a, positional: true, enum: [-a]}]\n")],
    ["a list as the default of a repeated argument", inArg("        repeat: true\n        type: integer\n        default: [1, 2]\n")],
    ["an empty list of exit codes", inTool("    success_exit_codes: []\n")],
    ["quoted words of YAML 1.1", inArg("        enum: ['yes', \"no\"]\n        default: 'yes'\n")],
    ["a variable as a global default of any type", inTool("", "command: git\nglobal_args: [{name: a, type: boolean, default: $DEBUG}]\n")],
    [
      "one flag for a tool's argument in two tools",
      "command: git\ntools:\n- {name: t, description: d, args: [{name: a}]}\n- {name: u, description: d, args: [{name: a}]}\n",
    ],
    ["quotes and variables in a command", "command: \"$HOME/bin/git 'a b'\"\ntools:\n- {name: t, description: d}\n"],
    ["kind: cli", `kind: cli\n${inTool("")}`],
  ])("no error in %s", (_name, text) => {
    expect(check(text).codes).toEqual([]);
  });
});

describe("checkConfig suggests what to add for a missing key:", () => {
  it.each([
    ["the program", "name: files\ntools: []\n", "add the program that all of its tools run, for example `command: git`"],
    ["the tools", "command: git\n", "add a list, for example `tools: [{ name: git_log,"],
    ["a description", "command: git\ntools: [{name: t}]\n", "add a description, by which models choose"],
    ["a name", "command: git\ntools: [{description: d}]\n", "add `name`"],
  ])("%s", (_title, text, want) => {
    expect(check(text).result.diagnostics.map(({ help }) => help)).toContainEqual(expect.stringContaining(want));
  });
});

describe("checkConfig returns", () => {
  it("a config without the keys that are omitted, null or equal to their default", () => {
    const { result } = check("command: git\ntools:\n- name: t\n  description: d\n  args: [{name: a, flag: '', enum: ~}]\n");
    const { document, ...file } = result.file ?? {};
    expect(document?.source.path).toBe("git.yaml");
    expect(file).toStrictEqual({
      kind: "cli",
      name: "climax",
      description: "",
      command: "git",
      global_args: [],
      tools: [{ name: "t", description: "d", command: "", args: [{ name: "a", type: "string" }] }],
    });
  });

  it("a global argument without the keys that have no effect", () => {
    const { result } = check(
      [
        "command: git",
        "global_args:",
        "- { name: g, type: boolean, default: false, negatable: true }",
        "- { name: h, default: x, flag: --h, value: 'a{}', secret: true, optional_value: true, positional: true, join: ',', env: H }",
        "tools: []",
      ].join("\n"),
    );
    expect(result.file).toHaveProperty("global_args", [
      { name: "g", type: "boolean", default: false },
      { name: "h", type: "string", default: "x", flag: "--h", value: ["a{}"], secret: true },
    ]);
  });

  it("every key that is written", () => {
    const { result } = check(
      [
        "{name: n, description: D, command: c, env: {A: b}, working_dir: /w, category: g, tags: [x], end_of_options: true,",
        "global_args: [{name: g, default: v}],",
        "tools: [{name: t, title: T, description: d, command: sub, timeout: 5, risk: read, success_exit_codes: [0, 1],",
        "keywords: [k], args: [{name: a, description: A, type: string, required: true, flag: -a, enum: [x],",
        "repeat: true, secret: true}]}]}",
      ].join("\n"),
    );
    expect(result.file).toMatchObject({
      kind: "cli",
      working_dir: "/w",
      category: "g",
      global_args: [{ name: "g", default: "v" }],
      tools: [
        {
          title: "T",
          timeout: 5,
          risk: "read",
          success_exit_codes: [0, 1],
          end_of_options: true,
          keywords: ["k"],
          args: [{ required: true, flag: "-a", enum: ["x"], repeat: true, secret: true }],
        },
      ],
    });
  });

  it("a Directive definition without a command, and with the arguments that a policy can constrain", () => {
    const inputSchema = "{type: object, properties: {path: {type: string}, deep: {type: object}}, required: [path]}";
    const { result } = check(`kind: directive\ntools: [{name: t, description: d, handler: file.get, inputSchema: ${inputSchema}}]\n`);
    expect(result.file).toMatchObject({ kind: "directive", root: "directive", tools: [{ name: "t", handler: "file.get" }] });
    expect(result.file).not.toHaveProperty("command");
    expect(result.file?.tools[0]?.args).toEqual([{ name: "path", type: "string", required: true }]);
  });

  it("a config if there are only warnings, and none if there are errors", () => {
    expect(check("command: git\ntools: []\n").result.file).toBeDefined();
    expect(check("command: git\ntools: [{}]\n").result.file).toBeUndefined();
  });
});
