/** Checks the names of tools and arguments: each is safe in generated code, accepted by MCP hosts, and unique. */
import { isReservedName, OUTPUT_READ, OUTPUT_STOP } from "@climax-gen/runtime/internal/tool/meta-tool-names";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { Part } from "../reporting/part.ts";
import type { Report } from "../reporting/report.ts";

/** A name, and its location in the document. */
interface PlacedName {
  readonly name: string;
  readonly path: YamlPath;
}

type Named = Pick<Part<{ readonly name: string }>, "value" | "path">;

/** Returns the names of parts. A part without a valid name is reported with its keys. */
function listNames(parts: readonly Named[]): readonly PlacedName[] {
  return parts.flatMap(({ value: { name }, path }) => (name === undefined ? [] : [{ name, path: [...path, "name"] }]));
}

/** Checks the names of the tools of a file. */
export function checkToolNames(tools: readonly Named[], report: Report): void {
  const names = listNames(tools);
  for (const { name, path } of names) {
    checkName(name, "a tool", path, report);
    if (name === OUTPUT_READ) report.atValue("reserved-output-read", path);
    else if (name === OUTPUT_STOP) report.atValue("reserved-output-stop", path);
    else if (isReservedName(name)) report.atValue("reserved-tool-name", path, { name });
  }
  reportDuplicates("duplicate-tool", names, report);
}

/** Checks the names of the arguments of a tool, or of the global arguments. */
export function checkArgNames(args: readonly Named[], report: Report): void {
  const names = listNames(args);
  for (const { name, path } of names) checkName(name, "an argument", path, report);
  reportDuplicates("duplicate-argument", names, report);
}

/** Reports each name that an earlier part has, too. If one anchor defines both, the diagnostic points at the aliases. */
export function reportDuplicates(
  code: "duplicate-tool" | "duplicate-argument" | "duplicate-method",
  names: readonly PlacedName[],
  report: Report,
): void {
  const first = new Map<string, YamlPath>();
  for (const { name, path } of names) {
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, path);
      continue;
    }
    const here = report.locate(path);
    const there = report.locate(earlier);
    const isShared = here.source === there.source && here.value.start === there.value.start;
    const span = (isShared ? here.alias : undefined) ?? here.value;
    const related = (isShared && here.alias === undefined ? there.alias : undefined) ?? there.value;
    const duplicate = diagnose(code, { source: here.source, span }, { name });
    report.add(withRelated(duplicate, "first defined here", { source: there.source, span: related }));
  }
}

/** Several MCP hosts reject longer names, although SEP-986 allows 128 characters. */
const maxNameLength = 64;

/** Characters that SEP-986 allows for tools. Hosts apply the same rule to argument names. */
const portableName = /^[A-Za-z0-9._-]+$/;

/** Reports at most one diagnostic per name, the most severe. */
function checkName(name: string, what: "a tool" | "an argument", path: YamlPath, report: Report): void {
  const problem = findUnsafeName(name);
  if (problem !== undefined) report.atValue("unsafe-name", path, { what, name, ...problem });
  else if (!portableName.test(name)) report.atValue("name-characters", path, { what, name });
  else if (name.length > maxNameLength) report.atValue("long-name", path, { what, length: name.length, limit: maxNameLength });
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
