/** Recognizes options that no tool should have without a decision of a person, and states the reason. */
import { anyOf } from "../../text/alternatives.ts";
import type { OptionFacts } from "../description.ts";
import { oncePer } from "../once-per.ts";
import { findPhrase } from "../../hazards/described-commands.ts";
import { argumentName } from "./argument-name.ts";

/** Placeholders of a value that the program runs. */
const COMMAND_PLACEHOLDER = /^[<[{]*(?:shell[-_ ]?)?(?:cmd|command|program|prog|exec|executable|shell|script|hook|expr-?code)s?[>\]}.]*$/i;

/** Reason of an option that starts programs. */
export const RUNS_PROGRAM = "can run a program";
/** Reason of an option with which a reading tool would write. */
export const WRITES = "writes, or starts a program";

/** Reason of an option whose words end at `--`, which no argument can write. */
export const STARTS_GROUP = "takes words up to --";

/** Reason of an option that makes a reading tool print passwords or keys. */
export const SHOWS_SECRETS = "shows secrets";

/** Reports whether an option makes a command print passwords, tokens or keys that it hides otherwise. */
export const showsSecrets = oncePer(
  ({ names, description }: OptionFacts): boolean =>
    names.some((name) =>
      /^--?(?:show|reveal|print|with|include|display)-?(?:tokens?|secrets?|passwords?|keys?|credentials?|sensitive)$/.test(name),
    ) || SHOWS_SECRET_TEXT.test(description?.value ?? ""),
);

/** Names of what only its owner may see. */
const SECRET = "auth(?:entication)? tokens?|access tokens?|secrets?|passwords?|sensitive (?:data|values?)|credentials?|private keys?";

/** Texts of options that print a secret. */
const SHOWS_SECRET_TEXT = new RegExp(String.raw`\b(?:show|display|print|output|reveal|include)s?\b[^.]*\b(?:${SECRET})\b`, "i");

/** Texts of options whose value is code: `Python code to convert each item`. */
const CODE = new RegExp(
  String.raw`^(?:an? )?(?:Python|JavaScript|Ruby|Perl|Lua|PHP|shell|bash) (?:code|expression|function|snippet|statement)s? (?:to|that|which|for|defin)`,
  "i",
);

/** Reports whether the text of an option says that its value is run. Switches take no value. */
export const runsProgram = oncePer((option: OptionFacts): boolean => {
  const { kind, names, placeholder = "", description, values } = option;
  if (kind === "switch" || values?.value.strength === "closed") return false;
  if (COMMAND_PLACEHOLDER.test(placeholder) || CODE.test(description?.value ?? "")) return true;
  const flag = names.find((name) => name.startsWith("--")) ?? names[0] ?? "";
  return findPhrase({ name: argumentName(names), type: "string", flag, description: description?.value ?? "" }) !== undefined;
});

/** Options with which a reading command can write files or run programs, if their value is free. */
const ACTING_VALUE = new RegExp(
  String.raw`^--?${anyOf(
    "o output out out-?file output-?(?:file|dir|directory)? exec exec-batch config config-file pager " +
      "open-files-in-pager upload-pack command cmd hook editor eval script pre to-command rsh filter-process write " +
      "log-file dump-header report-file save(?:-to)? export(?:-to)? dest(?:ination)?",
  )}$`,
);

/** Options that make a reading command change something, or start a program. */
const ACTING = new RegExp(
  String.raw`^--?${anyOf(
    "delete remove write fix in-place edit force ext-diff textconv web browser open update set add unset rename " +
      "replace save install apply prune clean reset purge kill",
  )}$`,
);

/** Verbs of a text about a file that a program writes. */
const WRITES_TEXT = "write|save|store|log|report|output|dump|export|record";

/** Texts of options whose value is a file to write: `Report all files that differ to this file`. */
const TO_FILE = new RegExp(String.raw`\b(?:${WRITES_TEXT})s?\b[^.]*\bto (?:this|an?|(?:the )?(?:given|specified)|the) file\b`, "i");

/** Texts of options whose value is a format, also if a name of it contains a file: `Output format. One of: json, jsonpath-file`. */
const FORMAT = /^output format\b/i;

/** Reports whether a command that reads would write or start a program with an option. */
export const isActing = oncePer(({ names, kind, values, description }: OptionFacts): boolean => {
  const text = description?.value ?? "";
  const isFree = values?.value.strength !== "closed" && kind !== "switch" && !FORMAT.test(text);
  if (isFree && TO_FILE.test(text)) return true;
  return names.some((name) => ACTING.test(name) || (isFree && ACTING_VALUE.test(name)));
});

/** Options whose value is a file that the program writes. */
const OUTPUT_FILE = /^--?(?:o|out|output|out-?file|output-?(?:file|dir|directory))$/;

/** Reports whether an option names a file or directory to write. */
export function isOutputFile({ names, kind, values, placeholder = "", description }: OptionFacts): boolean {
  if (kind === "switch" || values !== undefined || !names.some((name) => OUTPUT_FILE.test(name))) return false;
  const text = description?.value ?? "";
  return !FORMAT.test(text) && (/file|dir|path|dest/i.test(placeholder) || /\b(?:file|directory|folder|path)\b/i.test(text));
}
