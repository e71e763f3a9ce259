/** Finds tools that declare `runs_code: false`, and run code nevertheless. */
import { addressOf } from "../check/files/locations.ts";
import { findDirectoryCode } from "./executed-texts.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";

/**
 * Returns the hazard of a tool that declares `runs_code: false`, at most one.
 * @param executed names of the tools that execute text of the caller, without an acknowledgement
 */
export function findDeniedCode(owner: EnabledCommand, executed: ReadonlySet<string>): readonly Hazard[] {
  const { file, tool } = owner;
  if (tool.runs_code !== false) return [];
  const program = findDirectoryCode(owner);
  const why = executed.has(tool.name)
    ? "callers can run a program with it"
    : program && `\`${program}\` runs code of its working directory`;
  if (why === undefined) return [];
  return [hazardAt("denied-code", partAt(file, addressOf(tool.name), ["runs_code"]), partsOf(owner), { tool: tool.name, why })];
}
