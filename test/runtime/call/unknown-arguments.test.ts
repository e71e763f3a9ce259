import { describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { findUnknownArguments } from "../../../runtime/call/unknown-arguments.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { defineTool } from "../../../runtime/tool/define-tool.ts";
import type { Tool } from "../../../runtime/tool/tool.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const ARGS = ["path", "dry_run", "recursive"].map((name) => ({ name, type: "string" }) as const);
const STRICT = toPolicy({ default: "enabled", unknown_args: "refuse", tools: {} });

function makeTool(options: Partial<FlatTool> = {}, cli: Partial<Tool["cli"]> = {}): Tool {
  const tool = toCommandTool({
    name: "copy",
    description: "",
    command: [],
    args: ARGS,
    cli: { name: "c", description: "", command: ["true"], global_args: [], tool_count: 1 },
    ...options,
  });
  return { ...tool, cli: { ...tool.cli, ...cli } };
}

function watched(policies: CallContext["policies"] = []): { readonly context: CallContext; readonly runs: unknown[] } {
  const runs: unknown[] = [];
  const run: CallContext["run"] = async (request) => {
    runs.push(request);
    request.sinks?.stdout(Buffer.from("ran"));
    return { kind: "exited", exit: 0, stdout: "", stderr: "" };
  };
  return { runs, context: { env: {}, policies, run, execution: plainExecution({}), limiter: createLimiter() } };
}

const REFUSED = {
  text: "Argument validation failed:\n  - unknown argument 'dryrun', did you mean 'dry_run'?",
  isError: true,
};

describe("a misspelled argument", () => {
  it.each<[string, Tool, CallContext["policies"]]>([
    ["a tool that writes", makeTool({ risk: "write" }), []],
    ["a destructive tool", makeTool({ risk: "destructive" }), []],
    ["a tool of a config with unknown_args: refuse", makeTool({ risk: "read" }, { unknown_args: "refuse" }), []],
    ["a tool under a policy with unknown_args: refuse", makeTool(), [STRICT]],
    ["a tool under two policies of which one has unknown_args: refuse", makeTool(), [toPolicy({ default: "enabled", tools: {} }), STRICT]],
  ])("is rejected by %s, which runs nothing", async (_title, tool, policies) => {
    const { context, runs } = watched(policies);
    expect(await replyOf(tool, { path: "a", dryrun: true }, context)).toEqual(REFUSED);
    expect(runs).toEqual([]);
  });

  it("is rejected by a tool that declares no risk, if it resembles an argument or asks for a preview", async () => {
    const { context, runs } = watched();
    expect(await replyOf(makeTool(), { path: "a", dryrun: true }, context)).toEqual(REFUSED);
    const tool = makeTool({ args: [{ name: "path", type: "string" }] });
    expect(await replyOf(tool, { path: "a", dry_run: null }, context)).toEqual({
      text:
        "Argument validation failed:\n  - unknown argument 'dry_run'; the tool has 'path'; the call was not run, because the tool has no such " +
        "preview: leave the argument out only if the call may take effect",
      isError: true,
    });
    expect(runs).toEqual([]);
  });

  it("is ignored by a tool that reads, and named in a second text", async () => {
    const { context, runs } = watched();
    expect(await replyOf(makeTool({ risk: "read" }), { path: "a", dryrun: true }, context)).toEqual({
      text: "ran",
      hint: "Ignored:\n  - unknown argument 'dryrun', did you mean 'dry_run'?",
      isError: false,
    });
    expect(runs).toHaveLength(1);
  });

  it("is named next to a missing argument with a similar name", async () => {
    const tool = makeTool({ risk: "read", args: [{ name: "path", type: "string", required: true }] });
    expect(await replyOf(tool, { pth: "a" }, watched().context)).toEqual({
      text: "Argument validation failed:\n  - Missing required argument 'path'",
      hint: "Ignored:\n  - unknown argument 'pth', did you mean 'path'?",
      isError: true,
    });
  });

  it("is rejected by a function tool that writes", async () => {
    const spec = defineTool({ name: "set", description: "", risk: "write", args: { key: { type: "string" } }, run: async () => "ran" });
    const tool: Tool = { ...spec, cli: { name: "c", description: "", tool_count: 1 } };
    expect(await replyOf(tool, { keys: "a" }, watched().context)).toEqual({
      text: "Argument validation failed:\n  - unknown argument 'keys', did you mean 'key'?",
      isError: true,
    });
  });
});

const find = (given: Readonly<Record<string, unknown>>, tool: Tool = makeTool({ risk: "write" })) =>
  findUnknownArguments({ tool, given }, []);
const messages = (...call: Parameters<typeof find>): readonly string[] => find(...call).problems.map(({ message }) => message);

describe("an unknown argument", () => {
  it("is rejected whatever its value, also as the JSON text of all arguments", () => {
    expect(messages({ dryrun: null, other: undefined })).toHaveLength(1);
    expect(messages({ dryrun: false })).toHaveLength(1);
    expect(messages({ '{"dry_run": true}': null })).toHaveLength(1);
    expect(messages({ '{"dry_run": true}': null }, makeTool())).toHaveLength(1);
  });

  it("counts as absent for a tool that reads if it is null", () => {
    expect(find({ dryrun: null, other: undefined }, makeTool({ risk: "read" }))).toEqual({ problems: [], omitted: 0 });
  });

  it("is ignored by a tool without a risk if its loss does no harm", () => {
    const { problems, note } = find({ zebra: 1, reason: "x" }, makeTool());
    expect(problems).toEqual([]);
    expect(note).toContain("unknown argument 'zebra'");
  });

  it("asks for a preview in many spellings", () => {
    const previews =
      "dry_run dryrun dry-run dryRun DRY_RUN is_dry_run dry_rnu check simulate preview whatif what_if what-if no_act noaction no_action plan " +
      "pretend just_print test_only --dry-run -WhatIf show_only diff_only apply execute commit for_real";
    const others = "committer path force reason dir recursive day_run_count message planet checksum";
    const bare = makeTool({ args: [] });
    const refused = (names: string): readonly string[] => names.split(" ").filter((name) => messages({ [name]: true }, bare).length === 1);
    expect(refused(previews)).toEqual(previews.split(" "));
    expect(refused(others)).toEqual([]);
  });

  it("that resembles no name is followed by the names of the tool", () => {
    expect(messages({ zebra: 1 })).toEqual(["unknown argument 'zebra'; the tool has 'path', 'dry_run', 'recursive'"]);
    expect(messages({ zebra: 1 }, makeTool({ risk: "write", args: [] }))).toEqual(["unknown argument 'zebra'; the tool has no arguments"]);
  });

  it("that resembles no name is followed by at most twenty names", () => {
    const args = Array.from({ length: 22 }, (_, place) => ({ name: `option${place}`, type: "string" }) as const);
    expect(messages({ zebra: 1 }, makeTool({ risk: "write", args }))).toEqual([
      expect.stringMatching(/the tool has 'option0', (?:'option\d+', ){18}'option19' and 2 more$/),
    ]);
  });

  it.each(["args", "arguments", "params", "parameters", "input"])("that wraps the arguments is reported as unneeded: %s", (name) => {
    expect(messages({ [name]: { path: "a" } })).toEqual([
      `unknown argument '${name}'; pass the arguments in it without '${name}' around them`,
    ]);
    for (const other of ["text", ["a"]]) {
      expect(messages({ [name]: other })).toEqual([`unknown argument '${name}'; the tool has 'path', 'dry_run', 'recursive'`]);
    }
  });

  it("is not followed by the names of the tool twice", () => {
    expect(messages({ zebra: 1, dryrun: 1, quagga: 1 })).toEqual([
      "unknown argument 'zebra'; the tool has 'path', 'dry_run', 'recursive'",
      "unknown argument 'dryrun', did you mean 'dry_run'?",
      "unknown argument 'quagga'",
    ]);
  });

  it("is not looked up among the names of Object.prototype", () => {
    expect(messages(JSON.parse('{"__proto__": 1, "toString": 2}') as Record<string, unknown>)).toHaveLength(2);
  });

  it("is shown without its value, and cut if it is long", () => {
    const [message = ""] = messages({ ["x".repeat(5000)]: "secret value" });
    expect(message).not.toContain("secret");
    expect(message.length).toBeLessThan(500);
  });

  it("is listed with at most nine others", () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, place) => [`other${place}`, 1]));
    expect(find(many)).toMatchObject({ problems: { length: 10 }, omitted: 990 });
    expect(find(many, makeTool()).note).toMatch(/\n {2}- and 990 more$/);
  });

  it("of a Directive tool is validated by its schema", () => {
    const handler = { kind: "directive", root: "d", inputSchema: { type: "object" }, handler: "files.list" } as const;
    expect(findUnknownArguments({ tool: { ...makeTool({ risk: "write" }), handler }, given: { zebra: 1 } }, [STRICT])).toEqual({
      problems: [],
      omitted: 0,
    });
  });
});
