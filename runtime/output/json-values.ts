/** Finds the ends of JSON values in text that contains more than one value, or other text. Pure. */

/** The end of a value, or the place of the first character that no JSON value has there. Both are indexes in UTF-16 units. */
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
  let expected: Expected = "value";
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

/** The part of the JSON that comes next. A first item or key can be missing. */
type Expected = "value" | "first item" | "key" | "first key" | "colon" | "next";

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
