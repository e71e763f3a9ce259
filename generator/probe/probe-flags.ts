/**
 * Asks a program whether it has flags, and how it reads their values. Starts nothing itself. The program must run in a sandbox: it refuses
 * each command line because of an invented flag, but a program with an unusual parser could act first.
 */
import type { FlagVerdict, ProbeRequest } from "./flag-verdict.ts";
import type { ProbeFrame } from "./probe-words.ts";
import { framedWords, INVENTED, INVENTED_VALUE, joinedWord, listFrames } from "./probe-words.ts";
import type { Response } from "./read-response.ts";
import { linesOf, namesInvented, readJoined, readSeparate } from "./read-response.ts";
import { MISSING, UNKNOWN_LETTER } from "./messages.ts";

/** Returns one verdict for each flag, in their order. Never rejects if `ask` does not. All are `unclear` if the program names no unknown flag. */
export async function probeFlags(request: ProbeRequest): Promise<readonly FlagVerdict[]> {
  const calibration = request.flags.length === 0 ? undefined : await calibrate(request);
  if (calibration === undefined) return mergeVerdicts(await probeLetters(request), await probeMissing(request));
  const other = onceAsync(async () => await calibrateFrame({ ...calibration.frame, operands: calibration.frame.operands + 1 }, request));
  const verdicts = await Promise.all(
    request.flags.map(async (flag) => {
      const verdict = await probeFlag(flag, request, calibration);
      if (verdict.kind !== "rejected") return verdict;
      // Some programs have other flags without operands.
      const again = await other();
      return again === undefined ? verdict : await probeFlag(flag, request, again);
    }),
  );
  if (hasStrictParser(calibration.plain)) return tellsMissing(verdicts) ? verdicts : verdicts.map(withoutOptional);
  const takesDashes = verdicts.some(({ takesDash }) => takesDash === true);
  return verdicts.map((verdict) => (takesDashes && verdict.kind === "switch" && verdict.joined === false ? verdict : toUncertain(verdict)));
}

export interface Calibration {
  readonly frame: ProbeFrame;
  /** The response to the invented flags alone. */
  readonly plain: Response;
}

/** Finds command lines that the program refuses because of the first invented flag. */
export async function calibrate({ program, path, ask, isOver = () => false }: ProbeRequest): Promise<Calibration | undefined> {
  for (const frame of listFrames(path)) {
    if (isOver()) return undefined;
    const plain = await ask([program, ...framedWords(frame, [])]);
    // A program that exceeds a limit once would exceed it again.
    if (plain === undefined) return undefined;
    if (namesInvented(plain, frame.asksHelp)) return { frame, plain };
  }
  return undefined;
}

async function calibrateFrame(frame: ProbeFrame, { program, ask, isOver = () => false }: ProbeRequest): Promise<Calibration | undefined> {
  const plain = isOver() ? undefined : await ask([program, ...framedWords(frame, [])]);
  return plain !== undefined && namesInvented(plain, frame.asksHelp) ? { frame, plain } : undefined;
}

/** Returns a function that starts the work on its first call, and returns the same promise on each. */
function onceAsync<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => await (made ??= make());
}

async function probeFlag(flag: string, request: ProbeRequest, { frame, plain }: Calibration): Promise<FlagVerdict> {
  const { program, ask, isOver = () => false, known } = request;
  const run = async (words: readonly string[]): Promise<Response | undefined> =>
    isOver() ? undefined : await ask([program, ...framedWords(frame, words)]);
  const response = await run([flag]);
  const separate = response === undefined ? "unclear" : readSeparate(flag, response, plain);
  const shared = known?.get(flag);
  if (shared !== undefined && separate !== "rejected" && shared.kind !== "rejected") return shared;
  const word = joinedWord(flag);
  if (word === undefined) return { flag, ...readKind(flag, separate, "unclear") };
  const joinedResponse = await run([word]);
  const verdict = { flag, ...readKind(flag, separate, joinedResponse === undefined ? "unclear" : readJoined(flag, joinedResponse, plain)) };
  return verdict.kind === "optional" && (await takesNextWord(flag, run)) ? { ...verdict, separate: true } : verdict;
}

/** Reports whether a flag takes the next word as its value: the program refuses the word alone by name, and not after the flag. */
async function takesNextWord(flag: string, run: (words: readonly string[]) => Promise<Response | undefined>): Promise<boolean> {
  const hasText = (response: Response | undefined, text: string): boolean => response?.texts.some((one) => one.includes(text)) === true;
  if (!hasText(await run([INVENTED_VALUE]), INVENTED_VALUE)) return false;
  const after = await run([flag, INVENTED_VALUE]);
  return hasText(after, INVENTED[0]) && !hasText(after, INVENTED_VALUE);
}

function readKind(
  flag: string,
  separate: ReturnType<typeof readSeparate>,
  joined: ReturnType<typeof readJoined>,
): Omit<FlagVerdict, "flag"> {
  const isLong = flag.startsWith("--");
  const isAccepted = joined === "accepted" || (joined === "other" && ["taken", "missing", "wrong"].includes(separate));
  const asked = joined === "unclear" || (joined === "other" && !isAccepted) ? {} : { joined: isAccepted };
  switch (separate) {
    case "rejected":
      return joined === "accepted" ? { kind: "value", joined: true, separate: false } : { kind: "rejected" };
    case "taken":
    case "missing":
      return { kind: "value", ...asked, separate: true, takesDash: separate === "taken" };
    case "wrong":
      return { kind: "value", ...asked, separate: true };
    case "joined":
      return { kind: "value", joined: true, separate: false };
    case "alone":
      // Programs with names such as `-level` often read the rest of the word in their own way.
      if (joined === "accepted" && !isLong) return { kind: "known", ...asked };
      return { kind: joined === "accepted" ? "optional" : "switch", ...asked, separate: false };
    case "exists":
      return joined === "none" ? { kind: "switch", joined: false } : { kind: "known", ...asked };
    case "unclear":
      if (joined === "none") return { kind: "switch", joined: false };
      return joined === "accepted" ? { kind: "known", joined: true } : { kind: "unclear" };
  }
}

/** Messages of parsers that take the next word as the value of a flag, or say that the value is missing. */
const STRICT =
  /unrecognized option '|unexpected argument '|unknown flag: |unknown shorthand flag|unrecognized arguments: |no such option: |flag provided but not defined|error: unknown option '|: unknown option$|^unknown option: /i;

function hasStrictParser(plain: Response): boolean {
  return linesOf(plain).some((line) => STRICT.test(line));
}

/**
 * Reports whether the program reads the next word as the value of a flag, or says that the value is missing. Otherwise, it may name the
 * unknown flag first, so that a flag without its value looks like one whose value is optional.
 */
function tellsMissing(verdicts: readonly FlagVerdict[]): boolean {
  return verdicts.some(({ takesDash }) => takesDash !== undefined);
}

function withoutOptional(verdict: FlagVerdict): FlagVerdict {
  return verdict.kind === "optional" ? toUncertain(verdict) : verdict;
}

/**
 * Withdraws what another parser cannot show. Such a parser can read the invented flag after a flag with a value as a flag, too, so that the
 * first one looks like a switch, or accept `=` after a switch.
 */
function toUncertain({ flag, kind, ...facts }: FlagVerdict): FlagVerdict {
  if (kind !== "optional" && kind !== "switch") return { flag, kind, ...facts };
  return { flag, kind: "known", ...(facts.joined !== undefined && { joined: facts.joined }) };
}

/** Words that start with signs that are no options. The program names the first that it reads as an option. */
const WORDS = [`--${INVENTED[0]}`, "-~", "-%"] as const;

/** Returns one verdict for each flag, in their order. All are `unclear` if the program does not refuse the first sign by name. */
async function probeLetters({ program, path, flags, ask, isOver = () => false }: ProbeRequest): Promise<readonly FlagVerdict[]> {
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

/**
 * Returns one verdict for each flag, in their order, of a program that refuses each command line because of what it lacks, before it names
 * unknown flags. Such a program says if the value of a flag is missing. The other flags are `unclear`.
 */
async function probeMissing({ program, path, flags, ask, isOver = () => false }: ProbeRequest): Promise<readonly FlagVerdict[]> {
  const run = async (words: readonly string[]): Promise<Response | undefined> =>
    isOver() ? undefined : await ask([program, ...path, ...words, `--${INVENTED[0]}`]);
  const plain = flags.length === 0 ? undefined : await run([]);
  const isRefused = plain !== undefined && plain.exit !== 0 && linesOf(plain).some((line) => LACKS.test(line));
  return await Promise.all(
    flags.map(async (flag): Promise<FlagVerdict> => {
      const response = isRefused ? await run([flag]) : undefined;
      const isMissing = response !== undefined && plain !== undefined && readSeparate(flag, response, plain) === "missing";
      return isMissing ? { flag, kind: "value", separate: true, takesDash: false } : { flag, kind: "unclear" };
    }),
  );
}

/** Messages about arguments that a command line lacks. */
const LACKS = /\b(?:arguments?|options?|parameters?) (?:are|is) required\b|\bmissing (?:required )?(?:arguments?|options?|parameters?)\b/i;

function mergeVerdicts(one: readonly FlagVerdict[], other: readonly FlagVerdict[]): readonly FlagVerdict[] {
  return one.map((verdict, index) => (verdict.kind === "unclear" ? (other[index] ?? verdict) : verdict));
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
