/** How wide a text is in a terminal, and how it breaks into lines. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** The columns that the text takes up in a terminal. */
export function textWidth(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** The text in lines of at most `width` columns: broken between words, and inside a word that is longer than a line. */
export function wrapText(text: string, width: number): readonly string[] {
  return isPlain(text) ? wrapPlain(text, width) : wrapAnsi(text, width, { hard: true }).split("\n");
}

/** Words of printable ASCII with one space between them: a column a character, which takes no library to know. */
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

/** The lines of a word that is longer than one: it starts on the line before it where that takes no line more. */
function cutWord(line: string, word: string, width: number): readonly string[] {
  const rest = line === "" ? width : width - line.length - 1;
  const startsHere = rest > 0 && Math.ceil((word.length - rest) / width) < Math.ceil(word.length / width);
  const head = line === "" ? "" : `${line} `;
  return startsHere ? [head + word.slice(0, rest), ...chunk(word.slice(rest), width)] : [line, ...chunk(word, width)];
}

function chunk(word: string, width: number): readonly string[] {
  return Array.from({ length: Math.ceil(word.length / width) }, (_, index) => word.slice(index * width, (index + 1) * width));
}
