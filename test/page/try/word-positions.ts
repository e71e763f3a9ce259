/** Finds the words of a command line in the template that the page shows, with their positions in YAML files. */
import type { CommandWord } from "../../../runtime/command-line/command-word.ts";
import type { PageTool, PagePosition } from "../../../generator/page/page-data.ts";

type Origin = CommandWord["origin"];

/** Returns the position of each word, or undefined if the page has none. The words of the command itself are matched by their order. */
export function findWordPositions(
  { template = [], args }: Pick<PageTool, "template" | "args">,
  origins: readonly Origin[],
): readonly (PagePosition | undefined)[] {
  const known = template.flatMap(({ words }) => words);
  const seen = new Map<string, number>();
  return origins.map((origin) => {
    const key = JSON.stringify(origin);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    // The template shows the flag of an optional value with the value.
    const joined = JSON.stringify("part" in origin && origin.part === "flag" ? { ...origin, part: "flag_and_value" } : origin);
    const exact = known.filter((word) => JSON.stringify(word.origin) === key);
    const same = exact.length > 0 ? exact : known.filter((word) => JSON.stringify(word.origin) === joined);
    // A variable can stand for several words of the command.
    return same[Math.min(number, same.length - 1)]?.position ?? positionOfArgument(args, origin);
  });
}

/** Returns the position of the value of an enum, or of the argument. */
function positionOfArgument(args: PageTool["args"], origin: Origin): PagePosition | undefined {
  if (origin.kind !== "arg") return undefined;
  const arg = args.find(({ name }) => name === origin.name);
  const ofValue = origin.part === "enum" ? arg?.values?.find(([value]) => value === origin.value)?.[1] : undefined;
  return ofValue ?? arg?.position;
}

/** Formats a position as `path:line`. */
export function formatPosition(files: readonly string[], [file, line]: PagePosition): string {
  return `${files[file] ?? ""}:${line}`;
}
