/** Compares version numbers with a requirement such as `>=2.30 <3`. */

const TERM = /^(>=|<=|>|<|=)?v?(\d+(?:\.\d+)*)$/;

/** Reports whether a text is a requirement: comparisons separated by spaces or commas. */
export function isRequirement(text: string): boolean {
  const terms = splitTerms(text);
  return terms.length > 0 && terms.every((term) => TERM.test(term));
}

/** Reports whether a version satisfies every comparison. Missing parts are zero: `2.30` equals `2.30.0`. */
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

/** Returns a negative number, zero or a positive number. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
