/**
 * Checks the references of the documents: every relative link leads to a file, every fragment to a heading of it, and every path of a
 * source file exists.
 */
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

/** Paths in code spans that start with a directory of sources. `*` in a path stands for any characters. */
const SOURCE_PATH = /`((?:generator|runtime|scripts|templates|test)\/[\w./*-]*)`/g;

const exists = (path: string): boolean => {
  const fixed = path.split("*", 1)[0] ?? "";
  return existsSync(join(root, fixed === path ? path : dirname(fixed)));
};

it("the documents name existing source files", () => {
  const current = documents.filter((path) => path !== "CHANGELOG.md");
  const named = current.flatMap((path) => Array.from(readProse(path).matchAll(SOURCE_PATH), ([, file = ""]) => [path, file] as const));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, file]) => !exists(file))).toEqual([]);
});
