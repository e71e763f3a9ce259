/** Reads the tables of ARCHITECTURE.md and CONTRIBUTING.md that say which files import a module or a package. */
import { type Import, packageOf } from "./imports.ts";

/** One row: the modules or packages of the row are imported in these files only. */
export interface ImportRule {
  /** Names of modules or packages. `*` at the end stands for any rest. Empty for a row that restricts no import. */
  readonly names: readonly string[];
  /** Directories with `/` at the end, or files: a file has this name in the directory or in a directory inside it. */
  readonly places: readonly string[];
}

/** Returns the rows of the table that follows a line, from the columns with these numbers. The first column is 0. */
export function readRules(page: string, line: string, columns: { readonly names: number; readonly places: number }): readonly ImportRule[] {
  const [, after] = page.split(`\n${line}\n`);
  if (after === undefined) throw new Error(`no line: ${line}`);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(after) ?? [];
  const rows = table.trim().split("\n").slice(2);
  return rows.map((row) => {
    const cells = row.split("|").slice(1);
    return { names: codeSpans(cells[columns.names]), places: codeSpans(cells[columns.places]) };
  });
}

const codeSpans = (cell = ""): readonly string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);

/** Reports whether a name of a rule stands for a package. */
export const isNamed = (names: readonly string[], name: string): boolean =>
  names.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));

/** Reports whether a file is in a place of a rule. */
export function isIn(place: string, file: string): boolean {
  const end = place.lastIndexOf("/") + 1;
  return file.startsWith(place.slice(0, end)) && (place.endsWith("/") || file.slice(end - 1).endsWith(`/${place.slice(end)}`));
}

/** Returns the imports of named modules or packages in files where no rule has them. */
export const findForbidden = (rules: readonly ImportRule[], imports: readonly Import[]): readonly Import[] =>
  imports.filter((one) => {
    const naming = rules.filter(({ names }) => isNamed(names, packageOf(one) ?? ""));
    return naming.length > 0 && !naming.some(({ places }) => places.some((place) => isIn(place, one.file)));
  });

/** Returns the parts of rules that nothing needs any more, as `name in place`. */
export const findUnused = (rules: readonly ImportRule[], imports: readonly Import[]): readonly string[] =>
  rules.flatMap(({ names, places }) => [
    ...names
      .filter((name) => !imports.some((one) => isNamed([name], packageOf(one) ?? "") && places.some((place) => isIn(place, one.file))))
      .map((name) => `${name} in ${places.join(", ")}`),
    ...places
      .filter((place) => !imports.some((one) => isIn(place, one.file) && (names.length === 0 || isNamed(names, packageOf(one) ?? ""))))
      .map((place) => `${names.join(", ")} in ${place}`),
  ]);
