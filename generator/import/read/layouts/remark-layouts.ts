/** Lists the notations of remarks: what frameworks write in brackets, in a line, or at the end of a description. */
import type { OptionFacts } from "../../description.ts";
import { closeList } from "../values/value-words.ts";
import type { Layout } from "./layout.ts";

/** Facts that remarks state about an option or a positional value. */
export interface RemarkFacts extends Pick<OptionFacts, "required" | "hidden" | "env" | "default" | "type" | "repeat"> {
  /** The remark names the type of a switch or of a value. */
  readonly kind?: "switch" | "value";
  /** The default is not a state of a switch. */
  readonly hasValueDefault?: true;
  /** All allowed values. */
  readonly values?: readonly string[];
  /** Names of options that exclude this one. */
  readonly excludes?: readonly string[];
  /** Option that this one turns off. */
  readonly negates?: string;
}

/** One kind of remark. `pattern` matches all of its text, without brackets. The example is a description with the remark. */
type RemarkLayout = Layout<readonly [printed: string, facts: RemarkFacts]> & {
  /** True if the remark is only one at the start or the end of the description. */
  readonly isAtEdge?: true;
  readonly read: (word: string, rest: string) => RemarkFacts | undefined;
};

/** Words that name a state of a switch, or nothing, and do not prove a value. */
const STATES = new Set([
  "",
  ..."true false on off yes no enable enabled disable disabled unset none null nil undefined auto autodetect auto-detected".split(" "),
]);

const DEFAULT_VALUE = /^(?:"[^"]*"|'[^']*'|`[^`]*`|\S+|-?\d+ [a-z]+)$/;

const NUMBER_TYPES = /^(?:an? )?(?:number|float|double|decimal)$/i;

/** Labels before a list of values. Lookaheads exclude prose: `one of` needs a quote, and a plain word a colon. */
const LIST_LABELS = [
  "possible values",
  "possible choices",
  "choices",
  "allowed values",
  "valid options(?=: )",
  "options",
  'one of(?= ")',
  "(?:values|allowed)(?=: )",
] as const;

/** Remarks of options that can be repeated. */
const REPEATED = [
  "multiple values allowed",
  "repeatable",
  "may be repeated",
  "nargs: [01] or more",
  "[a-z ]+ multiple times",
  "repeat this option .*",
] as const;

/** A type as Python writes it: `str`, `Optional[int]`, `List[str]`, `list[str] | None`, `Literal['low', 'high']`. */
const ANNOTATION = String.raw`((?:Optional\[)?(?:str|int|float|bool|Path|(?:[Ll]ist|Sequence|[Tt]uple|[Ss]et|Literal)\[[^\[\]]+\])\]?(?: \| None)?)`;

export const REMARK_LAYOUTS: readonly RemarkLayout[] = [
  {
    name: "required",
    from: ["click", "typer", "cyclopts", "yargs", "oclif", "citty", "tyro", "plumbum", "Dart args"],
    pattern: /^(?:required|mandatory)$/i,
    example: ["Number of it [required]", { required: true }],
    read: () => ({ required: true }),
  },
  {
    name: "default after a colon or an equals sign",
    from: ["clap", "commander", "yargs", "click", "picocli", "symfony", "jcommander"],
    pattern: /^(?:the )?(?:default(?: value)?|defaults to|default is)(?:: ?| ?= ?)()([^]{0,60})$/i,
    example: ["Output format (default: text)", { default: "text", hasValueDefault: true }],
    read: (_word, rest) => readDefault(rest),
  },
  {
    name: "default after a space",
    from: ["pflag", "flag", "sade", "argparse"],
    pattern: /^(?:the )?(?:defaults? (?:is |to )?)()([^:= ][^]{0,60})$/i,
    example: ["Output format (default text)", { default: "text", hasValueDefault: true }],
    read: (_word, rest) => (DEFAULT_VALUE.test(rest) ? readDefault(rest) : undefined),
  },
  {
    name: "default after an equals sign alone",
    from: ["boost"],
    reason: "elsewhere, a text in brackets without a label is prose",
    pattern: /^=()([^=]\S*|)$/,
    example: ["(=text) Output format", { default: "text", hasValueDefault: true }],
    read: (_word, rest) => readDefault(rest),
  },
  {
    name: "default in quotes without a label",
    from: ["optique"],
    reason: "elsewhere, a quoted word in brackets is prose",
    pattern: /^\[?()("[^"]*")$/,
    example: ['Output format ["text"]', { default: "text", hasValueDefault: true }],
    read: (_word, rest) => readDefault(rest),
  },
  {
    name: "empty default",
    from: ["sade", "symfony"],
    pattern: /^default $/,
    example: ["Owner of it (default )", { hasValueDefault: true }],
    read: () => ({ hasValueDefault: true }),
  },
  {
    name: "default without an option",
    from: ["cmdliner"],
    reason: "elsewhere, the word `default` precedes a default",
    pattern: /^absent=()(\S+)$/,
    example: ["Output format (absent=text)", { default: "text", hasValueDefault: true }],
    read: (_word, rest) => readDefault(rest),
  },
  {
    name: "list of values and its default",
    from: ["stricli"],
    reason: "elsewhere, brackets contain the list or the default",
    pattern: /^\[()([\w.+-]+(?:\|[\w.+-]+)+)$/,
    example: [
      "Output format [json|text, default = text]",
      { default: "text", hasValueDefault: true, values: ["json", "text"], kind: "value" },
    ],
    read: (_word, rest) => readValues(rest),
  },
  {
    name: "list of values",
    from: ["clap", "yargs", "commander", "gunshi", "jcommander", "thor", "caporal", "Swift Argument Parser", "cliffy", "bashly"],
    pattern: new RegExp(`^(?:${LIST_LABELS.join("|")}):? ?()([^]+)$`, "i"),
    example: [
      'Output format (choices: "text", "json", default: "text")',
      { default: "text", hasValueDefault: true, values: ["text", "json"], kind: "value" },
    ],
    read: (_word, rest) => readValues(rest),
  },
  {
    name: "list of values with a marked default",
    from: ["Dart args"],
    reason: "elsewhere, a list has a label",
    pattern: /^\[()((?:[\w.+-]+, )*[\w.+-]+ \(default\)(?:, [\w.+-]+)*)$/,
    isAtEdge: true,
    example: ["Output format [json, text (default)]", { values: ["json", "text"], kind: "value", default: "text" }],
    read: (_word, rest) => readMarkedValues(rest),
  },
  {
    name: "environment variable",
    from: ["clap", "click", "commander", "typer"],
    pattern: /^env(?:ironment)?(?: ?var(?:iable)?)?: ?\$?([A-Z][A-Z0-9_]*)(?:=([^]*))?$/i,
    example: ["File to write [env: DEMO_OUT=]", { env: "DEMO_OUT" }],
    read: (word) => ({ env: word }),
  },
  {
    name: "environment variable with a dollar sign",
    from: ["urfave", "kong", "cmdliner"],
    pattern: /^(?:\$|absent (?=.* env$))([A-Z][A-Z0-9_]*)(?: env|(?:, \$[A-Z][A-Z0-9_]*)*)$/,
    example: ["File to write [$DEMO_OUT]", { env: "DEMO_OUT" }],
    read: (word) => ({ env: word }),
  },
  {
    name: "type of a switch",
    from: ["yargs"],
    reason: "the types are beside the descriptions, not beside the names",
    pattern: /^\[(boolean|count)$/,
    isAtEdge: true,
    example: ["Print more [boolean]", { kind: "switch" }],
    read: (word) => (word === "count" ? { kind: "switch", repeat: true } : { kind: "switch" }),
  },
  {
    name: "type of a value",
    from: ["yargs"],
    reason: "the types are beside the descriptions, not beside the names",
    pattern: /^\[(string|number|array)$/,
    isAtEdge: true,
    example: ["Tag of it [array]", { kind: "value", repeat: true }],
    read: (word) => ({ kind: "value", ...(word === "array" ? { repeat: true } : readType(word)) }),
  },
  {
    name: "type in a phrase",
    from: ["absl", "plumbum"],
    pattern: /^(?:\(|\[type: )(an? (?:integer|number)|integer|int|float)$/,
    isAtEdge: true,
    example: ["Share of it (a number)", { kind: "value", type: "number" }],
    read: (word) => ({ kind: "value", ...readType(word) }),
  },
  {
    name: "type of an annotation",
    from: ["typed-argument-parser", "radicli", "arguably", "jsonargparse"],
    pattern: new RegExp(`^(?:\\(|type: )${ANNOTATION}$`),
    isAtEdge: true,
    example: ["Owner of it (Optional[str])", { kind: "value", type: "string" }],
    read: (word) => readAnnotation(word),
  },
  {
    name: "option that can be repeated",
    from: ["symfony", "plumbum", "tclap"],
    pattern: new RegExp(`^(?:${REPEATED.join("|")})$`, "i"),
    example: ["Tag of it (multiple values allowed)", { repeat: true }],
    read: () => ({ repeat: true }),
  },
  {
    name: "options that exclude it",
    from: ["plumbum", "CLI11"],
    pattern: /^(?:excludes|conflicts):? ()((?:,? ?-{1,2}[\w-]+)+)$/i,
    example: ["Print JSON; excludes --yaml", { excludes: ["--yaml"] }],
    read: (_word, rest) => ({ excludes: rest.match(/-{1,2}\w[\w-]*/g) ?? [] }),
  },
  {
    name: "notes without a fact",
    from: ["cmd-ts", "commander", "fire"],
    pattern: /^(?:optional$|no help available$|preset: |type: |nargs[:=] ?[\d.]+$)/i,
    example: ["Owner of it [optional]", {}],
    read: () => ({}),
  },
  {
    name: "hidden",
    from: ["argparse"],
    reason: "some versions print an option that the program hides",
    pattern: /^(?:==SUPPRESS==|hidden)$/,
    example: ["Used by tests (hidden)", { hidden: true }],
    read: () => ({ hidden: true }),
  },
];

function readDefault(written: string): RemarkFacts {
  const value = written.trim().replace(/^(["'`])(.*)\1$/, "$2");
  const isList = /^[[{].*[\]}]$/.test(value);
  if (value === "") return {};
  const hasValueDefault = isList || (!STATES.has(value.toLowerCase()) && !value.startsWith("-") && DEFAULT_VALUE.test(written.trim()));
  return {
    ...(/^(?:\[\]|\{\})$/.test(value) ? {} : { default: value }),
    ...(hasValueDefault && { hasValueDefault }),
    ...(/^-?\d*\.\d+$/.test(value) && { type: "number" }),
  };
}

function readValues(list: string): RemarkFacts | undefined {
  const words = list
    .replace(/^[[{(](.*)[\])}]$/, "$1")
    .split(/\s*[,|]\s*/)
    .map((word) => word.replace(/^(["'`])(.*)\1$/, "$2"));
  const values = closeList(words, "announced")?.words;
  return values && { values, kind: "value" };
}

function readMarkedValues(list: string): RemarkFacts | undefined {
  const facts = readValues(list.replace(" (default)", ""));
  return facts && { ...facts, default: /(\S+) \(default\)/.exec(list)?.[1] ?? "" };
}

function readType(word: string): RemarkFacts {
  if (NUMBER_TYPES.test(word)) return { type: "number" };
  return { type: word === "string" ? "string" : "integer" };
}

/** Returns the type of a value, or of a switch. A list of values can be passed in several ways: it is no type. */
function readAnnotation(annotation: string): RemarkFacts {
  const type = /^(?:Optional\[)?(str|int|float|bool)\b/.exec(annotation)?.[1];
  if (type === undefined) return {};
  return type === "bool" ? { kind: "switch" } : { kind: "value", ...readType(type === "str" ? "string" : type) };
}
