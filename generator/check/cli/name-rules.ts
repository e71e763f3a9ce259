/** What the name of a tool or an argument may be: safe in generated code, and accepted by MCP hosts. */
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "../reporting/report.ts";

/** Several MCP hosts refuse longer names, although SEP-986 allows 128 characters. */
const maxNameLength = 64;

/** SEP-986 for tools; hosts hold the names of arguments to the same. */
const portableName = /^[A-Za-z0-9._-]+$/;

/** `what`: `a tool`, `an argument`. At most one diagnostic for a name, about the worst that is wrong with it. */
export function checkName(name: string, what: string, path: YamlPath, report: Report): void {
  const reason = findDanger(name);
  if (reason !== undefined) report.atValue("unsafe-name", path, { what, name, reason });
  else if (!portableName.test(name)) report.atValue("name-characters", path, { what, name });
  else if (name.length > maxNameLength) report.atValue("long-name", path, { what, length: name.length });
}

function findDanger(name: string): string | undefined {
  if (name === "") return "a name cannot be empty";
  if (name === "__proto__") return "JavaScript gives that key another meaning, choose another name";
  if (/^(0|[1-9][0-9]*)$/.test(name)) return "JavaScript sorts keys that are whole numbers to the front, put a letter before the digits";
  if (name.trim() !== name) return "white space around a name cannot be seen, remove it";
  // Control characters are reported as such wherever they stand (`load/decode.ts`).
  return undefined;
}
