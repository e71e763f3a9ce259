/** Lists the configs of the catalog. Run as a program, prints their paths for the command lines of scripts, or those of the named programs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the paths of the configs of all programs, or of the named ones, from the root of the repository. */
export function listConfigs(programs = readdirSync(join(root, "catalog"))) {
  return programs.flatMap((program) =>
    readdirSync(join(root, "catalog", program))
      .filter((name) => name.endsWith(".yaml") && name !== "queries.yaml")
      .map((name) => `catalog/${program}/${name}`)
      .filter((path) => !/^kind: fragment$/m.test(readFileSync(join(root, path), "utf8"))),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(listConfigs(process.argv.length > 2 ? process.argv.slice(2) : undefined).join(" "));
