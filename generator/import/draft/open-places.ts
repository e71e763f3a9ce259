/** Finds arguments with which callers choose any file, directory or URL. */
import type { OptionFacts, PositionalFacts } from "../description.ts";

/** Names of files, directories and addresses. */
const PLACE = /(?:^|[_\W])(?:file|path|pathspec|dir|directory|folder|url|uri|repository|remote|registry|host)s?(?:$|[_\W])/i;

/** Reports whether an option takes any path or URL: its placeholder or name says so, and its values are not listed. */
export function takesAnyPlace({ names, kind, placeholder = "", values }: OptionFacts): boolean {
  if (kind === "switch" || kind === "unknown" || values !== undefined) return false;
  return [placeholder, ...names].some((word) => PLACE.test(word));
}

/** Reports whether a positional value is any path or URL. */
export function isAnyPlace({ name, values }: PositionalFacts): boolean {
  return values === undefined && PLACE.test(name);
}
