/** Measures how a program reads its words, with command lines that it refuses. Starts nothing itself. */
import type { WordGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { FlagVerdict, ProbeRequest } from "./flag-verdict.ts";
import { calibrate, probeFlags } from "./probe-flags.ts";
import { probeDoubleDash, probeOrder } from "./probe-order.ts";
import { framedWords, INVENTED_VALUE } from "./probe-words.ts";
import type { Response } from "./read-response.ts";
import { linesOf, readJoined, readSeparate } from "./read-response.ts";

/** Facts that can be measured with command lines that the program refuses. `accepted`: a switch takes `=false`, with an unknown effect. */
export type Measurement = Pick<
  WordGrammar,
  | "doubleDash"
  | "optionAfterOperand"
  | "abbreviates"
  | "joins"
  | "separates"
  | "attaches"
  | "dropsEquals"
  | "dashValue"
  | "repeat"
  | "underscores"
  | "unknownExit"
> & { readonly switchFalse?: "error" | "accepted" };

/** Runs the program with words before or instead of the invented flags. */
type Run = (words: readonly string[]) => Promise<Response | undefined>;

/**
 * Returns the facts about a command. `flags` of the request are its known flags, of which the first suitable ones are used. Undefined if
 * the program does not name an unknown flag. Never rejects if `ask` does not.
 */
export async function measureGrammar(request: ProbeRequest & { readonly isGroup?: boolean }): Promise<Measurement | undefined> {
  const calibration = await calibrate(request);
  if (calibration === undefined || calibration.frame.asksHelp) return undefined;
  const { frame, plain } = calibration;
  const { program, ask, isGroup = false } = request;
  const framed: Run = async (words) => await ask([program, ...framedWords(frame, words)]);
  const verdicts = await probeFlags(request);
  return {
    unknownExit: plain.exit,
    // A group of commands reads the first operand as a subcommand.
    ...(isGroup ? {} : only("doubleDash", await probeDoubleDash(request))),
    ...(isGroup ? {} : only("optionAfterOperand", await probeOrder(request))),
    ...readForms(verdicts),
    ...(await measureLetters(verdicts, framed, plain)),
    ...(await measureNames(verdicts, framed, plain)),
    ...(await measureSwitch(verdicts, framed, plain)),
  };
}

function only<Key extends keyof Measurement>(key: Key, value: Measurement[Key]): Measurement {
  return value === undefined ? {} : { [key]: value };
}

/** Returns the facts that `probeFlags` has found about flags with a value. */
function readForms(verdicts: readonly FlagVerdict[]): Measurement {
  const valued = verdicts.filter(({ flag, kind }) => kind === "value" && flag.startsWith("--"));
  const joins = valued.map(({ joined }) => joined).filter((joined) => joined !== undefined);
  const dashes = verdicts.map(({ takesDash }) => takesDash).filter((takes) => takes !== undefined);
  return {
    ...(joins.length > 0 && { joins: joins.includes(true) }),
    ...(valued.length > 0 && { separates: valued.some(({ separate }) => separate === true) }),
    ...(new Set(dashes).size === 1 && { dashValue: dashes.includes(true) ? "value" : "refused" }),
  };
}

/** Measures `-ovalue`, `-o=value` and a repeated option with the flags that have a value. */
async function measureLetters(verdicts: readonly FlagVerdict[], run: Run, plain: Response): Promise<Measurement> {
  const valued = verdicts.filter(({ kind }) => kind === "value").map(({ flag }) => flag);
  const letters = valued.filter((flag) => /^-[A-Za-z]$/.test(flag)).slice(0, 4);
  const attaches: boolean[] = [];
  const drops: boolean[] = [];
  for (const letter of letters) {
    const attached = await run([`${letter}${INVENTED_VALUE}`]);
    const reading = attached === undefined ? "unclear" : readJoined(letter, attached, plain);
    if (reading === "accepted" || reading === "refused") attaches.push(reading === "accepted");
    const equal = await run([`${letter}=${INVENTED_VALUE}`]);
    const quoted =
      equal === undefined ? [] : linesOf(equal).filter((line) => line.includes(INVENTED_VALUE) && !line.includes(`${letter}=`));
    if (quoted.length > 0) drops.push(!quoted.some((line) => new RegExp(`(?:^|[^\\w-])=${INVENTED_VALUE}`).test(line)));
  }
  return {
    ...only("attaches", attaches[0]),
    ...only("dropsEquals", drops[0]),
    ...only("repeat", (await isRepeatRefused(valued, run)) ? "error" : undefined),
  };
}

async function isRepeatRefused(valued: readonly string[], run: Run): Promise<boolean> {
  const flag = valued.find((one) => one.startsWith("--"));
  const twice = flag === undefined ? undefined : await run([flag, INVENTED_VALUE, flag, INVENTED_VALUE]);
  return twice !== undefined && linesOf(twice).some((line) => /multiple times|more than once|already|duplicate|given twice/i.test(line));
}

/** Measures shortened names, and names with `_` for `-`. */
async function measureNames(verdicts: readonly FlagVerdict[], run: Run, plain: Response): Promise<Measurement> {
  const known = verdicts.filter(({ flag, kind }) => flag.startsWith("--") && (kind === "switch" || kind === "value"));
  const long = known.filter(({ flag }) => flag.length > 7);
  const isUnique = (start: string): boolean => verdicts.filter(({ flag }) => flag.startsWith(start)).length === 1;
  const short = long.map(({ flag }) => ({ flag, start: flag.slice(0, -2) })).find(({ start }) => isUnique(start) && !start.endsWith("-"));
  const dashed = long.find(({ flag }) => flag.slice(2).includes("-"));
  const ask = async (flag: string): Promise<boolean | undefined> => {
    const response = await run([flag]);
    const reading = response === undefined ? "unclear" : readSeparate(flag, response, plain);
    return reading === "unclear" ? undefined : reading !== "rejected";
  };
  return {
    ...(short && only("abbreviates", await ask(short.start))),
    ...(dashed && only("underscores", await ask(`--${dashed.flag.slice(2).replaceAll("-", "_")}`))),
  };
}

/** Measures `=false` after a switch. */
async function measureSwitch(verdicts: readonly FlagVerdict[], run: Run, plain: Response): Promise<Measurement> {
  const found = verdicts.find(({ flag, separate, kind }) => flag.startsWith("--") && separate === false && kind === "switch");
  const response = found && (await run([`${found.flag}=false`]));
  if (response === undefined) return {};
  const lines = new Set(linesOf(plain));
  return { switchFalse: linesOf(response).every((line) => lines.has(line)) ? "accepted" : "error" };
}
