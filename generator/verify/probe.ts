/** Probes a flag of a program with `PROG SUB --flag=zz9probe --help`. Builds the arguments and interprets the output; starts nothing. */

const PROBE_VALUE = "zz9probe";

/** A flag that no program has. It shows whether a program rejects unknown flags before it prints its help. */
export const INVENTED_FLAG = "--zz9invented";

/**
 * Returns the words of a probe. Returns undefined for short options, which cannot be probed. The flag always has `=` and is followed by
 * `--help`: without `=`, an option with a value would take `--help` as its value, and the program would run.
 */
export function probeWords(path: readonly string[], flag: string): readonly string[] | undefined {
  return /^--[A-Za-z][\w-]*$/.test(flag) ? [...path, `${flag}=${PROBE_VALUE}`, "--help"] : undefined;
}

/** The kind of a flag, by the program's response. `silent`: the response proves nothing. */
export type ProbeVerdict = "unknown" | "switch" | "value" | "silent";

const UNKNOWN =
  /\b(?:unknown|unrecogni[sz]ed|no such|invalid|illegal|unexpected|undefined|unsupported|bad|not a valid|not defined|does not exist|isn't a valid)\b/i;
const NO_VALUE =
  /doesn['\u2019]t (?:allow|take) (?:an )?(?:argument|value)|does not (?:take|allow|accept) (?:an? )?(?:argument|value)|takes no (?:argument|value)|unexpected value|no more were expected|ignored explicit argument|option .* needs no|invalid boolean value|takes 0 arguments/i;
const WRONG_VALUE =
  /invalid (?:choice|value|argument|option argument)|must be (?:one of|an? )|not a valid (?:integer|choice|number|value)|possible values|choose from|expected one of|is not a valid|could not parse|parsing|not (?:a )?(?:number|integer)/i;

/** Reads the output of a probe. Only lines that name the flag or the probe's value count. */
export function readProbe(flag: string, output: string): ProbeVerdict {
  const bare = flag.replace(/^--/, "");
  const lines = output
    .split("\n")
    .filter(
      (line) => line.includes(PROBE_VALUE) || (line.includes(bare) && UNKNOWN.test(line)) || (line.includes(bare) && NO_VALUE.test(line)),
    );
  if (lines.some((line) => NO_VALUE.test(line))) return "switch";
  if (lines.some((line) => line.includes(PROBE_VALUE) && !line.includes(bare) && WRONG_VALUE.test(line))) return "value";
  if (lines.some((line) => WRONG_VALUE.test(line) && !/invalid (?:option|flag)|unknown|unrecogni[sz]ed|no such/i.test(line)))
    return "value";
  return lines.some((line) => line.includes(bare) && UNKNOWN.test(line)) ? "unknown" : "silent";
}
