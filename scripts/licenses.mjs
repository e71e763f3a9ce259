/** Collects the licenses of bundled code, most of which must be distributed with it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENSE_FILE = /^(licen[cs]e|copying)\b/i;

/**
 * Returns one text with the licenses of the package in `root` and of the packages of the files in `inputs`, which are paths below `root`.
 * Packages with identical licenses share one entry.
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
