/** Formats paths for messages. */
import { sep } from "node:path";

/** Formats a path for messages: with `/` on every system, without a trailing `/`. */
export function toShownPath(path: string): string {
  const slashes = path.replaceAll(sep, "/");
  return slashes.length > 1 ? slashes.replace(/\/+$/, "") : slashes;
}
