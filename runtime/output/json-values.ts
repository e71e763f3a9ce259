/** Finds the ends of JSON values in text that contains more than one value, or other text. Pure. */

/** The end of a value, or the position of the first character that no JSON value has there. Both are indexes in UTF-16 units. */
export type ScannedValue =
  | { readonly kind: "complete"; readonly end: number }
  /** `at` is the length of the text if the text ends inside the value. */
  | { readonly kind: "broken"; readonly at: number };

/**
 * Finds the end of the JSON value at `start`, in time linear in the length of the value. Checks the structure only: `JSON.parse` rejects
 * some values that are complete here, such as `01`. It accepts no value that is broken here.
 */
export function scanValue(text: string, start: number): ScannedValue {
  const open: ("[" | "{")[] = [];
  let expected: NextPart = "value";
  let at = start;
  do {
    at = skipSpace(text, at);
    const char = text.charAt(at);
    if (char === "]" || char === "}") {
      const isExpected = expected === "first item" || expected === "first key" || expected === "next";
      if (!isExpected || open.pop() !== (char === "]" ? "[" : "{")) return { kind: "broken", at };
      expected = "next";
      at += 1;
    } else if (expected === "next" || expected === "colon") {
      if (char !== (expected === "next" ? "," : ":")) return { kind: "broken", at };
      expected = expected === "next" && open.at(-1) === "{" ? "key" : "value";
      at += 1;
    } else if ((char === "[" || char === "{") && (expected === "value" || expected === "first item")) {
      open.push(char);
      expected = char === "[" ? "first item" : "first key";
      at += 1;
    } else {
      const isKey: boolean = expected === "key" || expected === "first key";
      const scalar: ScannedValue = char === '"' ? scanString(text, at) : isKey ? { kind: "broken", at } : scanWord(text, at);
      if (scalar.kind === "broken") return scalar;
      expected = isKey ? "colon" : "next";
      at = scalar.end;
    }
  } while (open.length > 0);
  return { kind: "complete", end: at };
}

/** A value among other text. `from` and `to` are indexes in UTF-16 units. */
export type FoundJson =
  | { readonly kind: "found"; readonly value: unknown; readonly from: number; readonly to: number }
  | { readonly kind: "none" }
  /** The text ends inside an object or a list. */
  | { readonly kind: "unfinished" };

/**
 * Finds the last object or list on separate lines: only whitespace precedes it on its first line, and follows it on its last
 * line. The time is linear in the length of the text, because a scan continues at the line where the previous one stopped.
 * @param parse throws if the text is not JSON
 */
export function findLastValue(text: string, parse: (json: string) => unknown): FoundJson {
  const spans: { readonly from: number; readonly to: number }[] = [];
  let line = 0;
  while (line < text.length) {
    const from = skipSpace(text, line);
    const scanned = /[[{]/.test(text.charAt(from)) ? scanValue(text, from) : undefined;
    if (scanned?.kind === "broken" && scanned.at === text.length) return { kind: "unfinished" };
    if (scanned?.kind === "complete" && isLineEnd(text, scanned.end)) spans.push({ from, to: scanned.end });
    const stop = scanned === undefined ? from : scanned.kind === "complete" ? scanned.end : scanned.at;
    const stopLine = text.lastIndexOf("\n", stop - 1) + 1;
    line = scanned?.kind === "broken" && stopLine > from ? stopLine : nextLine(text, stop);
  }
  for (const { from, to } of spans.toReversed()) {
    try {
      return { kind: "found", value: parse(text.slice(from, to)), from, to };
    } catch {
      // The scan accepts some text that is not JSON, such as `[2026-11-29]`. An earlier value can be valid.
    }
  }
  return { kind: "none" };
}

function isLineEnd(text: string, at: number): boolean {
  const space = /[ \t\r]*(?:\n|$)/y;
  space.lastIndex = at;
  return space.test(text);
}

/** Returns the index after the next line feed, or the length of the text. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The part of the JSON that comes next. A first item or key can be missing. */
type NextPart = "value" | "first item" | "key" | "first key" | "colon" | "next";

/** Returns the index of the first character that is not whitespace of JSON. */
export function skipSpace(text: string, start: number): number {
  const space = /[ \t\r\n]*/y;
  space.lastIndex = start;
  space.test(text);
  return space.lastIndex;
}

function scanString(text: string, start: number): ScannedValue {
  const plain = /[^"\\\u0000-\u001f]*/y;
  let at = start + 1;
  for (;;) {
    plain.lastIndex = at;
    plain.test(text);
    at = plain.lastIndex;
    const char = text.charAt(at);
    if (char === '"') return { kind: "complete", end: at + 1 };
    // The character after a backslash cannot end the string.
    if (char !== "\\" || at + 1 >= text.length) return { kind: "broken", at: char === "\\" ? text.length : at };
    at += 2;
  }
}

/** Scans a number, `true`, `false` or `null`. */
function scanWord(text: string, start: number): ScannedValue {
  const word = /[-+.\w]*/y;
  word.lastIndex = start;
  const [found = ""] = word.exec(text) ?? [];
  const isScalar = /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(found);
  return isScalar ? { kind: "complete", end: start + found.length } : { kind: "broken", at: start };
}
