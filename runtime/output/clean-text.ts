/**
 * Removes control characters and escape sequences from the output of a program. Pure and streaming: the result does not depend on how the
 * text is divided into chunks.
 */

/** Filters a text that arrives in chunks. */
export interface TextFilter {
  /** Returns the part of the result that is final. Later calls return the rest. */
  readonly push: (text: string) => string;
  /** Returns the rest of the result. */
  readonly end: () => string;
}

/** Length of the longest line that is cleaned as a whole, in UTF-16 units. A longer line is cleaned in pieces of this length. */
export const MAX_LINE = 64 * 1024;

/** Maximum length of an escape sequence that is not cut at the end of a piece, in UTF-16 units. */
const MAX_ESCAPE = 1024;

/** Matches text that cleaning does not change. */
const CLEAN = /^[\n\t\x20-\x7e\u00a0-\uffff]*$/;

/** Removes control characters from text that arrives in chunks. */
export interface TextCleaner extends TextFilter {
  /** Returns the result of `end`, but keeps the state. */
  readonly preview: () => string;
}

/**
 * Creates the filter of one stream:
 * - Escape sequences (ECMA-48: CSI, OSC, DCS and others) and control characters other than tab and line feed are removed.
 * - `\r\n` is a line ending. If a line has other carriage returns, its last part that is not empty remains. A move to the first column
 *   counts as a carriage return.
 * - A character after a backspace replaces the character before it, as on a terminal: `X\bX` is `X`.
 */
export function createTextCleaner(): TextCleaner {
  // The incomplete last line, or its rest after the last cut piece.
  let pending = "";
  let isPendingClean = true;

  const takeLines = (): string => {
    const end = pending.lastIndexOf("\n") + 1;
    // Text whose lines end in `\r\n` is then often clean.
    const lines = pending.slice(0, end).replaceAll("\r\n", "\n");
    pending = pending.slice(end);
    return CLEAN.test(lines) ? lines : lines.split("\n").map(cleanLine).join("\n");
  };
  const takePieces = (text: string): string => {
    const cleaned: string[] = [];
    for (let start = 0; start < text.length;) {
      // A line is never longer than `MAX_LINE` here, even if the chunk is larger.
      const end = Math.min(text.length, start + MAX_LINE - pending.length);
      const newline = text.lastIndexOf("\n", end - 1);
      const stop = newline >= start ? newline + 1 : end;
      pending += text.slice(start, stop);
      start = stop;
      cleaned.push(takeLines());
      if (pending.length < MAX_LINE) continue;
      const { done, rest } = takePiece(pending);
      cleaned.push(done);
      pending = rest;
    }
    return cleaned.join("");
  };
  // Text that needs no cleaning takes a tenth of the time here, with the same result.
  const takeClean = (text: string): string => {
    const all = pending + text;
    let start = text.includes("\n") ? all.lastIndexOf("\n") + 1 : 0;
    while (all.length - start >= MAX_LINE) start += findCut(all.slice(start, start + MAX_LINE));
    pending = all.slice(start);
    return all.slice(0, start);
  };

  return {
    push(text) {
      if (isPendingClean && CLEAN.test(text)) return takeClean(text);
      const cleaned = takePieces(text);
      isPendingClean = CLEAN.test(pending);
      return cleaned;
    },
    end() {
      const line = pending;
      pending = "";
      return cleanLine(line);
    },
    preview: () => cleanLine(pending),
  };
}

/** Cleans the text of a whole stream. */
export function cleanText(text: string): string {
  const cleaner = createTextCleaner();
  return cleaner.push(text) + cleaner.end();
}

/**
 * Takes the first part of a line that is too long. Takes nothing if a later carriage return may replace the last part, and the rest leaves
 * room for more text.
 */
function takePiece(piece: string): { readonly done: string; readonly rest: string } {
  const line = toCarriageReturns(piece);
  const last = lastPart(line);
  const isReplaceable = line.includes("\r") && last.length < MAX_LINE / 2;
  if (isReplaceable) return { done: "", rest: `\r${last}${restOf(line, last)}` };
  const end = findCut(line);
  return { done: cleanLine(line.slice(0, end)), rest: line.slice(end) };
}

/** Returns the end of a line after its last part that is not empty: a carriage return, or an escape sequence that may be incomplete. */
function restOf(line: string, last: string): string {
  if (line.endsWith("\r")) return "\r";
  const escape = findLastEscape(line);
  const isInLast = last !== "" && line.endsWith(last);
  return isInLast || escape <= line.length - MAX_ESCAPE ? "" : `\r${line.slice(escape)}`;
}

function findLastEscape(line: string): number {
  return Math.max(line.lastIndexOf("\u001b"), line.lastIndexOf("\u009b"), line.lastIndexOf("\u009d"));
}

/** Returns the end of the part to take, which divides no escape sequence, no surrogate pair, and no line ending. */
function findCut(line: string): number {
  const escape = findLastEscape(line);
  if (escape > line.length - MAX_ESCAPE && escape > 0) return escape;
  const carriageReturn = line.endsWith("\r") ? 1 : 0;
  const last = line.charCodeAt(line.length - 1 - carriageReturn);
  const isHighSurrogate = last >= 0xd800 && last < 0xdc00;
  return line.length - carriageReturn - (isHighSurrogate ? 1 : 0);
}

/** Cleans a line without its line feed. */
function cleanLine(line: string): string {
  if (CLEAN.test(line)) return line;
  const part = lastPart(removeEscapes(toCarriageReturns(line)));
  return (part.includes("\b") ? applyBackspaces(part) : part).replace(CONTROLS, "");
}

/** Replaces each move to the first column, which spinners use, by a carriage return. */
function toCarriageReturns(line: string): string {
  return line.includes("G") ? line.replace(FIRST_COLUMN, "\r") : line;
}

const FIRST_COLUMN = /(?:\u001b\[|\u009b)[01]?G/g;

function lastPart(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((part) => removeEscapes(part).replace(CONTROLS, "") !== "") ?? "";
}

function removeEscapes(text: string): string {
  return text.includes("\u001b") || C1_INTRODUCER.test(text) ? text.replace(ESCAPES, "") : text;
}

const C1_INTRODUCER = /[\u0090\u0098\u009b\u009d\u009e\u009f]/;

/**
 * ECMA-48, section 5: a control string with its terminator (xterm also accepts BEL), a control sequence with its parameters, a character
 * set or another sequence with intermediate bytes. A string without a terminator ends with the line.
 */
const ESCAPES =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c\r]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;

/** Control characters other than tab and line feed: C0, DEL and C1. */
const CONTROLS = /[\0-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Applies backspaces: a backspace moves the cursor back by one character, and the next character replaces the character at the cursor. */
function applyBackspaces(line: string): string {
  const cells: string[] = [];
  let cursor = 0;
  for (const character of line) {
    if (character === "\b") cursor = Math.max(0, cursor - 1);
    else cells[cursor++] = character;
  }
  return cells.join("");
}
