/** What can keep a Directive tool from answering, and the words for it. */

export type DirectiveFailure =
  | { readonly kind: "root_missing" | "root_outside"; readonly root: string }
  | { readonly kind: "file_missing" | "path_refused" | "too_large" | "not_utf8"; readonly path: string; readonly folder: string }
  | { readonly kind: "unreadable"; readonly path: string; readonly code: string }
  /** The procedure or the context, without which there is no bundle. */
  | { readonly kind: "required_missing"; readonly path: string }
  | { readonly kind: "template_missing"; readonly path: string; readonly templates: readonly string[] };

/** More templates than these would bury the rest of the message. */
const MOST_TEMPLATES = 20;

/** In UTF-16 units: a path comes from the caller and may be of any length. */
const LONGEST_PATH = 200;

/** The message for the caller; those of missing files are the contract's (spec 004, "retain existing helpful messages"). */
export function describeFailure(failure: DirectiveFailure): string {
  switch (failure.kind) {
    case "root_missing":
      return `${withoutSlash(failure.root)}/ directory not found. Run 'directive init' to create it.`;
    case "root_outside":
      return `${withoutSlash(failure.root)}/ leads out of the server's working directory, so nothing in it is read. Start the server with --root instead.`;
    case "file_missing":
      return `File not found under ${failure.folder}/: ${cut(failure.path)}`;
    case "path_refused":
      return `Path refused: '${cut(failure.path)}' does not stay under ${failure.folder}/. Give a path as the list of files shows it.`;
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

/** Whether what was asked for is not there, which the old JSON-RPC methods have an error code of its own for. */
export function isNotFound({ kind }: DirectiveFailure): boolean {
  switch (kind) {
    case "root_missing":
    case "file_missing":
    case "required_missing":
    case "template_missing":
      return true;
    case "root_outside":
    case "path_refused":
    case "too_large":
    case "not_utf8":
    case "unreadable":
      return false;
  }
}

function listTemplates(templates: readonly string[]): string {
  if (templates.length === 0) return "There are no templates.";
  const more = templates.length > MOST_TEMPLATES ? `, and ${templates.length - MOST_TEMPLATES} more` : "";
  return `Existing templates: ${templates.slice(0, MOST_TEMPLATES).join(", ")}${more}`;
}

function withoutSlash(root: string): string {
  return root.replace(/\/+$/, "");
}

function cut(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}
