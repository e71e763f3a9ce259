/** Finds arguments with which callers choose any file, directory or URL. */
import type { OptionFacts, PositionalFacts } from "../description.ts";

/** Names of files and directories. `src` and `dest` can be addresses, too. */
const PATH =
  /(?:^|[_\W])(?:directories|file(?:name|path)?|path(?:name|spec)?|dir|directory|folder|src|source|dst|dest(?:ination)?)s?(?:$|[_\W])/i;

/** Names of addresses. */
const ADDRESS = /(?:^|[_\W])(?:url|uri|repository|repo|remote|registry|host(?:name)?)s?(?:$|[_\W])/i;

/** Reports whether an option takes any path or URL: its placeholder or name says so, and its values are not listed. */
export function takesAnyPlace(option: OptionFacts): boolean {
  return hasFreeValue(option) && wordsOf(option).some((word) => PATH.test(word) || ADDRESS.test(word));
}

/** Reports whether a positional value is any path or URL. */
export function isAnyPlace({ name, values }: PositionalFacts): boolean {
  return values === undefined && (PATH.test(name) || ADDRESS.test(name));
}

/** Reports whether the whole value of an option is the path of a file or directory. */
export function takesPath(option: OptionFacts): boolean {
  const { placeholder = "", isPair, following, valueForm } = option;
  // `--untracked-files=<mode>` takes no file.
  const isOther = /\b(?:mode|when|format|type|kind|style|number|num|n)\b/i.test(placeholder);
  const isPart = isOther || /[^\w<>[\]{}. -]/.test(placeholder) || isPair === true || following !== undefined || valueForm === "attached";
  return hasFreeValue(option) && !isPart && wordsOf(option).some((word) => PATH.test(word)) && !ADDRESS.test(placeholder);
}

/** Reports whether a positional value is the path of a file or directory. */
export function isPath({ name, values, prefix }: PositionalFacts): boolean {
  return values === undefined && prefix === undefined && PATH.test(name) && !ADDRESS.test(name);
}

function hasFreeValue({ kind, values }: OptionFacts): boolean {
  return kind !== "switch" && kind !== "unknown" && values === undefined;
}

function wordsOf({ names, placeholder = "" }: OptionFacts): readonly string[] {
  return [placeholder, ...names];
}
