/** Finds the position in a YAML file that a word of a command line comes from. */
import type { CommandWord } from "@climax-gen/runtime/browser";
import type { PageTool, Place } from "../../page-data.ts";

/** Returns `path:line`, or undefined if the page has no positions. */
export function findWordPlace(files: readonly string[], page: PageTool, origin: CommandWord["origin"]): string | undefined {
  const words = (page.template ?? []).flatMap((group) => group.words);
  const exact = words.find((word) => JSON.stringify(word.origin) === JSON.stringify(origin))?.place;
  const place = exact ?? placeOfArgument(page, origin) ?? words.find((word) => word.origin.kind === origin.kind)?.place;
  return place && formatPlace(files, place);
}

function placeOfArgument({ args }: PageTool, origin: CommandWord["origin"]): Place | undefined {
  return origin.kind === "arg" ? args.find(({ name }) => name === origin.name)?.place : undefined;
}

function formatPlace(files: readonly string[], [file, line]: Place): string {
  return `${files[file] ?? ""}:${line}`;
}
