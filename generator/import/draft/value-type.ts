/** Guesses the type of an option's value, and whether it is a list or a map. */
import type { OptionFacts } from "../description.ts";

const INTEGERS = new Set([
  "n",
  "i",
  "num",
  "number",
  "int",
  "integer",
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "int32",
  "int64",
  "usize",
  "u8",
  "u16",
  "u32",
  "u64",
  "i32",
  "i64",
  "count",
  "port",
  "lines",
  "cols",
  "columns",
  "depth",
  "levels",
  "level",
  "seconds",
  "secs",
  "jobs",
  "threads",
  "width",
  "height",
  "max",
  "min",
  "digits",
  "long",
  "nb",
  "retries",
  "times",
  "pid",
  "uid",
  "gid",
]);
const NUMBERS = new Set(["float", "double", "float32", "float64", "decimal", "real", "f32", "f64", "percent", "ratio", "fraction"]);

/** Signs that a value is not just a number: suffixes, ranges, signs, words. */
const NOT_PLAIN = new RegExp(
  [
    String.raw`\b(?:suffix|suffixes|multipl\w+ of|kib|mib|[KkMG]B\b|kilobytes|megabytes|units?|percent|\d+[kKmMgsh]\b)\b`,
    String.raw`\b(?:range|comma|fraction|floating|e\.g\. ?\d+[a-z]|\+N|-N)\b`,
    String.raw`\b(?:or a name|auto|"none"|unlimited)\b`,
    String.raw`\b\d+%|\[\.\w+\]`,
  ].join("|"),
);

/** Texts about a count, and names of sizes and counts. Without one, NUMBER can have a fraction. */
const COUNTS = /\b(?:number|count|amount|maximum|minimum|max|min|limit|first|last|every|at (?:most|least)|up to|port|digits?|times)\b/i;
const NAMES_COUNT = /(?:size|width|height|interval|delay|port|id|level|mark|num|s)$/i;

/** Returns the type for `type:`. Options with listed values are strings. */
export function guessType({
  names,
  placeholder = "",
  description,
  values,
  type,
  default: byDefault = "",
}: OptionFacts): "string" | "integer" | "number" {
  if (values !== undefined) return "string";
  if (type !== undefined) return type;
  const word = placeholder.replace(/^[-+#<[(]+|, .*|[>\])]+$/g, "").toLowerCase();
  const text = description?.value ?? "";
  // Some libraries name the type: `--log-level <level>  [string] info | warn`.
  if (text.startsWith("[string]")) return "string";
  if (NUMBERS.has(word)) return "number";
  // Limits of memory and bandwidth have units.
  if (word === "limit") return /\bnumber of\b/.test(text) ? "integer" : "string";
  const isCount = COUNTS.test(text) || /^-?\d+$/.test(byDefault) || names.some((name) => NAMES_COUNT.test(name));
  if (word === "number" && !isCount) return NOT_PLAIN.test(text) ? "string" : "number";
  if (!INTEGERS.has(word) && !/^(?:num|max|min|n)[_-]\w+$|^\w+[_-](?:count|num|port)$|^#$/.test(word))
    return /\[number\]/.test(text) ? "number" : "string";
  return NOT_PLAIN.test(text) ? "string" : "integer";
}

const COMMA_LIST = new RegExp(
  [
    String.raw`\bcomma[- ](?:separated|delimited) (?:[\w/-]+ )?(?:list|set|names|paths)\b`,
    String.raw`\blists? (?:of [\w -]{1,40} )?(?:\(?comma[- ](?:separated|delimited)|separated by commas)`,
  ].join("|"),
  "i",
);

/** Reports whether the description defines the value as a list with commas. Ignores a list that the program prints. */
export function isCommaList({ description, placeholder = "" }: OptionFacts): boolean {
  const text = description?.value ?? "";
  return !/=/.test(placeholder.replace(PAIR, "")) && COMMA_LIST.test(text) && !/^(?:print|output|write|show|display|list)s?\b/i.test(text);
}

/** `KEY=VALUE` and `<name>=<value>`, also in brackets. */
const PAIR = /^[<{]?<?(?:key|name|var|variable|k)>?=<?(?:value|val|v)>?[>}]?$/i;

/** Reports whether the value is a pair, and the option can be repeated. */
export function isMap(option: OptionFacts): boolean {
  const { placeholder = "", repeat, values } = option;
  return values === undefined && PAIR.test(placeholder) && (repeat === true || isCommaList(option));
}
