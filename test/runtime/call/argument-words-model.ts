/**
 * A model of the conversion from values to words that docs/configs.md describes. It uses no code of the runtime, so that tests can compare
 * both.
 */
import type { OrderItem, ScalarValue } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";

export type Given = Readonly<Record<string, unknown>>;

/** A word of the model: its text, and the text with `***` for secrets. */
interface ModelWord {
  readonly text: string;
  readonly masked: string;
  /** Set for the flag of a switch, which masked command lines omit if it is secret. */
  readonly isSwitch?: boolean;
}

export type Relations = Pick<Tool, "at_most_one" | "exactly_one" | "at_least_one">;

export interface Drawn {
  readonly args: readonly ToolArg[];
  readonly relations: Relations;
  readonly end_of_options?: boolean;
  readonly order?: readonly OrderItem[];
  readonly given: Given;
}

export const MASK = "***";

interface ModelPart {
  readonly text: string;
  readonly isSecret: boolean;
  /** True if a dash at the start of the word is rejected. */
  readonly isGuarded: boolean;
}

const constant = (value: string): ModelPart => ({ text: value, isSecret: false, isGuarded: false });

interface Model {
  readonly words: readonly ModelWord[];
  readonly isRefused: boolean;
}

function isFree(arg: ToolArg, value: unknown): boolean {
  return arg.allow_leading_dash === true || arg.enum !== undefined || value === arg.default;
}

/** Replaces `{}`, `{key}` and `{name}`, and the doubled braces, in one pass. */
function fill(template: string, parts: ReadonlyMap<string, ModelPart>): readonly ModelPart[] {
  return (template.match(/\{\{|\}\}|\{\w*\}|[^{}]+/g) ?? []).map((token) => {
    if (token === "{{") return constant("{");
    if (token === "}}") return constant("}");
    return token.startsWith("{") ? (parts.get(token.slice(1, -1)) ?? constant("?")) : constant(token);
  });
}

/** @param isAfterFlag whether the word follows a flag, where a number below zero is accepted */
function toWord(parts: readonly ModelPart[], isAfterFlag = false): ModelWord & { readonly isRefused: boolean } {
  const whole = parts.map((part) => part.text).join("");
  const first = parts.find((part) => part.text !== "");
  const isNumber = isAfterFlag && /^-\d+(\.\d+)?$/.test(whole);
  const isRefused = !isNumber && first?.isGuarded === true && whole.startsWith("-") && whole !== "-";
  return { text: whole, masked: parts.map((part) => (part.isSecret ? MASK : part.text)).join(""), isRefused };
}

export function modelOf(
  { args, order, given, relations, end_of_options: isEnded = false }: Drawn,
  paths: ReadonlyMap<string, string>,
): Model {
  const valueOf = (arg: ToolArg): unknown => {
    const value = given[arg.name];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return value === undefined || isEmpty ? arg.default : value;
  };
  // The program is not measured, so `--` does not lift the guard. A number may start a word after a flag.
  const partOf = (arg: ToolArg, value: unknown, isFlagged = false): ModelPart => ({
    text: paths.get(arg.name) ?? String(value),
    isSecret: arg.secret === true,
    isGuarded: !paths.has(arg.name) && !isFree(arg, value) && !(isFlagged && arg.type === "integer"),
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
                ["key", { ...partOf(arg, name, hasFlag), isSecret: false }],
                ["value", partOf(arg, item, hasFlag)],
              ]),
          )
        : [value].flat().map((item) => new Map([["", partOf(arg, item, hasFlag)]]));
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
    return templates.map((template, index) => {
      const isAfterFlag = (templates[index - 1] ?? "").startsWith("-");
      return toWord(fill(template, new Map(inside.map((arg) => [arg.name, partOf(arg, valueOf(arg), isAfterFlag)]))));
    });
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
    args.some(({ name, requires = [] }) =>
      Array.isArray(requires)
        ? isGiven(name) && !(requires as readonly string[]).every(isGiven)
        : Object.entries(requires).some(([value, names]) => String(given[name]) === value && !names.every(isGiven)),
    )
  );
}

/** Reports whether the value itself is rejected: each item and each key has limits and separators. */
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
  // A program that splits the word at the separator must find the whole text.
  const isMoved = (one: string, between: string): boolean => between !== "" && `${one}${between}`.split(between)[0] !== one;
  const isBadKey = (one: string): boolean => one === "" || isMoved(one, separator) || !isWhole(arg.keys?.pattern, one);
  const isBadItem = (one: string | number): boolean =>
    typeof one === "number"
      ? one < (arg.min ?? one) || one > (arg.max ?? one)
      : Array.from(one).length > (arg.max_length ?? Infinity) || !isWhole(arg.pattern, one);
  const isSplit = isMany && [...items.map(String), ...keys].some((one) => isMoved(one, arg.join ?? ""));
  return isSplit || keys.some(isBadKey) || items.some(isBadItem);
}
