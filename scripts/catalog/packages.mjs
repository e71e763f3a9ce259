/** `node scripts/catalog/packages.mjs KIND`: prints the packages of one kind, such as `debian`, that the entries of the catalog name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { listConfigs } from "./configs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [kind = ""] = process.argv.slice(2);
const named = listConfigs().flatMap((path) => {
  const config = parse(readFileSync(join(root, path), "utf8"), { merge: true });
  return config["x-catalog"]?.package?.[kind] ?? [];
});
for (const name of new Set(named)) console.log(name);
