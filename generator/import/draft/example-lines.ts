/** Prints the examples of a command's pages as examples of its tool. Pure. */
import type { CommandFacts } from "../description.ts";
import { cite, type DraftArgument } from "./draft-argument.ts";
import { type ExampleValue, readExample } from "./read-example.ts";
import { shortenText } from "./short-text.ts";
import { flowText } from "./yaml-text.ts";

/** Maximum number of examples of a tool. Agents read them with each search. */
const MAX_EXAMPLES = 3;

/** Returns the examples of the page that consist of arguments of the tool only, those with a caption first. */
export function exampleLines(
  { path, examples = [] }: Pick<CommandFacts, "path" | "examples">,
  args: readonly DraftArgument[],
): readonly string[] {
  const seen = new Set<string>();
  const lines = examples.flatMap(({ value: { text, caption }, ...source }): readonly string[] => {
    if (caption === undefined) return [];
    const values = readExample(text, path.length + 1, args);
    if (values === undefined || values.size === 0) return [];
    const said = Array.from(values, ([name, value]) => `${name}: ${printValue(value)}`).join(", ");
    if (seen.has(said)) return [];
    seen.add(said);
    const { text: short } = shortenText(caption, MAX_CAPTION);
    return [`      - { description: ${flowText(short)}, args: { ${said} } } # ${cite(source)}`];
  });
  return lines.length === 0 ? [] : ["    examples:", ...lines.slice(0, MAX_EXAMPLES)];
}

/** Maximum length of an example's description, in UTF-16 code units. */
const MAX_CAPTION = 120;

function printValue(value: ExampleValue): string {
  if (typeof value === "string") return flowText(value);
  return typeof value === "object" ? `[${value.map(flowText).join(", ")}]` : String(value);
}
