/** Finds arguments with which callers choose any file, directory or URL. */
import type { OptionFacts, PositionalFacts } from "../description.ts";
import { isOutputFile } from "./acting-options.ts";

/** Words for files and directories. `src` and `dest` can be addresses, too. */
const PATH_WORDS =
  "(?:^|[_\\W])(?:directories|archive|tarball|file(?:name|path)?|path(?:name|spec)?|dir|directory|folder|src|source|dst|dest(?:ination)?)s?";

/** Names with such a word. */
const PATH = new RegExp(String.raw`${PATH_WORDS}(?:$|[_\W])`, "i");

/** Names that end with such a word, or a number after it: not `source_image`. */
const IS_PATH = new RegExp(String.raw`${PATH_WORDS}[\W\d]*$`, "i");

/** Names of addresses. */
const ADDRESS = /(?:^|[_\W])(?:url|uri|repository|repo|remote|registry|host(?:name)?)s?(?:$|[_\W])/i;

/** Reports whether an option takes any path or URL: its placeholder or name says so, and its values are not listed. */
export function takesAnyPlace(option: OptionFacts): boolean {
  return hasFreeValue(option) && (isOutputFile(option) || wordsOf(option).some((word) => PATH.test(word) || ADDRESS.test(word)));
}

/** Reports whether a positional value is any path or URL. */
export function isAnyPlace({ name, values }: PositionalFacts): boolean {
  return values === undefined && (PATH.test(name) || ADDRESS.test(name));
}

/** Reports whether the value of an option is a list of paths that commas separate, such as `--spec-dir a,b,c`. */
export function takesPathList({ placeholder = "", ...option }: OptionFacts): boolean {
  return /^\w+(?:,\w+)+$/.test(placeholder) && takesPath({ ...option, placeholder: "" });
}

/** Reports whether the whole value of an option is the path of a file or directory. */
export function takesPath(option: OptionFacts): boolean {
  const { placeholder = "", isPair, following, valueForm } = option;
  // `--untracked-files=<mode>` takes no file.
  const isOther = /\b(?:mode|when|format|type|kind|style|number|num|n)\b/i.test(placeholder);
  const isPart = isOther || /[^\w<>[\]{}. -]/.test(placeholder) || isPair === true || following !== undefined || valueForm === "attached";
  const isNamed = isOutputFile(option) || wordsOf(option).some((word) => IS_PATH.test(word));
  return hasFreeValue(option) && !isPart && isNamed && !ADDRESS.test(placeholder);
}

/** Reports whether a positional value is the path of a file or directory. */
export function isPath(positional: PositionalFacts): boolean {
  const { name, values, prefix } = positional;
  return values === undefined && prefix === undefined && IS_PATH.test(name) && !isAddress(positional);
}

/** Reports whether the value of an option is an address. It can be a local path, too. */
export function takesAddress(option: OptionFacts): boolean {
  return hasFreeValue(option) && wordsOf(option).some((word) => ADDRESS.test(word));
}

/** Reports whether a positional value is an address. It can be a local path, too. */
export function isAddress({ name, values, prefix, description = "" }: PositionalFacts): boolean {
  return values === undefined && prefix === undefined && (ADDRESS.test(name) || (PATH.test(name) && /\bUR[LI]s?\b/.test(description)));
}

function hasFreeValue({ kind, values }: OptionFacts): boolean {
  return kind !== "switch" && kind !== "unknown" && values === undefined;
}

function wordsOf({ names, placeholder = "" }: OptionFacts): readonly string[] {
  return [placeholder, ...names];
}
