/** Splits YAML into lexemes, also if lines between brackets or quotes are not indented. */
import { Lexer } from "yaml";

/** State of the lexer of `yaml` that its types declare private. The version of the package is exact. */
interface LexerState {
  /** Offset of the lexeme that was yielded last. */
  readonly pos: number;
  /** Number of open brackets and braces. */
  readonly flowLevel: number;
  /** Smallest indentation of a line that continues the current value. */
  indentNext: number;
}

/** Mark that the lexer sets before a value without quotes. */
const PLAIN_VALUE = "\u001f";

/** Lines between brackets, braces or quotes that are less indented than YAML 1.2 requires. */
export interface UnindentedLines {
  /** Offset of the first unindented line of each outermost list, mapping or text, in the order of the text. */
  readonly offsets: number[];
  /** True if the text ends inside a list or mapping. */
  isOpen: boolean;
}

/**
 * Yields the lexemes of a text by the rules of YAML 1.1: indentation has no meaning between brackets and quotes. YAML 1.2 requires these
 * lines to be indented further than the key. Records the first line of each value that breaks this rule.
 */
export function* lexUnindented(text: string, found: UnindentedLines): Generator<string> {
  const lexer = new Lexer();
  const state = lexer as unknown as LexerState;
  /** Indentation that YAML 1.2 requires in the current list, mapping or text. Undefined outside of one. */
  let required: number | undefined;
  let isRecorded = false;
  let lineStart: number | undefined;
  let before = "";
  for (const lexeme of lexer.lex(text)) {
    const { pos, flowLevel } = state;
    const isBeforeText = before === ":" && /^[ \t]+["']$/.test(lexeme + (text[pos + lexeme.length] ?? ""));
    const isText = required !== undefined && /^["']/.test(lexeme);
    const isOpening = /^[[{]$/.test(lexeme) && before !== PLAIN_VALUE;
    const isInside = flowLevel > 0 || isOpening || isBeforeText;
    if (isInside && required === undefined) [required, isRecorded, lineStart] = [state.indentNext, false, undefined];
    if (required !== undefined && (isInside || isText)) {
      const offset: number | undefined = isRecorded ? undefined : findUnindented({ lexeme, pos, lineStart, required, flowLevel });
      if (offset !== undefined) found.offsets.push(offset);
      isRecorded ||= offset !== undefined;
      lineStart = isLineEnd(lexeme) ? pos + lexeme.length : isBlank(lexeme) ? lineStart : undefined;
      state.indentNext = 0;
    }
    if (!isInside && required !== undefined) {
      state.indentNext = required;
      required = undefined;
    }
    before = lexeme;
    yield lexeme;
  }
  found.isOpen = state.flowLevel > 0;
}

interface PlacedLexeme {
  readonly lexeme: string;
  readonly pos: number;
  /** Start of the line, if nothing but blanks precedes the lexeme on it. */
  readonly lineStart: number | undefined;
  readonly required: number;
  readonly flowLevel: number;
}

/** Returns the offset of the first unindented line that starts with or inside the lexeme. */
function findUnindented({ lexeme, pos, lineStart, required, flowLevel }: PlacedLexeme): number | undefined {
  if (isBlank(lexeme) || isLineEnd(lexeme) || lexeme.startsWith("#")) return undefined;
  if (lineStart !== undefined) {
    const indentation = pos - lineStart;
    const isEnd = flowLevel === 1 && indentation === required - 1 && /^[\]}]/.test(lexeme);
    if (indentation < required && !isEnd) return pos;
  }
  const lines = lexeme.matchAll(/\n( *)(?=[^\s])/g);
  for (const { 0: start, 1: blanks = "", index } of lines) if (blanks.length < required) return pos + index + start.length;
  return undefined;
}

function isLineEnd(lexeme: string): boolean {
  return lexeme === "\n" || lexeme === "\r\n";
}

/** Reports whether a lexeme is invisible: blanks, or a mark that the lexer sets before documents and plain values. */
function isBlank(lexeme: string): boolean {
  return /^[ \t\u0002\u001f\ufeff]*$/.test(lexeme);
}
