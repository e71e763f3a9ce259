/** Reads the options of a help text for tests. */
import { readPage } from "../../generator/import/read/read-page.ts";

/** Returns the options of a text: their names, a mark for a value (`=`, `[=]`), and the description. */
export function readOptions(text: string): readonly string[] {
  const { options, usageOptions } = readPage("tool", { from: "help", label: "", path: [], text });
  const marks = { value: "=", optional: "[=]", switch: "", unknown: "?" };
  return [...options, ...usageOptions].map(({ names, kind, description }) =>
    `${names.join(" ")}${marks[kind]} ${description?.value ?? ""}`.trim(),
  );
}
