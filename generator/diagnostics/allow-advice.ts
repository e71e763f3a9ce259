/** Writes the advice to acknowledge a finding, with a reason that says what the user accepts. */

/** What acknowledging each finding means. A reason is plain YAML, also in a list. */
const REASONS = {
  "path-pattern": "callers may use any path that the pattern accepts",
  "hollow-policy": "calls may change what the mount contains",
  "option-injection": "callers may pass any option",
  "mixed-text": "callers may choose any text for this word",
  "unconfirmed-tool": "calls need no confirmation",
  "resolver-risk": "the command only reads with these arguments",
  "interpreter-command": "callers may run any program",
  "described-command": "callers may run any command",
  "special-operand": "callers may pass values with a special meaning",
  "within-alone": "callers may pass such values",
  "suspicious-variable": "callers may choose the code that this variable selects",
  "code-variable": "the code that it selects is trusted",
  "risk-too-low": "calls with these arguments only read",
  "denied-code": "calls with these arguments run no code",
  "duplicate-flag": "the program reads both values",
  "late-options": "the program reads flags anywhere",
  "paths-after-dashes": "callers only pass paths",
  "instruction-in-text": "the text is a fact about the tool",
  "lint-sentences": "users need all of these sentences",
  "lint-argument-words": "users need all of these words",
  "lint-arguments": "calls need all of these arguments",
  "lint-no-example": "no call works without a network or an account",
  "lint-no-keywords": "the description has the words of users",
  "lint-repeated-keyword": "searches find the tool only with it",
  "lint-shared-keyword": "searches for it must find all of these tools",
  "lint-tokens": "calls need all of this text",
  "try-failed": "the example fails without an account",
  "try-no-json": "the program prints JSON only for some inputs",
  "try-select-nothing": "the project has no such data",
  "try-read-wrote": "the change is only a cache",
  "try-same-text": "both streams belong to the result",
  "try-large-reply": "users need the whole output",
  "try-network": "the program works without the network",
  "try-trap": "projects are trusted",
  "try-trap-write": "projects are trusted",
  "verify-unknown-flag": "the program accepts it",
} as const;

/** Codes of findings that the advice is for. */
export type AdvisedCode = keyof typeof REASONS;

/** Returns the advice to acknowledge a finding in a part of a file. */
export function allow(code: AdvisedCode, part: string): string {
  return `acknowledge it with \`${entryOf(code)}\` in ${part}`;
}

/** Returns an `x-allow` list that acknowledges a finding. */
export function entryOf(code: AdvisedCode): string {
  return `x-allow: [{ code: ${code}, reason: ${REASONS[code]} }]`;
}
