/** Decodes the bytes of a file. */
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { nameCharacter } from "../text/wording.ts";

/** A file that the host has read. */
export interface InputFile {
  /** Path as the user wrote it, or as it was found in a directory that the user named; with `/` on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Set if the file was found in a directory, where policies next to configs are allowed. Defaults to false. */
  readonly isFromFolder?: boolean;
  /** Identifies the file, whatever its path. Defaults to the path. */
  readonly identity?: string;
  /** Reads a file that this one includes: the path is relative to this file. Omitted if this file cannot include others. */
  readonly readIncluded?: (path: string) => InputFile | Diagnostic;
}

/** Maximum size of a file, in bytes. The reference's largest config has 31 kB; 1,000 tools take about 600 kB. */
export const maxFileBytes = 5 * 1024 * 1024;

/** Result of decoding a file. */
export interface DecodedFile {
  /** Omitted if the bytes are not text. */
  readonly source?: SourceText;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decodes a file and removes its byte order mark. Rejects files over 5 MiB, bytes that are not UTF-8, and invisible characters. Keeps line
 * endings, so that offsets in the text are offsets in the file.
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

/** Control characters except tab and line feed, lone surrogates, and bidirectional controls and other invisible characters. */
const oddCharacter = /[\p{Surrogate}\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Reports invisible characters in a file, each kind once, at its first occurrence. */
function findOddCharacters(source: SourceText): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const mark = source.text.indexOf("\ufeff");
  if (mark !== -1) found.set("\ufeff", diagnose("byte-order-mark", { source, span: { start: mark, end: mark + 1 } }));
  for (const { 0: character, index } of source.text.matchAll(oddCharacter)) {
    const endsLine = character === "\r" && source.text[index + 1] === "\n";
    if (endsLine || found.has(character)) continue;
    const place = { source, span: { start: index, end: index + character.length } };
    found.set(character, character === "\r" ? diagnose("lone-carriage-return", place) : diagnoseCharacter(character, place));
  }
  return [...found.values()];
}

/**
 * Reports invisible characters that a string writes as escapes, such as `"\u0007"`, at its location in the file. The characters that the
 * file itself contains are reported when it is decoded.
 */
export function findEscapedCharacters(text: string, place: { readonly source: SourceText; readonly span: Span }): readonly Diagnostic[] {
  const { source, span } = place;
  const written = listOddCharacters(source.text.slice(span.start, span.end));
  const escaped = [...listOddCharacters(text)].filter((character) => !written.has(character));
  return escaped.map((character) => diagnoseCharacter(character, place));
}

function listOddCharacters(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(oddCharacter), ([character]) => character));
}

function diagnoseCharacter(character: string, place: { readonly source: SourceText; readonly span: Span }): Diagnostic {
  const name = nameCharacter(character);
  if (character.length === 1 && character >= "\ud800" && character <= "\udfff") return diagnose("lone-surrogate", place, { name });
  return diagnose(character < "\u00a0" ? "control-character" : "invisible-character", place, { name });
}

/** Decodes the first `length` bytes, complete characters only. Returns undefined if they are not UTF-8. */
function decodeText(bytes: Uint8Array, length: number): string | undefined {
  // A fatal decoder throws only if the bytes are not UTF-8.
  return valueOr(undefined, () =>
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: length < bytes.length }),
  );
}

/** Finds the first invalid byte. A decoder does not report its offset, which is the length of the longest valid prefix. */
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
