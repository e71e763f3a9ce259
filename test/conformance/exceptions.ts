/**
 * The cases in which we answer otherwise than the reference, each with the section of the design that decides it.
 * A case that agrees after all must not stand here: its test fails.
 */
import { callDeviations } from "./exceptions-call.ts";
import { policyDeviations } from "./exceptions-policy.ts";

export interface Exception {
  /** Section of the design. */
  readonly deviation: `${number}`;
  readonly reason: string;
}

function differ(deviation: Exception["deviation"], reason: string, ids: readonly string[]): readonly [string, Exception][] {
  return ids.map((id) => [id, { deviation, reason }]);
}

// schema.json and coerce.json: no exceptions.

const argv: readonly (readonly [string, Exception])[] = [
  ...differ("4.3", "a positional text that would be read as an option is refused", ["argv.global.088", "argv.random.033"]),
  ...differ("4.6", "the default of a positional applies", [
    "argv.default_positional.001",
    "argv.default_positional.002",
    "argv.default_positional.004",
    "argv.random.021",
    "argv.random.022",
    "argv.random.024",
    "argv.random.050",
    "argv.random.076",
  ]),
  ...differ("4.12", "quotes hold a word together", ["argv.base.016", "argv.base.017", "argv.sub.008"]),
  ...differ("4.12", "single quotes keep a variable from being expanded", ["argv.expand.047"]),
  ...differ("12", "a relative program starts at the folder of the server", [
    "argv.base.005",
    "argv.expand.018",
    "argv.expand.019",
    "argv.expand.022",
    "argv.expand.045",
    "argv.expand.054",
    "argv.expand.055",
  ]),
  ...differ("4.12", "white space before the first word means nothing, so its ~ is expanded", ["argv.expand.016"]),
];

const search: readonly (readonly [string, Exception])[] = [
  ...differ("4.13", "a limit that is no integer is a validation error", [
    "search.limit.015",
    "search.limit.017",
    "search.limit.021",
    "search.limit.024",
    "search.limit_parse.018",
  ]),
  ...differ("8", "a query that no tool has as one phrase is answered by its words, those of arguments too", [
    "search.query.029",
    "search.query.030",
    "search.query.031",
    "search.query_cross.007",
    "search.query_regex.003",
    "search.query_regex.006",
    "search.query_regex.007",
    "search.query_regex.016",
    "search.dup.005",
  ]),
  ...differ("8", "words are compared without accents and in their plain letters", [
    "search.unicode.016",
    "search.unicode.017",
    "search.unicode.024",
  ]),
  ...differ("6", "the same tool name twice in one file is a diagnostic", ["search.dup.009"]),
  ...differ("6", "a tool without a name is a diagnostic", ["search.schema.004"]),
  ...differ("4.7", "an infinite default is a diagnostic", ["search.schema.009"]),
  ...differ("6", "the first ones are those whose names come first", [
    "search.summary.012",
    "search.summary.013",
    "search.reference_configs.011",
  ]),
];

const list: readonly (readonly [string, Exception])[] = [
  ...differ("6", "the same tool name twice in one file is a diagnostic", ["list.inline.003"]),
  ...differ("3", "an enum on an argument that is no string is a diagnostic", ["list.inline.014", "list.inline.015"]),
];

const call = callDeviations.flatMap(([deviation, reason, ids]) => differ(deviation, reason, ids));

const policy = policyDeviations.flatMap(([deviation, reason, ids]) => differ(deviation, reason, ids));

/** By vector id. */
export const exceptions: ReadonlyMap<string, Exception> = new Map([...argv, ...search, ...list, ...call, ...policy]);
