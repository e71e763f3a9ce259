/** Measures and wraps text for a terminal. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** Returns the width of a text in a terminal, in columns. */
export function textWidth(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Wraps a text into lines of at most `width` columns. Breaks between words, and inside a word only if it is longer than a line. */
export function wrapText(text: string, width: number): readonly string[] {
  return isPlain(text) ? wrapPlain(text, width) : wrapAnsi(text, width, { hard: true }).split("\n");
}

/** Reports whether a text consists of printable ASCII words with single spaces, which have one column per character. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text) && !/^ | {2}| $/.test(text);
}

function wrapPlain(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (word.length > width) {
      const cut = cutWord(line, word, width);
      lines.push(...cut.slice(0, -1));
      line = cut.at(-1) ?? "";
    } else if (joined.length > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line];
}

/** Breaks a word that is longer than a line. The word starts on the current line if that saves a line. */
function cutWord(line: string, word: string, width: number): readonly string[] {
  const rest = line === "" ? width : width - line.length - 1;
  const startsHere = rest > 0 && Math.ceil((word.length - rest) / width) < Math.ceil(word.length / width);
  const head = line === "" ? "" : `${line} `;
  return startsHere ? [head + word.slice(0, rest), ...chunk(word.slice(rest), width)] : [line, ...chunk(word, width)];
}

function chunk(word: string, width: number): readonly string[] {
  return Array.from({ length: Math.ceil(word.length / width) }, (_, index) => word.slice(index * width, (index + 1) * width));
}
