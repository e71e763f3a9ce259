/**
 * Tests random calls of random tools with the keys that convert values to words. A straightforward model of these keys, `explain`, the
 * process that the server starts, and the audit must agree.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainCall } from "../../../runtime/explain/explain-call.ts";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { toAuditEntry } from "../../../runtime/record/audit-entry.ts";
import type { ArgValue, OrderItem } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import type { Drawn, Given } from "./argument-words-model.ts";
import { MASK, modelOf } from "./argument-words-model.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

/** Strings with special characters of templates, maps and joins. Paths of files start with `/`, so no other string does. */
const text = fc.oneof(
  fc.constantFrom("a", "b c", "-x", "--", "-", "", "k=v", "x,y", "{}", "{{key}}", "{value}", "$HOME", "~", "é"),
  fc.string({ maxLength: 4 }).filter((value) => !/[/\0\p{Cs}]/u.test(value)),
);

const key = fc.constantFrom("k", "key", "-k", "K2", "__proto__", "", "k=v", "k-", "k;");

interface Form {
  readonly keys: Omit<ToolArg, "name">;
  readonly value: fc.Arbitrary<unknown>;
}

const list = fc.array(text, { maxLength: 3 });
const map = fc.dictionary(key, text, { maxKeys: 3 });
const string = (keys: Partial<ToolArg>, value: fc.Arbitrary<unknown> = text): Form => ({ keys: { type: "string", ...keys }, value });

const words = { fast: ["-f"], slow: ["-s", "slow"], none: [] };

/** One form per key, and the combinations that have a meaning. */
const FORMS: readonly Form[] = [
  string({}),
  string({ default: "-d" }),
  string({ positional: true }),
  string({ positional: true, allow_leading_dash: true }),
  string({ flag: "k=" }),
  string({ value: ["pre{}post"] }),
  string({ value: ["{}", "-c", "{}x"] }),
  string({ value: ["{{{}}}"], flag: "-v" }),
  string({ repeat: true }, list),
  string({ repeat: true, positional: true }, list),
  string({ repeat: true, value: ["-I{}", "{}"] }, list),
  string({ repeat: "once", flag: "--ids" }, list),
  string({ repeat: true, join: "," }, list),
  string({ repeat: true, join: ",", positional: true }, list),
  string({ repeat: true, join: ":", value: ["<{}>"], flag: "-j" }, list),
  string({ optional_value: true }, fc.oneof(fc.boolean(), text)),
  string({ optional_value: true, flag: "-U" }, fc.oneof(fc.boolean(), text)),
  string({ optional_value: true, flag: "-ab" }, fc.oneof(fc.boolean(), text)),
  string({ optional_value: true, flag: "--color=" }, fc.oneof(fc.boolean(), text)),
  string({ enum: ["-a", "b"], positional: true }, fc.constantFrom("-a", "b")),
  string({ enum: Object.keys(words), enum_words: words }, fc.constantFrom(...Object.keys(words))),
  string({ enum: ["fast"], enum_words: { fast: ["f"] }, flag: "-m" }, fc.constant("fast")),
  string({ enum: Object.keys(words), enum_words: words, repeat: true }, fc.array(fc.constantFrom(...Object.keys(words)), { maxLength: 3 })),
  string({ env: "MODEL_VARIABLE" }),
  string({ file: {} }),
  string({ file: { suffix: ".json" }, positional: true }),
  string({ file: {}, value: ["@{}"] }),
  { keys: { type: "map" }, value: map },
  { keys: { type: "map", flag: "-D", repeat: "once" }, value: map },
  { keys: { type: "map", join: ";" }, value: map },
  { keys: { type: "map", positional: true }, value: map },
  { keys: { type: "map", value: ["--{key}", "{value}"] }, value: map },
  { keys: { type: "boolean" }, value: fc.boolean() },
  { keys: { type: "boolean", negatable: true }, value: fc.boolean() },
  { keys: { type: "boolean", enum_words: { true: ["--yes"], false: ["--no"] } }, value: fc.boolean() },
  { keys: { type: "boolean", enum_words: { true: ["--yes"] } }, value: fc.boolean() },
  { keys: { type: "integer", enum: [1, 2], enum_words: { 1: ["-v"], 2: ["-vv"] } }, value: fc.constantFrom(1, 2) },
  { keys: { type: "integer", positional: true }, value: fc.integer({ min: -9, max: 9 }) },
  { keys: { type: "integer", min: -2, max: 2 }, value: fc.integer({ min: -4, max: 4 }) },
  { keys: { type: "integer", min: -2, max: 2, repeat: true }, value: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }) },
  { keys: { type: "map", value: ["{key}--{value}"] }, value: map },
  { keys: { type: "map", max_length: 2 }, value: map },
  { keys: { type: "map", pattern: "[a-z ]*" }, value: map },
  { keys: { type: "map", keys: { pattern: "[A-Za-z]+" } }, value: map },
  string({ max_length: 2 }),
  string({ pattern: "[a-z ]*" }),
  string({ repeat: true, max_length: 2 }, list),
  string({ repeat: "once", pattern: "[a-z ]*" }, list),
  string({ repeat: true, join: ":", max_length: 2 }, list),
];

/** Forms that constant words can contain. */
const PLACEABLE: readonly Form[] = [
  string({}),
  string({ default: "-d" }),
  string({ file: {} }),
  { keys: { type: "integer" }, value: fc.integer({ min: -9, max: 9 }) },
];

const secret = fc.option(fc.constant(true), { nil: undefined, freq: 3 });

function drawArg(
  forms: readonly Form[],
  name: string,
): fc.Arbitrary<{ readonly arg: ToolArg; readonly given: readonly (readonly [string, unknown])[] }> {
  return fc.constantFrom(...forms).chain(({ keys, value }) =>
    fc.record({ isSecret: secret, value: fc.option(value, { nil: undefined }) }).map(({ isSecret, value: one }) => ({
      // A secret cannot be mapped, and has no default.
      arg: { name, ...keys, ...(isSecret && keys.enum_words === undefined && keys.default === undefined && { secret: true }) },
      given: one === undefined ? [] : [[name, one] as const],
    })),
  );
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({ count: fc.integer({ min: 1, max: 4 }), isOrdered: fc.boolean() })
  .chain(({ count, isOrdered }) =>
    fc.record({
      free: fc.tuple(...Array.from({ length: count }, (_, index) => drawArg(FORMS, `a${index}`))),
      placed: fc.tuple(drawArg(PLACEABLE, "p"), drawArg(PLACEABLE, "q")),
      templates: fc.constantFrom<readonly string[]>(["{p}{q}"], ["-vf", "s={p}:{q}"], ["{q}", "{p}-"], ["--", "{p}"], ["{{}}"]),
      isOrdered: fc.constant(isOrdered),
      turn: fc.integer({ min: 0, max: 4 }),
      isEnded: fc.boolean(),
      relation: fc.constantFrom("none", "none", "none", "at_most_one", "exactly_one", "at_least_one", "requires"),
    }),
  )
  .map(({ free, placed, templates, isOrdered, turn, isEnded, relation }): Drawn => {
    const used = placed.filter(({ arg }) => templates.some((template) => template.includes(`{${arg.name}}`)));
    const all = isOrdered ? [...free, ...used] : free;
    const names = all.map(({ arg }) => arg.name);
    const order: readonly OrderItem[] = [...names.slice(0, turn), templates, ...names.slice(turn)];
    const [first = "", second] = names;
    const isRelated = second !== undefined && relation !== "none";
    return {
      args: all.map(({ arg }, index) => (isRelated && relation === "requires" && index === 0 ? { ...arg, requires: [second] } : arg)),
      relations: isRelated && relation !== "requires" ? { [relation]: [[first, second]] } : {},
      ...(isOrdered ? { order } : isEnded && { end_of_options: true }),
      given: Object.fromEntries(all.flatMap(({ given }) => given)),
    };
  });

function toolOf({ args, order, relations, end_of_options }: Drawn): Tool {
  const cli = { name: "c", description: "", command: ["app"], global_args: [], tool_count: 1 };
  const tool = { ...toCommandTool({ cli, name: "t", description: "d", command: ["sub"], args }), ...relations };
  if (tool.handler.kind !== "command") return tool;
  return { ...tool, handler: { ...tool.handler, ...(order && { order }), ...(end_of_options && { end_of_options }) } };
}

const env = { HOME: "/home/u" };

/** Calls the tool, and returns the process that would start and the entry of the audit. */
async function call(tool: Tool, given: Given): Promise<{ readonly request?: ProcessRequest; readonly audited?: readonly string[] }> {
  let request: ProcessRequest | undefined;
  let audited: readonly string[] | undefined;
  const context: CallContext = {
    env,
    policies: [],
    execution: plainExecution(env),
    limiter: createLimiter(),
    run: (asked) => {
      request = asked;
      return Promise.resolve({ kind: "cancelled", stdout: "", stderr: "" });
    },
    onFinished: (finished, facts) => {
      audited = toAuditEntry(finished, facts, { id: "id", client: null, showValues: true }).argv;
    },
  };
  await replyOf(tool, given, context);
  return { ...(request && { request }), ...(audited && { audited }) };
}

/** Returns the paths of the call's files, in the order of the arguments. */
function pathsOf(args: readonly ToolArg[], given: Given, files: readonly { readonly path: string }[]): ReadonlyMap<string, string> {
  const withFiles = args.filter((arg) => arg.file !== undefined && given[arg.name] !== undefined);
  return new Map(withFiles.map((arg, index) => [arg.name, files[index]?.path ?? "no file"]));
}

describe("random tools and calls", () => {
  it("have the command line of the model, in the server, in `explain` and in the audit", async () => {
    let started = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async (sample) => {
        const tool = toolOf(sample);
        const { request, audited } = await call(tool, sample.given);
        const explained = await explainCall(tool, sample.given, { env });
        const files = pathsOf(sample.args, sample.given, request?.privateFiles?.files ?? []);
        const model = modelOf(sample, files);
        expect(request === undefined).toBe(modelOf(sample, pathsOf(sample.args, sample.given, [])).isRefused);
        expect(explained.kind).toBe(request === undefined ? "refused" : "command");
        if (request === undefined || explained.kind !== "command") return;
        started += 1;
        const shown = model.words.filter(({ isSwitch }) => isSwitch !== true).map(({ masked }) => masked);
        expect(request.argv).toEqual(["app", "sub", ...model.words.map((word) => word.text)]);
        expect(audited).toEqual(["app", "sub", ...shown]);
        const own = modelOf(sample, pathsOf(sample.args, sample.given, explained.files));
        expect(explained.words.map((word) => word.text)).toEqual([
          "app",
          "sub",
          ...own.words.filter(({ isSwitch }) => isSwitch !== true).map(({ masked }) => masked),
        ]);
        expectPlaces(sample, { request, explained });
      }),
      { numRuns: 750 },
    );
    expect(started).toBeGreaterThan(150);
  });
});

/** Variables and files hold exactly the given values. */
function expectPlaces(
  { args, given }: Drawn,
  { request, explained }: { readonly request: ProcessRequest; readonly explained: { readonly variables: ReadonlyMap<string, string> } },
): void {
  const last = args.findLast((arg) => arg.env !== undefined && given[arg.name] !== undefined);
  expect(request.env["MODEL_VARIABLE"]).toBe(last && given[last.name]);
  expect(explained.variables.get("MODEL_VARIABLE")).toBe(last && (last.secret === true ? MASK : (given[last.name] as ArgValue)));
  const texts = args.filter((arg) => arg.file !== undefined).flatMap((arg) => (given[arg.name] === undefined ? [] : [given[arg.name]]));
  expect(request.privateFiles?.files.map((file) => file.text) ?? []).toEqual(texts);
}
