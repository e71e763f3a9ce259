/** Checks how the flag of an argument is written. */
import { flagOf, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { toFlow } from "../../load/flow-text.ts";
import { isMapping } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { checkTypography } from "./text-rules.ts";
import { type ArgPart, formKeysOf, wordsOf } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** A placeholder for the value, at the end of a flag or of each of its spellings. */
const HOLE = /\s*(?:\{\{[^{}]*\}\}|\$?\{[^{}]*\}|<[^<>]+>|\$[A-Za-z_]\w*|\$\d|%[sd]|\[=?(?!-)[^[\]]+\])(?:\.\.\.)?(?=$|,|\s*\|)/g;

/** The name of a value as manuals print it, or a value after `=`: `--max-count N`, `--output=FILE`, `--format=json`. */
const METAVARIABLE = /^(-[^\s=]+)(?:(=)\S*[^\s=]|\s+(?:[A-Z][A-Z_-]*|n|num|number|file|path|value|string))$/;

/** Two spellings of one option, as manuals print them: `-n, --max-count`, `-n,--max-count`, `-n|--max-count`. */
const SPELLINGS = /^(-[^\s,|/=]+)(?:,?\s+or\s+|\s*\|\s*|\s*\/\s*|\s*,\s+|(?<=^-\w),(?=--))(-[^\s,|/]+)$/;

/** The two forms of a switch, as manuals print them: `--[no-]sort`. */
const BOTH_FORMS = /--\[no-?\]/;

/** The two forms of a switch as two words: `--sort/--no-sort`, `--no-sort, --sort`. */
const TWO_FORMS = /^--(no-)?([^\s,|/=]+)\s*[,|/]\s*--(no-)?\2$/;

/** Reports a flag that no program can parse. */
export function checkFlag(arg: Partial<ParsedArg>, path: ArgPart["path"], report: Report): void {
  const { flag, type, name = "" } = arg;
  const at = [...path, "flag"];
  checkTypography([flag ?? ""], at, report);
  if (flag === "") return report.atValue("empty-flag", at, { flag: flagOf({ name }) });
  if (typeof flag !== "string") return checkAutomaticFlag(arg, path, report);
  const bare = stripNotation(flag);
  const filled = type === "boolean" ? bare : bare.replaceAll(HOLE, "");
  const positive = readSwitch(filled);
  const meant = positive ?? readSpelling(filled);
  if (meant === "") return report.atValue("placeholder", at, { text: flag, fix: "write `positional: true` instead of the flag" });
  if (meant !== flag) {
    if (filled === bare)
      return report.atValue("flag-notation", at, { flag, meant, hasBothForms: positive !== undefined || BOTH_FORMS.test(flag) });
    const isNameless = /^-{0,2}$/.test(meant);
    const fix = isNameless ? "write the full name of the flag, without a variable" : `write \`flag: ${meant}\`: the value follows it`;
    return report.atValue("placeholder", at, { text: flag, fix });
  }
  const fix = suggestForValue(arg);
  if (fix !== undefined)
    return report.addHazard("possible-placeholder", { path: at, location: report.locateValue(at) }, { text: flag, fix });
  if (/\s/.test(flag)) report.atValue("flag-with-space", at, { word: flag, fix: suggestWords(arg) });
  // One `--` before several values marks the end of the options.
  const isSeparator = flag === "--" && arg.repeat === "once";
  if (/^--?$/.test(flag) && !isSeparator && isBeforeValue(arg))
    report.atKey("dashes-as-flag", at, { flag, fix: suggestOneWord(flag, arg) });
}

/** Reports whether the flag of an argument is a word before its value. `-` and `--` alone can be switches: `gpg -`. */
function isBeforeValue(arg: Partial<ParsedArg>): boolean {
  return arg.type !== "boolean" && placeOf(formKeysOf(arg)) === "option";
}

/** Suggests the templates of one word and of two. */
function suggestOneWord(flag: string, arg: Partial<ParsedArg>): string {
  const { type, value, repeat, join, enum: members } = arg;
  if (isMapping(members)) return `remove the flag, and start each word of the enum with \`${flag}\``;
  if (repeat === "once" || join !== undefined || wordsOf(arg)?.kind === "optional")
    return `complete the flag, for example \`flag: ${flag}n\``;
  const [first = "", ...others] = [value ?? (type === "map" ? "{key}={value}" : "{}")].flat();
  const joined = others.length === 0 ? flag + first : [flag + first, ...others];
  const separate = [flag, first, ...others];
  return `write \`value: ${toFlow(joined)}\` instead of the flag, or \`value: ${toFlow(separate)}\` if the value is a separate argument`;
}

/** Reports a name that was written as a flag, because its automatic flag has four dashes. */
function checkAutomaticFlag({ name = "", ...arg }: Partial<ParsedArg>, path: ArgPart["path"], report: Report): void {
  if (!name.startsWith("-") || placeOf(formKeysOf(arg)) !== "option") return;
  const meant = name.replace(/^-+/, "");
  if (meant !== "") report.atValue("flag-as-name", [...path, "name"], { name, flag: flagOf({ name }), meant });
}

/** Removes the whitespace, quotes and brackets around a flag, and the brackets of `--[no-]sort`. */
function stripNotation(flag: string): string {
  const trimmed = flag.trim();
  const [, , quoted = trimmed] = /^(["'])(-.+)\1$/.exec(trimmed) ?? [];
  const [, bare = quoted] = /^\[(-[^[\]]+)\]$/.exec(quoted) ?? [];
  return bare.replace(BOTH_FORMS, "--");
}

/** Returns `--x` if a flag lists `--x` and `--no-x`. */
function readSwitch(flag: string): string | undefined {
  const [, first, name, second] = TWO_FORMS.exec(flag) ?? [];
  return name === undefined || (first === undefined) === (second === undefined) ? undefined : `--${name}`;
}

/** Returns the long spelling if a flag lists two. */
function readSpelling(flag: string): string {
  const [, first, second] = SPELLINGS.exec(flag) ?? [];
  if (first === undefined || second === undefined) return flag;
  return first.startsWith("--") && !second.startsWith("--") ? first : second;
}

/** Returns a suggestion if the flag of a switch ends with `=`, or another flag contains a value. */
function suggestForValue(arg: Partial<ParsedArg>): string | undefined {
  const { flag, type, value, enum: members } = arg;
  if (typeof flag !== "string" || placeOf(formKeysOf(arg)) === "stdin" || value !== undefined || isMapping(members)) return undefined;
  if (type === "boolean")
    return flag.endsWith("=") ? `write ${quote(flag.slice(0, -1))}, or \`type: string\` if a value follows it` : undefined;
  const [, option, equals = ""] = METAVARIABLE.exec(flag) ?? [];
  return option === undefined ? undefined : `write ${quote(option + equals)} if the value follows it`;
}

/** Suggests keys that write the words of a flag with a space separately. */
function suggestWords(arg: Partial<ParsedArg>): string {
  const { flag, type, value, join, enum: members } = arg;
  const form = wordsOf(arg);
  const hasTwoForms = form?.kind === "optional" || (form?.kind === "switch" && form.negation !== undefined);
  const words = (flag ?? "").split(/\s+/);
  const isPlain = value === undefined && join === undefined && !isMapping(members) && !/[{}]/.test(flag ?? "");
  if (!isPlain || hasTwoForms || arg.repeat === "once") return "define a separate argument for each flag";
  if (type === "boolean") return `write \`enum: { true: ${toFlow(words)} }\` instead of the flag`;
  const written = type === "map" ? "{key}={value}" : "{}";
  const last = words.at(-1) ?? "";
  const templates = last.endsWith("=") ? [...words.slice(0, -1), last + written] : [...words, written];
  return `write \`value: ${toFlow(templates)}\` instead of the flag`;
}
