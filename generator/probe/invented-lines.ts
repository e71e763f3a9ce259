/** Finds what a program says about the invented flags. Pure. */
import { INVENTED } from "./probe-words.ts";
import type { Response } from "./read-response.ts";
import { linesOf } from "./read-response.ts";

/** Returns the lines that name an invented flag. */
export function namedLines(response: Response): readonly string[] {
  return linesOf(response).filter((line) => INVENTED.some((name) => line.includes(name)));
}

/** Reports whether the program complains about an invented flag as it does without other words. */
export function refusesInvented(response: Response, plain: Response): boolean {
  const base = new Set(namedLines(plain));
  return response.exit === plain.exit && namedLines(response).some((line) => base.has(line));
}
