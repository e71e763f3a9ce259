/**
 * The cases in which this project replies differently from the reference, each with the paragraph of docs/compatibility.md that describes
 * the difference. The test of a listed case fails if the case agrees.
 */
import { callDeviations } from "./exceptions-call.ts";
import { policyDeviations } from "./exceptions-policy.ts";

export interface Exception {
  /** Start of the paragraph in docs/compatibility.md, which is bold there. */
  readonly difference: string;
  readonly reason: string;
}

function differ(difference: string, reason: string, ids: readonly string[]): readonly [string, Exception][] {
  return ids.map((id) => [id, { difference, reason }]);
}

// schema.json and coerce.json: no exceptions.

const argv: readonly (readonly [string, Exception])[] = [
  ...differ("A positional text that starts with `-` is rejected", "a positional text that would be read as an option is rejected", [
    "argv.global.088",
    "argv.random.033",
    "argv.random.048",
  ]),
  ...differ("The value of a separate flag that starts with `-` is rejected", "a value that some parsers read as an option is rejected", [
    "argv.value_flag.010",
    "argv.random.005",
    "argv.random.043",
    "argv.random.057",
    "argv.random.065",
    "argv.random.075",
    "argv.random.080",
  ]),
  ...differ("All defaults apply.", "the default of a positional applies", [
    "argv.default_positional.001",
    "argv.default_positional.002",
    "argv.default_positional.004",
    "argv.random.021",
    "argv.random.022",
    "argv.random.024",
    "argv.random.050",
    "argv.random.076",
  ]),
  ...differ("Quotes in `command` work.", "quotes keep a word together", ["argv.base.016", "argv.base.017", "argv.sub.008"]),
  ...differ("Quotes in `command` work.", "single quotes keep a variable from being expanded", ["argv.expand.047"]),
  ...differ(
    "A relative `command` is relative to the server's directory.",
    "a relative program is relative to the directory of the server",
    ["argv.base.005", "argv.expand.018", "argv.expand.019", "argv.expand.022", "argv.expand.045", "argv.expand.054", "argv.expand.055"],
  ),
  ...differ("Quotes in `command` work.", "whitespace before the first word has no effect, so its ~ is expanded", ["argv.expand.016"]),
];

const search: readonly (readonly [string, Exception])[] = [
  ...differ("A `limit` is an integer.", "a limit that is not an integer is a validation error", [
    "search.limit.015",
    "search.limit.017",
    "search.limit.021",
    "search.limit.024",
    "search.limit_parse.018",
  ]),
  ...differ(
    "A query that matches no tool as a phrase is matched by its terms.",
    "a query that no tool has as an exact phrase is matched by its terms, including those of arguments",
    [
      "search.query.029",
      "search.query.030",
      "search.query.031",
      "search.query_cross.007",
      "search.query_regex.003",
      "search.query_regex.006",
      "search.query_regex.007",
      "search.query_regex.016",
      "search.dup.005",
    ],
  ),
  ...differ(
    "A query that matches no tool as a phrase is matched by its terms.",
    "terms are compared without accents and compatibility forms",
    ["search.unicode.016", "search.unicode.017", "search.unicode.024"],
  ),
  ...differ("Names are safe and unique.", "the same tool name twice in one file is a diagnostic", ["search.dup.009"]),
  ...differ("Names are safe and unique.", "a tool without a name is a diagnostic", ["search.schema.004"]),
  ...differ("Defaults and enums must match the argument.", "an infinite default is a diagnostic", ["search.schema.009"]),
  ...differ("By name.", "the first results are those whose names come first", [
    "search.summary.012",
    "search.summary.013",
    "search.reference_configs.011",
  ]),
];

const list: readonly (readonly [string, Exception])[] = [
  ...differ("Names are safe and unique.", "the same tool name twice in one file is a diagnostic", ["list.inline.003"]),
  ...differ("Defaults and enums must match the argument.", "an enum on an argument that is not a string is a diagnostic", [
    "list.inline.014",
    "list.inline.015",
  ]),
];

const call = callDeviations.flatMap(([difference, reason, ids]) => differ(difference, reason, ids));

const policy = policyDeviations.flatMap(([difference, reason, ids]) => differ(difference, reason, ids));

/** By vector id. */
export const exceptions: ReadonlyMap<string, Exception> = new Map([...argv, ...search, ...list, ...call, ...policy]);
