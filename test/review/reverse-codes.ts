/** The codes that a comparison can report if its sides are swapped. */
import { CHANGE_CODES, type ChangeCode } from "../../generator/review/rules.ts";

const OPPOSITES: readonly (readonly [string, string])[] = [
  ["added", "removed"],
  ["loosened", "tightened"],
  ["raised", "lowered"],
  ["narrowed", "widened"],
  ["enabled", "disabled"],
  ["allowed", "refused"],
  ["succeeds", "fails"],
];

const EXCEPTIONS: Readonly<Partial<Record<ChangeCode, readonly ChangeCode[]>>> = {
  "required-argument-added": ["requirement-dropped", "argument-optional"],
  "argument-required": ["requirement-dropped", "argument-optional"],
  "requirement-dropped": ["argument-required", "required-argument-added"],
  "argument-optional": ["argument-required", "required-argument-added"],
  "unknown-arguments-refused": ["unknown-arguments-ignored"],
  "unknown-arguments-ignored": ["unknown-arguments-refused"],
};

/** Returns the possible codes of the same change with swapped sides: the code with the opposite last word, or the code itself. */
export function reverseCodes(code: ChangeCode): readonly ChangeCode[] {
  const last = code.slice(code.lastIndexOf("-") + 1);
  const pair = OPPOSITES.find((words) => words.includes(last));
  const opposite = pair === undefined ? code : code.replace(/[^-]+$/, pair[0] === last ? pair[1] : pair[0]);
  return EXCEPTIONS[code] ?? CHANGE_CODES.filter((other) => other === opposite);
}
