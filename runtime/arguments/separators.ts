/** Separators between the items of an argument that becomes one word, and between the keys and values of a map. */
import { readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";

/** Returns the strings after the keys in the templates of a map: `=` for `{key}={value}`. A key at the end of a word adds no string. */
export function keySeparatorsOf({ value: templates = ["{key}={value}"] }: ToolArg): readonly string[] {
  return templates.flatMap((template) => {
    const { parts } = readTemplate(template);
    return parts.flatMap((part, index) => {
      const next = parts[index + 1];
      return part.kind === "placeholder" && part.name === "key" && next?.kind === "text" ? [next.text] : [];
    });
  });
}

/**
 * Returns a description of a separator that a program would find before the end of the text: in the text, or over its end, as `::` after
 * `a:`. The program would then read other items than the server has checked.
 */
export function findSeparator(text: string, separator: string): string | undefined {
  if (separator === "" || `${text}${separator}`.indexOf(separator) >= text.length) return undefined;
  return `${text.includes(separator) ? "contain" : "end with a part of"} '${separator}'`;
}
