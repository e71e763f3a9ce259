/** Paths with `~` or a variable in them, in places where nothing is expanded. */
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "./report.ts";

/** Warns of a folder that will not be found. */
export function checkFolder(key: string, folder: unknown, path: YamlPath, report: Report): void {
  const text = typeof folder === "string" ? findUnexpanded(folder) : undefined;
  if (text !== undefined) report.atValue("literal-path", path, { key, text, fix: "write the full path of the directory" });
}

/** The same for a variable, whose value may be a list of paths: `$PATH:/opt/bin` leaves the program without any program. */
export function checkVariableText(value: unknown, path: YamlPath, report: Report): void {
  const paths = typeof value === "string" ? value.split(":") : [];
  const text = paths.map(findUnexpanded).find((found) => found !== undefined);
  const fix = "write the full value, or remove the variable to inherit the server's";
  if (text !== undefined) report.atValue("literal-path", path, { key: "env", text, fix });
}

/** Where variables are expanded and `~` is not. */
export function checkTilde(key: string, folder: unknown, path: YamlPath, report: Report): void {
  const [tilde] = typeof folder === "string" ? (/^~\w*(?=[/:]|$)/.exec(folder) ?? []) : [];
  if (tilde !== undefined) report.atValue("literal-path", path, { key, text: tilde, fix: "write `$HOME`" });
}

/** `~`, `~ana`, `$HOME` or `${HOME}` at the start of a path; undefined where it has none. */
function findUnexpanded(path: string): string | undefined {
  return /^(?:~\w*(?=\/|$)|\$[A-Za-z_]\w*|\$\{\w+\})/.exec(path)?.[0];
}
