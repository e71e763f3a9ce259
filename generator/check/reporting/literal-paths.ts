/** Reports paths with `~` or a variable in keys whose values are not expanded. */
import type { YamlPath } from "../../load/locate.ts";
import { findForeignVariable, foreignVariableFix } from "../../text/foreign-variable.ts";
import type { Report } from "./report.ts";

/** Reports `~` or a variable at the start of a directory, which would not be found. */
export function checkFolder(key: string, folder: unknown, path: YamlPath, report: Report): void {
  const text = typeof folder === "string" ? findUnexpanded(folder) : undefined;
  if (text !== undefined) report.atValue("literal-path", path, { key, text, fix: "write the full path of the directory" });
}

/**
 * Reports `~` and variables in the value of an environment variable, which can be a list of paths. For example, with `$PATH:/opt/bin` the
 * program would find no other program.
 */
export function checkVariableText(value: unknown, path: YamlPath, report: Report): void {
  const paths = typeof value === "string" ? value.split(":") : [];
  const text = paths.map(findUnexpanded).find((found) => found !== undefined);
  const fix = "write the full value, or remove the variable to inherit the server's";
  if (text !== undefined) report.atValue("literal-path", path, { key: "env", text, fix });
}

/** Reports a variable in the notation of a shell or of a client's file, such as `${X:-none}`, `${env:X}` and `${input:x}`. */
export function checkForeignVariable(key: "env" | "default", value: unknown, path: YamlPath, report: Report): void {
  const found = typeof value === "string" ? findForeignVariable(value) : undefined;
  if (found === undefined) return;
  // The variables of a config are not expanded, but those of a tool and the defaults of global arguments are.
  const isExpanded = key === "default" || path.length > 2;
  const fix = isExpanded ? foreignVariableFix(found) : "write the full value";
  report.atValue("literal-path", path, { key, text: found.text, fix });
}

/** Reports `~` in a value in which only variables are expanded. */
export function checkTilde(key: string, folder: unknown, path: YamlPath, report: Report): void {
  if (typeof folder !== "string") return;
  const [tilde] = /^~\w*(?=[/:]|$)/.exec(folder) ?? [];
  if (tilde === undefined) return;
  // `~ana` is the home directory of another user, which no variable contains.
  const fix = tilde === "~" ? `write \`$HOME${folder.slice(1)}\`` : "write the full path";
  report.atValue("literal-path", path, { key, text: tilde, fix });
}

/** Returns `~`, `~ana`, `$HOME` or `${HOME}` from the start of a path, or undefined. */
function findUnexpanded(path: string): string | undefined {
  return /^(?:~\w*(?=\/|$)|\$[A-Za-z_]\w*|\$\{\w+\})/.exec(path)?.[0];
}
