/** Fills templates of words. */
import { readTemplate } from "../tool/template.ts";
import type { WordPart } from "./command-word.ts";

/** Fills a template. Values are not expanded again. The generator has checked the names of placeholders. */
export function fillTemplate(template: string, values: ReadonlyMap<string, WordPart | readonly WordPart[]>): readonly WordPart[] {
  return readTemplate(template).parts.flatMap((part) => (part.kind === "text" ? part.text : (values.get(part.name) ?? [])));
}
