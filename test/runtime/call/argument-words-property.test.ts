/**
 * Random tools with the keys that decide how values become words, and random calls. A straightforward model of these keys, `explain`, the
 * process that the server starts, and the audit must agree.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainCall } from "../../../runtime/explain/explain-call.ts";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { toAuditEntry } from "../../../runtime/record/audit-entry.ts";
import type { ArgValue, OrderItem, ScalarValue } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";

type Given = Readonly<Record<string, unknown>>;

/** A word of the model: its text, and the text with `***` for secrets. */
interface ModelWord {
  readonly text: string;
  readonly masked: string;
  /** Set for the flag of a switch, which is left out of masked command lines if it is secret. */
  readonly isSwitch?: boolean;
}

type Relations = Pick<Tool, "at_most_one" | "exactly_one" | "at_least_one">;

interface Drawn {
  readonly args: readonly ToolArg[];
  readonly relations: Relations;
  readonly end_of_options?: boolean;
  readonly order?: readonly OrderItem[];
  readonly given: Given;
}

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

// The model.

const MASK = "***";

interface ModelPart {
  readonly text: string;
  readonly isSecret: boolean;
  /** Whether a dash at the start of a word is refused. */
  readonly isGuarded: boolean;
}

const constant = (value: string): ModelPart => ({ text: value, isSecret: false, isGuarded: false });

interface Model {
  readonly words: readonly ModelWord[];
  readonly isRefused: boolean;
}

function isFree(arg: ToolArg, value: unknown): boolean {
  return arg.allow_leading_dash === true || arg.type === "integer" || arg.enum !== undefined || value === arg.default;
}

/** Replaces `{}`, `{key}` and `{name}`, and the doubled braces, in one pass. */
function fill(template: string, parts: ReadonlyMap<string, ModelPart>): readonly ModelPart[] {
  return (template.match(/\{\{|\}\}|\{\w*\}|[^{}]+/g) ?? []).map((token) => {
    if (token === "{{") return constant("{");
    if (token === "}}") return constant("}");
    return token.startsWith("{") ? (parts.get(token.slice(1, -1)) ?? constant("?")) : constant(token);
  });
}

function toWord(parts: readonly ModelPart[], isAfterFlag = false): ModelWord & { readonly isRefused: boolean } {
  const whole = parts.map((part) => part.text).join("");
  const first = parts.find((part) => part.text !== "");
  const isRefused = !isAfterFlag && first?.isGuarded === true && whole.startsWith("-") && whole !== "-";
  return { text: whole, masked: parts.map((part) => (part.isSecret ? MASK : part.text)).join(""), isRefused };
}

function modelOf({ args, order, given, relations, end_of_options: isEnded = false }: Drawn, paths: ReadonlyMap<string, string>): Model {
  const valueOf = (arg: ToolArg): unknown => {
    const value = given[arg.name];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return value === undefined || isEmpty ? arg.default : value;
  };
  const partOf = (arg: ToolArg, value: unknown): ModelPart => ({
    text: paths.get(arg.name) ?? String(value),
    isSecret: arg.secret === true,
    isGuarded: !paths.has(arg.name) && !isFree(arg, value) && !(isEnded && arg.positional === true),
  });
  const ofArg = (arg: ToolArg): readonly (ModelWord & { readonly isRefused: boolean })[] => {
    const value = valueOf(arg);
    if (value === undefined || arg.env !== undefined) return [];
    const flag = arg.flag ?? `--${arg.name}`;
    const hasFlag = arg.positional !== true && (arg.flag !== undefined || (arg.value === undefined && arg.enum_words === undefined));
    const asWord = (texts: string, isSwitch = false): ModelWord & { readonly isRefused: boolean } => ({
      text: texts,
      masked: texts,
      isRefused: false,
      ...(isSwitch && arg.secret === true && { isSwitch }),
    });
    if (arg.enum_words !== undefined) {
      const mapped = ((Array.isArray(value) ? value : [value]) as readonly ScalarValue[]).flatMap(
        (item) => arg.enum_words?.[String(item)] ?? [],
      );
      return [...(hasFlag ? [asWord(flag)] : []), ...mapped.map((word) => asWord(word))];
    }
    if (arg.type === "boolean") return value === true ? [asWord(flag, true)] : arg.negatable ? [asWord(`--no-${flag.slice(2)}`, true)] : [];
    if (arg.optional_value === true) {
      const bare = flag.replace(/=$/, "");
      if (typeof value === "boolean") return value ? [asWord(bare, true)] : [];
      return [toWord([constant(bare.length === 2 ? bare : `${bare}=`), partOf(arg, value)])];
    }
    const templates = arg.value ?? [arg.type === "map" ? "{key}={value}" : "{}"];
    const items =
      arg.type === "map"
        ? Object.entries(value as Record<string, string>).map(
            ([name, item]) =>
              new Map([
                ["key", { ...partOf(arg, name), isSecret: false }],
                ["value", partOf(arg, item)],
              ]),
          )
        : [value].flat().map((item) => new Map([["", partOf(arg, item)]]));
    const filled = items.map((item) => templates.map((template) => fill(template, item)));
    const joined =
      arg.join === undefined
        ? filled
        : [[filled.flatMap(([word = []], index) => [...(index === 0 ? [] : [constant(arg.join ?? "")]), ...word])]];
    const groups = arg.repeat === "once" ? [joined.flat()] : joined;
    if (!hasFlag) return groups.flat().map((parts) => toWord(parts));
    return groups.flatMap(([first = [], ...rest]) => [
      ...(flag.endsWith("=") ? [toWord([constant(flag), ...first])] : [asWord(flag), toWord(first, true)]),
      ...rest.map((parts) => toWord(parts)),
    ]);
  };
  const ofTemplates = (templates: readonly string[]): readonly (ModelWord & { readonly isRefused: boolean })[] => {
    const inside = args.filter(({ name }) => templates.some((template) => template.includes(`{${name}}`)));
    if (inside.some((arg) => valueOf(arg) === undefined)) return [];
    const parts = new Map(inside.map((arg) => [arg.name, partOf(arg, valueOf(arg))]));
    return templates.map((template) => toWord(fill(template, parts)));
  };
  const placed = new Set(
    (order ?? []).flatMap((item) =>
      typeof item === "string" ? [] : args.map(({ name }) => name).filter((name) => item.join("").includes(`{${name}}`)),
    ),
  );
  const find = (name: string): readonly ToolArg[] => args.filter((arg) => arg.name === name && !placed.has(name));
  const positionals = args.filter((arg) => arg.positional === true).flatMap(ofArg);
  const flags = args.filter((arg) => arg.positional !== true).flatMap(ofArg);
  const end = positionals.length > 0 ? [toWord([constant("--")])] : [];
  const made =
    order === undefined
      ? isEnded
        ? [...flags, ...end, ...positionals]
        : [...positionals, ...flags]
      : order.flatMap((item) => (typeof item === "string" ? find(item).flatMap(ofArg) : ofTemplates(item)));
  const isInvalidCall = isUnrelated(args, relations, given) || args.some((arg) => isInvalid(arg, given[arg.name]));
  return { words: made, isRefused: made.some(({ isRefused }) => isRefused) || isInvalidCall };
}

/** Reports whether a relation does not hold. A `false` counts if it writes a word. */
function isUnrelated(args: readonly ToolArg[], relations: Relations, given: Given): boolean {
  const isGiven = (name: string): boolean => {
    const value = given[name];
    const arg = args.find((one) => one.name === name);
    if (value === false) return arg?.negatable === true || arg?.enum_words?.["false"] !== undefined;
    return value !== undefined && !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
  };
  const countOf = (names: readonly string[]): number => names.filter(isGiven).length;
  return (
    (relations.at_most_one ?? []).some((names) => countOf(names) > 1) ||
    (relations.exactly_one ?? []).some((names) => countOf(names) !== 1) ||
    (relations.at_least_one ?? []).some((names) => countOf(names) === 0) ||
    args.some(({ name, requires = [] }) => isGiven(name) && !requires.every(isGiven))
  );
}

/** Reports whether the value itself is refused: each item and each key has limits and separators. */
function isInvalid(arg: ToolArg, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return false;
  const isMany = typeof value === "object" && value !== null;
  const items = (isMany ? Object.values(value) : [value]) as readonly (string | number)[];
  const keys = arg.type === "map" ? Object.keys(value as object) : [];
  const [, separator = ""] =
    /\{key\}([^{]*)/.exec(
      (arg.value ?? ["{key}={value}"])
        .join("\n")
        .split("\n")
        .find((one) => one.includes("{key}")) ?? "",
    ) ?? [];
  const isWhole = (pattern: string | undefined, one: string): boolean =>
    pattern === undefined || new RegExp(`^(?:${pattern})$`, "u").test(one);
  const isBadKey = (one: string): boolean =>
    one === "" || (separator !== "" && one.includes(separator)) || !isWhole(arg.keys?.pattern, one);
  const isBadItem = (one: string | number): boolean =>
    typeof one === "number"
      ? one < (arg.min ?? one) || one > (arg.max ?? one)
      : Array.from(one).length > (arg.max_length ?? Infinity) || !isWhole(arg.pattern, one);
  const isSplit = isMany && [...items.map(String), ...keys].some((one) => arg.join !== undefined && one.includes(arg.join));
  return isSplit || keys.some(isBadKey) || items.some(isBadItem);
}

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

/** The paths of the call's files, in the order of the arguments. */
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
      { numRuns: 1500 },
    );
    expect(started).toBeGreaterThan(300);
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
