/**
 * The cases in which we answer otherwise than the reference, each with the section of the design that decides it.
 * A case that agrees after all must not stand here: its test fails.
 */
import { callDeviations } from "./exceptions-call.ts";

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
  ...differ("4.12", "white space before the first word means nothing, so its ~ is expanded", ["argv.expand.016"]),
];

const call = callDeviations.flatMap(([deviation, reason, ids]) => differ(deviation, reason, ids));

/** By vector id. */
export const exceptions: ReadonlyMap<string, Exception> = new Map([...argv, ...call]);
