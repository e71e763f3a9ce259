/** Checks that the name of a tool or an argument is safe in generated code and accepted by MCP hosts. */
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "../reporting/report.ts";

/** Several MCP hosts reject longer names, although SEP-986 allows 128 characters. */
const maxNameLength = 64;

/** Characters that SEP-986 allows for tools. Hosts apply the same rule to argument names. */
const portableName = /^[A-Za-z0-9._-]+$/;

/** Reports at most one diagnostic per name, the most severe. @param what `a tool` or `an argument` */
export function checkName(name: string, what: string, path: YamlPath, report: Report): void {
  const problem = findUnsafeName(name);
  if (problem !== undefined) report.atValue("unsafe-name", path, { what, name, ...problem });
  else if (!portableName.test(name)) report.atValue("name-characters", path, { what, name });
  else if (name.length > maxNameLength) report.atValue("long-name", path, { what, length: name.length });
}

/** A fault of a name, and its remedy. */
export interface NameProblem {
  readonly reason: string;
  readonly fix: string;
}

/** The problem of a name without characters. */
export const EMPTY_NAME: NameProblem = { reason: "a name cannot be empty", fix: "choose a name" };
/** The problem of a name that begins or ends with whitespace. */
export const PADDED_NAME: NameProblem = { reason: "whitespace around a name is invisible", fix: "remove the whitespace" };
/** The problem of the name `__proto__`. */
export const PROTOTYPE_NAME: NameProblem = { reason: "the key has a special meaning in JavaScript", fix: "choose another name" };

function findUnsafeName(name: string): NameProblem | undefined {
  if (name === "") return EMPTY_NAME;
  if (name === "__proto__") return PROTOTYPE_NAME;
  if (/^(0|[1-9][0-9]*)$/.test(name))
    return { reason: "JavaScript moves integer keys to the front", fix: "put a letter before the digits" };
  if (name.trim() !== name) return PADDED_NAME;
  // Control characters are reported by `load/decode.ts`.
  return undefined;
}
