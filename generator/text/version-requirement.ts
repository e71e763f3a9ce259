/** Compares version numbers with a requirement such as `>=2.30 <3`. */

const TERM = /^(>=|<=|>|<|=)?v?(\d+(?:\.\d+)*)$/;

/** Reports whether a text is a requirement: comparisons separated by spaces or commas. */
export function isRequirement(text: string): boolean {
  const terms = splitTerms(text);
  return terms.length > 0 && terms.every((term) => TERM.test(term));
}

/**
 * Reports whether a version satisfies every comparison. Missing parts are zero: `2.30` equals `2.30.0`. A comparison with at most three
 * parts ignores the further parts of a version: `2.17.1` equals `2.17.1.1`.
 */
export function meetsRequirement(version: string, requirement: string): boolean {
  return splitTerms(requirement).every((term) => {
    const [, operator = "=", wanted = ""] = TERM.exec(term) ?? [];
    const order = compareVersions(version, wanted);
    if (operator === ">=") return order >= 0;
    if (operator === "<=") return order <= 0;
    if (operator === ">") return order > 0;
    return operator === "<" ? order < 0 : order === 0;
  });
}

function splitTerms(text: string): readonly string[] {
  return text
    .replace(/([<>=]) +/g, "$1")
    .split(/[\s,]+/)
    .filter((term) => term !== "");
}

const COMPARED_PARTS = 3;

/** Compares two versions of numbers and dots. Returns a negative number, zero or a positive number. */
export function compareVersions(version: string, wanted: string): number {
  const [left, right] = [version.split(".").map(Number), wanted.split(".").map(Number)];
  for (let at = 0; at < Math.max(COMPARED_PARTS, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
