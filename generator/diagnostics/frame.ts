/** Draws one source line with carets below a part of it. */
import { unprintable } from "../text/wording.ts";

/** Maximum width of a frame, in terminal columns. */
const frameWidth = 100;

/** Number of columns before the marked part that remain visible if a long line is shortened. */
const leadWidth = 40;

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const zeroWidth = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;

/** A line of an input as printed, and the line of marks below it. */
export interface Frame {
  readonly shown: string;
  /** Spaces and carets, with at least one caret. */
  readonly marks: string;
}

/**
 * Draws a line for a terminal, shortened if it is long, with carets below the code units from `start` to `end` (exclusive).
 * Replaces a tab with one space and an unprintable character with `·`.
 */
export function drawFrame(whole: string, wholeStart: number, wholeEnd: number): Frame {
  // A line can have megabytes, and a diagnostic at each of thousands of positions.
  const skipped = Math.max(0, wholeStart - 4 * frameWidth);
  const line = whole.slice(skipped, wholeStart + 4 * frameWidth);
  const [start, end] = [wholeStart - skipped, wholeEnd - skipped];
  const cut = whole.length > frameWidth ? Math.max(0, start - leadWidth) : 0;
  const prefix = cut > 0 ? "…" : "";
  let shown = prefix;
  let blanks = prefix.length;
  let carets = 0;
  let offset = 0;
  for (const character of line) {
    const at = offset;
    offset += character.length;
    if (at < cut) continue;
    const width = widthOf(character);
    if (blanks + carets + width > frameWidth && at >= start) return { shown: `${shown}…`, marks: markUp(blanks, carets) };
    shown += toVisible(character);
    if (at < start) blanks += width;
    else if (at < end) carets += width;
    else if (shown.length > frameWidth) return { shown: `${shown}…`, marks: markUp(blanks, carets) };
  }
  return { shown, marks: markUp(blanks, carets) };
}

function markUp(blanks: number, carets: number): string {
  return `${" ".repeat(blanks)}${"^".repeat(Math.max(1, carets))}`;
}

function widthOf(character: string): number {
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

function toVisible(character: string): string {
  if (character === "\t") return " ";
  return unprintable.test(character) ? "·" : character;
}
