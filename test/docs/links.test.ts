/** Checks the links between the documents: every relative link leads to a file, and every fragment to a heading of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const markdown = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [...markdown("."), ...markdown("docs"), ...markdown("docs/guides")];

/** Returns the text of a document without code blocks, whose comments look like headings. */
const readProse = (path: string): string => readFileSync(join(root, path), "utf8").replaceAll(/^```.*\n[^]*?^```$/gm, "");

/** Returns the fragments of a document: its headings as GitHub writes them. */
function fragmentsOf(path: string): ReadonlySet<string> {
  const headings = Array.from(readProse(path).matchAll(/^#+ (.*)$/gm), ([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function findBroken(path: string): readonly string[] {
  const links = Array.from(readProse(path).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g));
  return links.flatMap(([link, file = "", fragment]) => {
    const target = file === "" ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(root, target))) return [link];
    return fragment === undefined || fragmentsOf(target).has(fragment) ? [] : [link];
  });
}

it.each(documents)("%s links only to existing files and headings", (path) => {
  expect(findBroken(path)).toEqual([]);
});
