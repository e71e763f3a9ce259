/** Diagnostics about installing a server into an MCP client: the server, and the client's own file. */
import { error, warning } from "./code-entry.ts";
import { listQuoted, quote } from "../text/wording.ts";

/** Name of a server, and whether the command removes it. */
export interface NamedServer {
  readonly name: string;
  readonly isRemoval: boolean;
}

/** An edit of a client's file that the user must make, because the command cannot make it safely in this layout. */
export interface ManualEdit {
  readonly name: string;
  readonly change: "add" | "update" | "replace" | "remove";
  /**
   * The obstacle. `duplicates`: a key occurs twice. `entry`: the existing entry, which must be removed first. `tables`: the existing entry,
   * and a new table can be appended. `inline`: the servers are in braces, which a later table cannot extend. `list`: the servers are a YAML
   * list, which the command does not edit.
   */
  readonly layout: "duplicates" | "entry" | "tables" | "inline" | "list";
  /** Key of the servers. */
  readonly container: string;
}

export const installCodes = {
  "open-hazards": error(
    (details: { readonly count: number; readonly first: string }) =>
      `the server has ${details.count === 1 ? "a warning" : `${details.count} warnings`} that nobody has decided, such as: ${details.first}`,
    "decide each warning of `climax-gen validate`, and generate the server again, or add `--accept-hazards`",
  ),
  "unreadable-server": error("cannot read the index of the server ({reason})", "generate the server again"),
  "versioned-node": warning(
    "the path of Node.js contains its version, so the server no longer starts after that version is removed",
    "run `climax-gen install` again with the new version before you remove this one",
  ),
  "long-client-names": warning(
    (details: { readonly tools: readonly string[]; readonly limit: number }) =>
      `the names of server and tool have more than ${details.limit} characters, so some clients hide ${listQuoted(details.tools)}`,
    "choose a shorter server name with `--name`, or add `-- --progressive` to the command, so that clients list only the meta-tools",
  ),
  "root-missing": warning(
    "the server reads Directive directories, but their location depends on the client",
    "set the location with `-- --root DIR`",
  ),
  "client-file-syntax": {
    ...error("invalid syntax in the client's file ({reason})", "correct the file, and run the command again"),
    hidesLine: true,
  },
  "client-file-shape": error("`{container}` of the client's file is not a table of servers", "correct the file, and run the command again"),
  "client-file-layout": error(
    ({ name, change, layout }: ManualEdit) =>
      layout === "list"
        ? `${quote(name)} cannot be ${change.replace(/e?$/, "ed")}, because YAML files are not edited`
        : `the layout of the file does not allow ${quote(name)} to be ${change.replace(/e?$/, "ed")} safely`,
    describeEdit,
  ),
  "client-file-changed": error("another program changed the file at the same time", "run the command again"),
  "foreign-server": {
    ...error(
      (details: NamedServer) =>
        details.isRemoval
          ? `the entry ${quote(details.name)} starts another server`
          : `the entry ${quote(details.name)} already starts another server`,
      (details: NamedServer) =>
        details.isRemoval
          ? "name the entry of your server with `--name`, or remove this entry with `--force`"
          : "choose another name with `--name`, or overwrite the entry with `--force`",
    ),
    hidesLine: true,
  },
} as const;

/** Describes the edit. The text of the entry follows, if the layout is `tables`, `inline` or `list` and the change is not a removal. */
function describeEdit({ name, change, layout, container }: ManualEdit): string {
  if (layout === "duplicates") return "remove the duplicate keys from the file, and run the command again";
  const entry = `the entry ${quote(name)}`;
  if (change === "remove") return `remove ${entry} by hand`;
  if (layout === "entry") return `remove ${entry}, and run the command again`;
  if (layout === "tables") return `remove ${entry}, and add these lines at the end of the file`;
  const list = `the list \`${container}\``;
  if (layout === "list") return change === "add" ? `add this item to ${list} by hand` : `replace ${entry} of ${list} with this by hand`;
  const braces = `between the braces of \`${container}\``;
  return change === "add" ? `add this ${braces}, separated by a comma` : `replace ${entry} ${braces} with this`;
}
