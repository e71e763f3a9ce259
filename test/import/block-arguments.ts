/** Prints the arguments of a draft with a line for each key, which tests compare one by one. */

/** Splits at commas outside of quotes and brackets. */
function splitKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let key = "";
  for (const [index, sign] of [...text].entries()) {
    if (sign === '"' && text[index - 1] !== "\\") isQuoted = !isQuoted;
    if (!isQuoted) depth += "[{".includes(sign) ? 1 : "]}".includes(sign) ? -1 : 0;
    if (sign === "," && depth === 0 && !isQuoted) {
      keys.push(key.trim());
      key = "";
    } else key += sign;
  }
  return [...keys, key.trim()];
}

/**
 * Replaces each argument in one line by its keys: the name with the source, the description, and the others. Spellings in the comment are
 * removed.
 */
export function toBlocks(draft: string): string {
  return draft.replace(/^ {6}- \{ (.*) \} # (?:.*; )?(\S+(?:, \S+)*)$/gm, (_all, text: string, source: string) => {
    const [name = "", ...keys] = splitKeys(text);
    const isDescription = (key: string): boolean => key.startsWith("description: ");
    const ordered = [...keys.filter(isDescription), ...keys.filter((key) => !isDescription(key))];
    return [`      - ${name} # ${source}`, ...ordered.map((key) => `        ${key}`)].join("\n");
  });
}
