/** Checks that paths exist, without the diagnostics that reading inputs needs: every run starts with such a check. */
import { existsSync } from "node:fs";

/** Reports whether a file or directory of this path exists. */
export function isThere(path: string): boolean {
  return existsSync(path);
}
