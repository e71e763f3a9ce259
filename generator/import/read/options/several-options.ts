/** Reads entries that describe several options. */
import { type OptionSpec, parseOptionSpec } from "./option-spec.ts";

/** Names with slashes between them: `-sS/sT/sA`, `-n/-R`, `--min-rate/max-rate <number>`. */
const SLASHES = /^(-{1,2}\w[\w-]*)((?:\/-{0,2}\w[\w-]*)+)(?=[ [<\u2039=]|$)/;

/** Three long names or more with slashes and spaces between them. */
const SPACED_SLASHES = /^--[\w-]+(?: \/ --[\w-]+){2,}$/;

/**
 * Parses names with slashes as separate options. Returns undefined for a short and a long name and for `--x/--no-x`, which are one option.
 */
export function parseAlternatives(column: string): readonly OptionSpec[] | undefined {
  if (SPACED_SLASHES.test(column)) return column.split(" / ").flatMap((name) => parseOptionSpec(name) ?? []);
  const [all, first = "", others = ""] = SLASHES.exec(column) ?? [];
  if (all === undefined) return undefined;
  const dashes = /^-+/.exec(first)?.[0] ?? "";
  const words = others.slice(1).split("/");
  const isSame = words.every((word) => {
    if (word.startsWith("-")) return /^-+/.exec(word)?.[0] === dashes && word !== first.replace("--", "--no-");
    return dashes === "-" ? word.length === first.length - 1 : word.split("-").at(-1) === first.split("-").at(-1);
  });
  if (!isSame) return undefined;
  const names = [first, ...words.map((word) => (word.startsWith("-") ? word : `${dashes}${word}`))];
  return names.flatMap((name) => parseOptionSpec(`${name}${column.slice(all.length)}`) ?? []);
}

/** Parses a line of several options, such as `-links N -lname PATTERN`. Returns undefined if the line contains other text. */
export function parseSeveral(column: string): readonly OptionSpec[] | undefined {
  const specs: OptionSpec[] = [];
  for (let rest = column; rest !== "";) {
    const spec = parseOptionSpec(
      rest.replace(/ .*/, (after) => after),
      true,
    );
    if (spec === undefined) return undefined;
    specs.push({ ...spec, rest: "" });
    rest = spec.rest.replace(/^[;|,] */, "");
  }
  return specs;
}

/** Parts of names that mean the opposite of each other. */
const OPPOSITES = /(?<=^--|-)(?:include|exclude|enable|disable)(?=-|$)/;

/** Reports whether the names differ only in such a part: `--include-regexp, --exclude-regexp`. */
function areOpposites(names: readonly string[]): boolean {
  return names.every((name) => OPPOSITES.test(name)) && new Set(names.map((name) => name.replace(OPPOSITES, ""))).size === 1;
}

/**
 * Splits names that are not spellings of one option: pairs such as `-1 --base, -2 --ours`, opposites, and long names that the description
 * explains separately.
 */
export function splitNames(spec: OptionSpec, description: string): readonly OptionSpec[] {
  const { names } = spec;
  if (names.length < 2) return [spec];
  if (/^(?:-[^-] --\S+ ?){2}/.test(names.join(" "))) {
    const starts = names.flatMap((name, index) =>
      index === 0 || !name.startsWith("--") || !/^-[^-]/.test(names[index - 1] ?? "") ? [index] : [],
    );
    return starts.map((start, index) => ({ ...spec, names: names.slice(start, starts[index + 1]) }));
  }
  const words = new Set(description.match(/--[\w-]+/g));
  const isSeveral = areOpposites(names) || /\brespectively\b/.test(description) || names.every((name) => words.has(name));
  if (!isSeveral || !names.every((name) => name.startsWith("--"))) return [spec];
  const { negation: known, ...rest } = spec;
  const all = new Set([...names, ...(known === undefined ? [] : [known])]);
  const negationOf = (name: string): string => name.replace("--", "--no-");
  const negations = new Set([...all].map(negationOf));
  return names
    .filter((name) => !negations.has(name))
    .map((name) => ({ ...rest, names: [name], ...(all.has(negationOf(name)) && { negation: negationOf(name) }) }));
}
