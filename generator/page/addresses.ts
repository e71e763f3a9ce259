/** Converts views of a page to addresses, the fragments after `#`, and back. Encodes names, which can contain any character. */
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";

/** A view of the page. */
export type PageView =
  | { readonly kind: "overview" }
  | { readonly kind: "list"; readonly cli?: string; readonly risk?: string }
  | { readonly kind: "tool"; readonly tool: string; readonly arg?: string }
  | { readonly kind: "search"; readonly query?: string };

/** Returns the address of a tool, or of one of its arguments. */
export function toolHref(tool: string, arg?: string): string {
  return arg === undefined ? `#tool/${encode(tool)}` : `#tool/${encode(tool)}/${encode(arg)}`;
}

/** Returns the address of the list of a program's tools. */
export function cliHref(cli: string): string {
  return `#program/${encode(cli)}`;
}

/** Returns the address of the list of the tools of a risk class. */
export function riskHref(risk: string): string {
  return `#risk/${encode(risk)}`;
}

/** Returns the address of the search, with a query unless it is empty. */
export function searchHref(query: string): string {
  return query === "" ? "#search" : `#search/${encode(query)}`;
}

/** Parses a fragment. Returns the overview for an unknown fragment. */
export function parseRoute(fragment: string): PageView {
  const [kind = "", name, detail] = fragment.replace(/^#/, "").split("/").map(decode);
  switch (kind) {
    case "tools":
      return { kind: "list" };
    case "program":
      return name === undefined ? { kind: "list" } : { kind: "list", cli: name };
    case "risk":
      return name === undefined ? { kind: "list" } : { kind: "list", risk: name };
    case "tool":
      return name === undefined ? { kind: "list" } : { kind: "tool", tool: name, ...(detail !== undefined && { arg: detail }) };
    case "search":
      return { kind: "search", ...(name !== undefined && { query: name }) };
    default:
      return { kind: "overview" };
  }
}

/** Encodes a name. Replaces lone surrogates, which a name can contain, but which have no encoding. */
function encode(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

function decode(part: string): string {
  // The page did not write this address. The text unchanged matches no tool.
  return valueOr(part, () => decodeURIComponent(part));
}
