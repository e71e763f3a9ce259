/** Position in a pattern that advances while the pattern is parsed. */
export interface Cursor {
  /** Returns the current character, or `undefined` at the end. */
  readonly peek: () => string | undefined;
  /** Returns the current character and advances past it. Returns `undefined` at the end. */
  readonly next: () => string | undefined;
  /** Advances past the text if it is at the cursor. Reports whether it was. */
  readonly eat: (text: string) => boolean;
  /** Advances past a match of the pattern at the cursor and returns the match. The pattern must be sticky and have the `u` flag. */
  readonly match: (pattern: RegExp) => RegExpExecArray | undefined;
}

/** Creates a cursor at the start of a pattern. */
export function createCursor(source: string): Cursor {
  let offset = 0;
  const peek = (): string | undefined => {
    const codePoint = source.codePointAt(offset);
    return codePoint === undefined ? undefined : String.fromCodePoint(codePoint);
  };
  return {
    peek,
    next() {
      const char = peek();
      offset += char?.length ?? 0;
      return char;
    },
    eat(text) {
      const isHere = source.startsWith(text, offset);
      if (isHere) offset += text.length;
      return isHere;
    },
    match(pattern) {
      pattern.lastIndex = offset;
      const found = pattern.exec(source);
      if (found !== null) offset += found[0].length;
      return found ?? undefined;
    },
  };
}
