/** Prints scalars of a draft. */

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** Returns a string as a YAML scalar in one line: plain if every parser reads it as this string, otherwise in double quotes. */
export function yamlText(text: string): string {
  const isPlain = /^(?:--?)?[A-Za-z][\w ./()'+,;@%<>=~^*!-]*$/.test(text) && !/ #|\s$|,$|^-- /.test(text) && !RESERVED.test(text);
  return isPlain ? text : quoteText(text);
}

/** Returns a string as a YAML scalar inside braces, where a comma ends a plain scalar. */
export function flowText(text: string): string {
  return text.includes(",") ? quoteText(text) : yamlText(text);
}

/** Returns a list in flow style: `[-m, --max-count]`. */
export function yamlList(words: readonly string[]): string {
  return `[${words.map((word) => (/^(?:--?)?[A-Za-z][\w.=/-]*$/.test(word) && !RESERVED.test(word) ? word : quoteText(word))).join(", ")}]`;
}

function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a text for a comment: in one line, without control characters. */
export function commentText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF]+/g, " ");
}
