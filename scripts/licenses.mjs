/** The licenses of what the bundles hold: most of them ask to be handed on with the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENSE_FILE = /^(licen[cs]e|copying)\b/i;

/**
 * One text for the package in `root` and those that the files in `inputs`, paths below it, belong to. Packages under the same words
 * share them.
 */
export function collectLicenses(inputs, root) {
  const folders = new Set(inputs.flatMap((input) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []));
  const packages = [".", ...folders].map((folder) => readPackage(join(root, folder)));
  const titles = new Map(packages.map(({ text }) => [text, new Set()]));
  for (const { title, text } of packages) titles.get(text).add(title);
  const sections = Array.from(titles, ([text, named]) => `${Array.from(named, String).toSorted().join("\n")}\n\n${text}\n`);
  return sections.toSorted().join(`\n${"-".repeat(80)}\n\n`);
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its license`);
  return { title: `${name} ${version} (${license})`, text: readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim() };
}
