/** From the bytes of a file to its text. */
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { nameCharacter } from "../text/wording.ts";

/** A file as the host read it. */
export interface InputFile {
  /** As the user wrote it, or as it was found below a folder that the user named; `/` on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether it was found below a folder: a policy that lies there among the configs is no mistake. Default: no. */
  readonly isFromFolder?: boolean;
}

/** Bytes of the largest file that is read. The reference's largest config has 31 kB; 1,000 tools take about 600 kB. */
export const maxFileBytes = 5 * 1024 * 1024;

export interface DecodedFile {
  /** Absent where the bytes are no text. */
  readonly source?: SourceText;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The text of a file, without its byte order mark. Refuses files over 5 MiB, bytes that are not UTF-8, and characters that no
 * editor shows. Line ends stay as they are: offsets into the text are offsets into what the user sees.
 */
export function decodeFile({ path, bytes }: InputFile): DecodedFile {
  if (bytes.length > maxFileBytes) {
    return { diagnostics: [diagnose("file-too-large", { path }, { bytes: bytes.length, limit: maxFileBytes })] };
  }
  const text = decodeText(bytes, bytes.length);
  if (text === undefined) return { diagnostics: [findWrongByte(path, bytes)] };
  const source = { path, text };
  const diagnostics = findOddCharacters(source);
  return hasError(diagnostics) ? { diagnostics } : { source, diagnostics };
}

/** Control characters other than tab and line feed, half surrogate pairs, and characters that turn or hide the text around them. */
const oddCharacter = /[\p{Surrogate}\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** What a reader of the file would not see; each kind of character once, where it comes first. */
function findOddCharacters(source: SourceText): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { 0: character, index } of source.text.matchAll(oddCharacter)) {
    const endsLine = character === "\r" && source.text[index + 1] === "\n";
    if (endsLine || found.has(character)) continue;
    const place = { source, span: { start: index, end: index + character.length } };
    found.set(character, character === "\r" ? diagnose("lone-carriage-return", place) : diagnoseCharacter(character, place));
  }
  return [...found.values()];
}

/** The same for a text that was written with escapes, which stands in the file at `place`: `"\u0007"`. */
export function findEscapedCharacters(text: string, place: { readonly source: SourceText; readonly span: Span }): readonly Diagnostic[] {
  const characters = new Set(Array.from(text.matchAll(oddCharacter), ([character]) => character));
  return Array.from(characters, (character) => diagnoseCharacter(character, place));
}

function diagnoseCharacter(character: string, place: { readonly source: SourceText; readonly span: Span }): Diagnostic {
  const name = nameCharacter(character);
  if (character.length === 1 && character >= "\ud800" && character <= "\udfff") return diagnose("lone-surrogate", place, { name });
  return diagnose(character < "\u00a0" ? "control-character" : "invisible-character", place, { name });
}

/** The text of the first `length` bytes, complete characters only; undefined where they are not UTF-8. */
function decodeText(bytes: Uint8Array, length: number): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: length < bytes.length });
  } catch {
    // The only failure of a fatal decoder: the bytes are not UTF-8.
    return undefined;
  }
}

/** A decoder does not say where it failed: the longest prefix that it accepts does. */
function findWrongByte(path: string, bytes: Uint8Array): Diagnostic {
  let low = 0;
  let high = bytes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodeText(bytes, middle) === undefined) high = middle - 1;
    else low = middle;
  }
  const before = decodeText(bytes, low) ?? "";
  const offset = new TextEncoder().encode(before).length + (startsWithMark(bytes) ? 3 : 0);
  const source = { path, text: new TextDecoder().decode(bytes) };
  const span = { start: before.length, end: before.length + 1 };
  return diagnose("not-utf8", { source, span }, { offset, byte: bytes[offset] ?? 0 });
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
