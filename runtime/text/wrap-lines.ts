/** Wraps text for a dialog that does not wrap, or does not show, long lines. */

/** Maximum length of a line, in code points. */
export const PROMPT_COLUMNS = 70;

/** Start of each line after the first. Text without line breaks can therefore not add a line that looks like another part of a prompt. */
export const INDENT = "    ";

/**
 * Splits a text without line breaks into lines of at most `PROMPT_COLUMNS`. Splits after a space if there is one in the second half of the
 * line. The lines without the indentation are the text. `first` is the start of the first line.
 */
export function wrapLines(text: string, first = ""): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(text);
  let start = first;
  for (;;) {
    const room = PROMPT_COLUMNS - start.length;
    if (rest.length <= room) return [...lines, `${start}${rest.join("")}`];
    const space = rest.lastIndexOf(" ", room - 1);
    const end = space >= room / 2 ? space + 1 : room;
    lines.push(`${start}${rest.slice(0, end).join("")}`);
    rest = rest.slice(end);
    start = INDENT;
  }
}
