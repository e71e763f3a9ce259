/** Builds the description of a program from the texts of its commands. Pure. */
import type { CliDescription, CommandFacts, OptionFacts, Page } from "../description.ts";
import { sourceKinds } from "../description.ts";
import { type PageFacts, readPage } from "../read/read-page.ts";
import { mergeOptions } from "./merge-options.ts";

export interface DescribeInput {
  readonly program: string;
  readonly version?: string;
  readonly pages: readonly Page[];
}

/** Path of a page that lists the global options of all commands, such as that of `kubectl options`. */
const GLOBAL_PAGE = "options";

/** Reads all pages, and merges those about the same command by the priority of their kinds. */
export function describeProgram({ program, version, pages }: DescribeInput): CliDescription {
  const byPath = new Map<string, readonly PageFacts[]>();
  for (const page of pages) {
    const key = page.path.join(" ");
    byPath.set(key, [...(byPath.get(key) ?? []), readPage(program, page)]);
  }
  const globals = byPath.get(GLOBAL_PAGE)?.flatMap(({ options, commands }) => (commands.length === 0 ? options : [])) ?? [];
  if (globals.length > 0) byPath.delete(GLOBAL_PAGE);
  const root = buildCommand(
    [],
    byPath,
    globals.map((option) => ({ ...option, isInherited: true })),
  );
  return { program, ...(version !== undefined && { version }), root };
}

type PagesByPath = ReadonlyMap<string, readonly PageFacts[]>;

function buildCommand(path: readonly string[], pages: PagesByPath, globals: readonly OptionFacts[]): CommandFacts {
  const own = byPriority(pages.get(path.join(" ")) ?? []);
  const children = childPaths(path, pages).map((child) => buildCommand(child, pages, globals));
  const options = mergeOptions([...own.map((page) => page.options), ...own.map((page) => page.usageOptions), globals]);
  const summary = own.find((page) => page.summary !== undefined)?.summary;
  const [usage] = own.filter((page) => page.usage.length > 0);
  return {
    path,
    ...(summary && { summary }),
    usage: usage?.usage ?? [],
    options,
    positionals: own.find((page) => page.positionals.length > 0)?.positionals ?? [],
    exits: own.find((page) => page.exits.length > 0)?.exits ?? [],
    commands: children,
    hasEndOfOptions: own.some((page) => page.hasEndOfOptions),
  };
}

function byPriority(pages: readonly PageFacts[]): readonly PageFacts[] {
  return pages.toSorted((one, other) => sourceKinds.indexOf(one.page.from) - sourceKinds.indexOf(other.page.from));
}

/** Paths of the commands directly below a path, with or without a page of their own. */
function childPaths(path: readonly string[], pages: PagesByPath): readonly (readonly string[])[] {
  const prefix = path.length === 0 ? "" : `${path.join(" ")} `;
  const names = Array.from(pages.keys()).flatMap((key) =>
    key.startsWith(prefix) && key !== "" ? [key.slice(prefix.length).split(" ")[0] ?? ""] : [],
  );
  return [...new Set(names)].filter((name) => name !== "").map((name) => [...path, name]);
}
