/** Defines the failures of Directive tools, and builds their messages. */
import { withoutSlash } from "./paths.ts";

/** The reason why files could not be read. `describeFailure` converts it to a reply. */
export type DirectiveFailure =
  | { readonly kind: "root_missing" | "root_outside"; readonly root: string }
  | { readonly kind: "file_missing" | "path_refused" | "too_large" | "not_utf8"; readonly path: string; readonly folder: string }
  | { readonly kind: "unreadable"; readonly path: string; readonly code: string }
  /** The procedure or the context is missing, which every bundle requires. */
  | { readonly kind: "required_missing"; readonly path: string }
  | { readonly kind: "template_missing"; readonly path: string; readonly templates: readonly string[] };

/** Maximum number of templates in a message. */
const MAX_LISTED_TEMPLATES = 20;

/** Maximum length of a path in a message, in UTF-16 units. */
const MAX_SHOWN_PATH = 200;

/** Returns the message for the caller. The Directive contract defines the messages for missing files. */
export function describeFailure(failure: DirectiveFailure): string {
  switch (failure.kind) {
    case "root_missing":
      return `${withoutSlash(failure.root)}/ directory not found. Run 'directive init' to create it.`;
    case "root_outside":
      return `${withoutSlash(failure.root)}/ is outside the server's working directory, so its files are not read. Start the server with --root instead.`;
    case "file_missing":
      return `File not found under ${failure.folder}/: ${cut(failure.path)}`;
    case "path_refused":
      return `Path refused: '${cut(failure.path)}' does not stay under ${failure.folder}/. Use a path from the list of files.`;
    case "too_large":
      return `File too large: ${cut(failure.path)} has more than 5 MB`;
    case "not_utf8":
      return `Not a text file: ${cut(failure.path)} is not UTF-8`;
    case "unreadable":
      return `File cannot be read: ${cut(failure.path)} (${failure.code})`;
    case "required_missing":
      return `Missing ${failure.path}. Run 'directive update'.`;
    case "template_missing":
      return `Missing template: ${failure.path}. Run 'directive update' or choose an existing template. ${listTemplates(failure.templates)}`;
  }
}

const NOT_FOUND: ReadonlySet<DirectiveFailure["kind"]> = new Set(["root_missing", "file_missing", "required_missing", "template_missing"]);

/** Reports whether the requested item does not exist, for which the JSON-RPC methods have a separate error code. */
export function isNotFound({ kind }: DirectiveFailure): boolean {
  return NOT_FOUND.has(kind);
}

function listTemplates(templates: readonly string[]): string {
  if (templates.length === 0) return "There are no templates.";
  const more = templates.length > MAX_LISTED_TEMPLATES ? `, and ${templates.length - MAX_LISTED_TEMPLATES} more` : "";
  return `Existing templates: ${templates.slice(0, MAX_LISTED_TEMPLATES).join(", ")}${more}`;
}

function cut(path: string): string {
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path;
}
