/** Templates of words: constant text and placeholders. `{{` and `}}` are braces. */

/** A part of a template. A placeholder has the name between its braces, which is empty for `{}`. */
export type TemplatePart = { readonly kind: "text"; readonly text: string } | { readonly kind: "placeholder"; readonly name: string };

/** A fault of a template. `offset` counts UTF-16 units. */
export interface TemplateFault {
  readonly offset: number;
  readonly brace: "{" | "}";
}

/** A template that has been read. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** The first single brace that does not belong to a placeholder. The generator rejects such templates. */
  readonly fault?: TemplateFault;
}

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** Reads a template. A single brace without its counterpart is a fault, and is read as constant text. */
export function readTemplate(template: string): Template {
  const parts: TemplatePart[] = [];
  let text = "";
  let end = 0;
  let fault: TemplateFault | undefined;
  for (const match of template.matchAll(TOKEN)) {
    const [token, name] = match;
    text += template.slice(end, match.index);
    end = match.index + token.length;
    if (name !== undefined) {
      if (text !== "") parts.push({ kind: "text", text });
      parts.push({ kind: "placeholder", name });
      text = "";
      continue;
    }
    text += token.charAt(0);
    if (token.length === 1) fault ??= { offset: match.index, brace: token === "{" ? "{" : "}" };
  }
  text += template.slice(end);
  if (text !== "") parts.push({ kind: "text", text });
  return { parts, ...(fault && { fault }) };
}

/** Returns the names of the placeholders, in order. */
export function placeholdersOf(template: string): readonly string[] {
  return readTemplate(template).parts.flatMap((part) => (part.kind === "placeholder" ? [part.name] : []));
}

/** Returns the name of the placeholder that the whole template consists of, or `undefined` if it has other parts. */
export function wholePlaceholderOf(template: string): string | undefined {
  const [first, ...others] = readTemplate(template).parts;
  return first?.kind === "placeholder" && others.length === 0 ? first.name : undefined;
}
