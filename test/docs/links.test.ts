/**
 * Checks the references of the documents: relative links, their fragments, paths of source files, and options of `climax-gen` and of a
 * server must exist.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readLaunch } from "../../runtime/launch/launch.ts";
import { climaxGen } from "../e2e/project.ts";

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

/** Options of command lines in code: the command, or "" for generation, and its options. Words after ` -- ` are options of a server. */
function namedOptions(text: string): readonly (readonly [command: string, option: string])[] {
  const lines = Array.from(text.matchAll(/\bclimax-gen((?: (?!-- )[^\n`|#;]*?)?)(?= -- |[\n`|#;])/g), ([, words = ""]) => words);
  return lines.flatMap((words) => {
    const [, command = ""] = /^ ([a-z]+) /.exec(words) ?? [];
    return Array.from(words.matchAll(/ (--[a-z][a-z-]+)/g), ([, option = ""]) => [command, option] as const);
  });
}

it("the documents name existing options of climax-gen", async () => {
  const current = documents.filter((path) => path !== "CHANGELOG.md");
  const named = current.flatMap((path) => namedOptions(readFileSync(join(root, path), "utf8")).map((found) => [path, ...found] as const));
  const { stdout } = await climaxGen(["--help"]);
  const known = new Set(Array.from((stdout.split("\nCommands:\n")[1] ?? "").matchAll(/^ {2}([a-z]+) /gm), ([, name = ""]) => name));
  const helps = new Map([["", stdout]]);
  for (const name of known) helps.set(name, (await climaxGen([name, "--help"])).stdout);
  const helpOf = (command: string): string => helps.get(known.has(command) ? command : "") ?? "";
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(([, command, option]) => !new RegExp(`${option}(?![a-z-])`).test(helpOf(command)))).toEqual([]);
});

it("the documents name existing options of servers", () => {
  const launch = readLaunch(["--help"], { name: "server", version: "1.0.0", classic: false });
  const current = documents.filter((path) => path !== "CHANGELOG.md");
  const named = current.flatMap((path) =>
    Array.from(readFileSync(join(root, path), "utf8").matchAll(/dist\/server\.mjs"?((?: [^\n`|]*)?)/g), ([, words = ""]) => words).flatMap(
      (words) => Array.from(words.matchAll(/ (--[a-z][a-z-]+)/g), ([, option = ""]) => [path, option] as const),
    ),
  );
  const help = launch.kind === "print" ? launch.text : "";
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, option]) => !help.includes(option))).toEqual([]);
});
