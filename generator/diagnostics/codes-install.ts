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

/** A rule in a client's settings that changes the effect of the rules that the command writes. */
export interface PermissionConflict {
  readonly rule: string;
  /** Key of the settings, or path of the file, that contains the rule. */
  readonly place: string;
  /**
   * `loses`: the written rule wins. `denies-shell`: it denies a command that the written rules only ask about. `blocks-tool`: it asks about
   * or denies a tool that should run without asking. `overrides`: it allows what the written rules deny or ask about.
   */
  readonly effect: "loses" | "denies-shell" | "blocks-tool" | "overrides";
  readonly shell: "deny" | "ask";
}

export const installCodes = {
  "open-hazards": error(
    ({ count, first }: { readonly count: number; readonly first: string }) =>
      count === 1 ? `the server has an undecided warning: ${first}` : `the server has ${count} undecided warnings, such as: ${first}`,
    "run `climax-gen validate` with the configs and the policy of the server, follow the help of each warning, and generate the server again; or add `--accept-hazards`",
  ),
  "server-needs-http": error(
    "the server reads the secret {secret}, so it does not start on standard input",
    "start it with `--http`, and add its URL to the client, as docs/http.md describes",
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
  "permission-shape": error(
    "`{place}` of the client's settings does not have the form that rules need",
    "correct the settings, and run the command again",
  ),
  "permission-layout": error(
    "the layout of the settings does not allow the rule `{rule}` to be changed safely",
    "remove duplicate keys from the settings, and run the command again",
  ),
  "permission-record": error(
    "the record of the rules that the command has added is damaged",
    "remove this file and the rules of your servers from the settings, and run the command again",
  ),
  "edited-rule-file": error(
    "the file has another content than the command has written",
    "move your rules to another file in this directory, and add `--force`",
  ),
  "permission-conflict": warning(
    ({ rule, place, effect, shell }: PermissionConflict) => `${quote(rule)} in \`${place}\` ${EFFECTS[effect](shell)}`,
    ({ effect }: PermissionConflict) =>
      effect === "loses" ? "remove the rule, which has no effect any more" : "remove the rule if you do not need it",
  ),
  "uncovered-programs": warning(
    ({ programs }: { readonly programs: readonly string[] }) =>
      `no rule covers the shell commands of ${listQuoted(programs)}, because a prefix cannot name them`,
    "use a sandbox or the guard, as docs/permissions.md describes",
  ),
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

const EFFECTS: Readonly<Record<PermissionConflict["effect"], (shell: "deny" | "ask") => string>> = {
  loses: (shell) =>
    shell === "deny" ? "no longer allows these commands: they are denied" : "no longer allows these commands: the client asks",
  "denies-shell": () => "denies commands that the client should ask about",
  "blocks-tool": () => "asks about or denies a tool that should run without asking",
  overrides: (shell) => `allows the commands that should be ${shell === "deny" ? "denied" : "asked about"}`,
};

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
