/**
 * Asks a program that has only letters as options, such as `-a`. It reads an invented word as letters, so its messages name a sign of the
 * word: `invalid option -- '-'`. Starts nothing itself.
 */
import { MISSING, UNKNOWN_LETTER } from "./messages.ts";
import type { FlagVerdict, ProbeRequest } from "./flag-verdict.ts";
import { INVENTED } from "./probe-words.ts";
import { linesOf, type Response } from "./read-response.ts";

/** Words that start with signs that are no options. The program names the first that it reads as an option. */
const WORDS = [`--${INVENTED[0]}`, "-~", "-%"] as const;

/** Returns one verdict for each flag, in their order. All are `unclear` if the program does not refuse the first sign by name. */
export async function probeLetters({ program, path, flags, ask, isOver = () => false }: ProbeRequest): Promise<readonly FlagVerdict[]> {
  const unclear = (flag: string): FlagVerdict => ({ flag, kind: "unclear" });
  const letters = flags.filter((flag) => /^-[A-Za-z0-9]$/.test(flag));
  const run = async (words: readonly string[]): Promise<Response | undefined> =>
    isOver() ? undefined : await ask([program, ...path, ...words, ...WORDS]);
  const plain = letters.length === 0 ? undefined : await run([]);
  if (plain === undefined || !refuses(plain, "-")) return flags.map(unclear);
  return await Promise.all(
    flags.map(async (flag) => {
      const response = letters.includes(flag) ? await run([flag]) : undefined;
      return response === undefined ? unclear(flag) : { flag, ...readLetter(flag.slice(1), response) };
    }),
  );
}

/** Reads the response to `-x --zz9alpha -~ -%`. A letter with a value takes the first word, so that the program refuses the second. */
function readLetter(letter: string, response: Response): Omit<FlagVerdict, "flag"> {
  if (refuses(response, letter)) return { kind: "rejected" };
  if (linesOf(response).some((line) => MISSING.test(line) && names(line, letter)))
    return { kind: "value", separate: true, takesDash: false };
  if (refuses(response, "-")) return { kind: "switch", separate: false };
  return refuses(response, "~") ? { kind: "value", separate: true, takesDash: true } : { kind: "unclear" };
}

/** Reports whether a program says that a letter or sign is no option. */
function refuses(response: Response, sign: string): boolean {
  return response.exit !== 0 && linesOf(response).some((line) => UNKNOWN_LETTER.test(line) && names(line, sign));
}

/** Reports whether a message ends with a letter or sign, in quotes or after dashes: `invalid option -- 'x'`, `Illegal option -x`. */
function names(line: string, sign: string): boolean {
  const rest = line.replace(/["'`\u2018\u2019]/g, "").trimEnd();
  return rest.endsWith(`-- ${sign}`) || rest.endsWith(` -${sign}`) || rest.endsWith(`: ${sign}`);
}
