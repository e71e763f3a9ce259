/** A place in a pattern that moves on as the pattern is read. */
export interface Cursor {
  /** The character here; `undefined` at the end. */
  readonly peek: () => string | undefined;
  /** The character here, which is passed. */
  readonly next: () => string | undefined;
  /** Passes the text if it stands here. */
  readonly eat: (text: string) => boolean;
  /** Passes what the pattern (sticky, with its `u` flag) finds here. */
  readonly match: (pattern: RegExp) => RegExpExecArray | undefined;
}

export function createCursor(source: string): Cursor {
  let place = 0;
  const peek = (): string | undefined => {
    const codePoint = source.codePointAt(place);
    return codePoint === undefined ? undefined : String.fromCodePoint(codePoint);
  };
  return {
    peek,
    next() {
      const char = peek();
      place += char?.length ?? 0;
      return char;
    },
    eat(text) {
      const isHere = source.startsWith(text, place);
      if (isHere) place += text.length;
      return isHere;
    },
    match(pattern) {
      pattern.lastIndex = place;
      const found = pattern.exec(source);
      if (found !== null) place += found[0].length;
      return found ?? undefined;
    },
  };
}
