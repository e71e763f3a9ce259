/** The tools of a server that run without asking, and the client's treatment of the shell form of its programs. Independent of clients. */
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { readLaunch } from "@climax-gen/runtime/internal/launch/launch";
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "@climax-gen/runtime/internal/tool/meta-tool-names";
import type { ShellRule } from "./shell-rule.ts";
import type { ShellForms } from "./shell-forms.ts";

/** The permissions of a server in a client. */
export interface Permissions {
  /** Name of the server in the client. */
  readonly server: string;
  /** Names of tools that run without asking, sorted. */
  readonly free: readonly string[];
  /** Names of tools about which the client asks, sorted. */
  readonly asked: readonly string[];
  /** First words of shell commands that start programs of the server, joined by spaces. Empty for `leave`. */
  readonly commands: readonly string[];
  readonly shell: Exclude<ShellRule, "leave">;
}

/** Facts about the installed server. */
export interface InstalledServer {
  readonly name: string;
  /** Options with which the client starts the server. They must be valid. */
  readonly flags: readonly string[];
  readonly header: { readonly classic: boolean; readonly splitCalls?: boolean | undefined; readonly risks: readonly string[] };
  readonly tools: readonly Tool[];
}

/** Returns the permissions of a server. The tools are those that its mode lists: its own, the meta-tools, or both if that is open. */
export function toPermissions({ name, flags, header, tools }: InstalledServer, shell: ShellRule, { commands }: ShellForms): Permissions {
  const { classic, splitCalls } = header;
  const launch = readLaunch(flags, { name: "", version: "", classic, ...(splitCalls !== undefined && { splitCalls }) });
  const mode = launch.kind === "serve" ? launch : { classic, isAuto: undefined, splitCalls };
  const isAuto = mode.isAuto === true;
  const own = mode.classic || isAuto ? tools.map((tool) => ({ name: tool.name, isFree: tool.risk === "read" })) : [];
  const metas = mode.classic && !isAuto ? [] : metaTools(header.risks, mode.splitCalls === true);
  const listed = [...own, ...metas];
  const names = (isFree: boolean): readonly string[] =>
    listed
      .filter((tool) => tool.isFree === isFree)
      .map((tool) => tool.name)
      .toSorted();
  return {
    server: name,
    free: names(true),
    asked: names(false),
    commands: shell === "leave" ? [] : commands,
    shell: shell === "leave" ? "deny" : shell,
  };
}

interface PermittedTool {
  readonly name: string;
  readonly isFree: boolean;
}

function metaTools(risks: readonly string[], isSplit: boolean): readonly PermittedTool[] {
  return [
    { name: SEARCH_TOOL, isFree: true },
    { name: CALL_TOOL, isFree: risks.length > 0 && risks.every((risk) => risk === "read") },
    ...(isSplit ? [{ name: READ_TOOL, isFree: true }] : []),
  ];
}
