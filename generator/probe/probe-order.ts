/** Asks a program how it reads options after a positional value and after `--`, with command lines that it refuses. */
import type { ProbeRequest } from "./flag-verdict.ts";
import { calibrate } from "./probe-flags.ts";
import { INVENTED, INVENTED_OPERAND } from "./probe-words.ts";
import type { Response } from "./read-response.ts";
import { linesOf } from "./read-response.ts";

/** A command, and how to run it. */
export type OrderRequest = Omit<ProbeRequest, "flags">;

/** Returns what a word with a dash is after a positional value. Undefined if the program does not say. Never rejects if `ask` does not. */
export async function probeOrder(request: OrderRequest): Promise<"option" | "operand" | undefined> {
  return await probeWith(request, [INVENTED_OPERAND], readOrder);
}

/** Returns what `--` does. Undefined if the program does not say. Never rejects if `ask` does not. */
export async function probeDoubleDash(request: OrderRequest): Promise<"ends" | "refused" | "leaks" | undefined> {
  return await probeWith(request, ["--"], readDoubleDash);
}

async function probeWith<Reading>(
  request: OrderRequest,
  words: readonly string[],
  read: (response: Response, plain: Response) => Reading | undefined,
): Promise<Reading | undefined> {
  const calibration = await calibrate({ ...request, flags: [] });
  if (calibration === undefined || calibration.frame.asksHelp || request.isOver?.() === true) return undefined;
  const { frame, plain } = calibration;
  const response = await request.ask([request.program, ...request.path, ...words, ...INVENTED.map((name) => `${frame.dashes}${name}`)]);
  return response && read(response, plain);
}

/** Messages of a program that has read its options, and then uses an operand. */
const USED =
  /no such file|cannot (?:open|access|stat|read|find)|can['\u2019]t open|could not|couldn['\u2019]t|not found|does ?n['\u2019o]t exist|unable to|failed to/i;

/** Messages of parsers about an operand, which come before those about later words. */
const PARSED = /invalid (?:value|choice|argument)|argument \S+:|command|usage/i;

/** Reads the response to `OPERAND --zz9alpha`. A parser that checks the operand first does not show what it does with later words. */
function readOrder(response: Response, plain: Response): "option" | "operand" | undefined {
  if (refusesInvented(response, plain)) return "option";
  const lines = linesOf(response).filter((line) => !PARSED.test(line));
  if (lines.some((line) => INVENTED.some((name) => line.includes(name)))) return "operand";
  return lines.some((line) => line.includes(INVENTED_OPERAND) && USED.test(line)) ? "operand" : undefined;
}

/** Reads the response to `-- --zz9alpha`. */
function readDoubleDash(response: Response, plain: Response): "ends" | "refused" | "leaks" | undefined {
  const isRefused = linesOf(response).some((line) =>
    /(?:unknown|unrecogni[sz]ed|invalid|illegal|bad).*[\s'"`\u2018]--?(?:$|['"`\u2019\s])/i.test(line),
  );
  if (isRefused) return "refused";
  if (refusesInvented(response, plain)) return "leaks";
  return namedLines(response).length > 0 ? "ends" : undefined;
}

/** Returns the lines that name an invented flag. */
function namedLines(response: Response): readonly string[] {
  return linesOf(response).filter((line) => INVENTED.some((name) => line.includes(name)));
}

/** Reports whether the program complains about an invented flag as it does without other words. */
function refusesInvented(response: Response, plain: Response): boolean {
  const base = new Set(namedLines(plain));
  return response.exit === plain.exit && namedLines(response).some((line) => base.has(line));
}
