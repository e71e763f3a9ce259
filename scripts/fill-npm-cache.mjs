/**
 * Fills npm's cache with the dependencies of both packages, so that the test that installs them elsewhere needs no network. CI runs it
 * before the tests, because `npm ci` does not fetch everything that npm needs to resolve the dependencies again. It installs twice, with
 * and without a lock file, because npm asks for a package's description in another form for each.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const readDependencies = (path) => JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8")).dependencies;

const { "@climax-gen/runtime": _, ...dependencies } = { ...readDependencies("package.json"), ...readDependencies("runtime/package.json") };
const folder = mkdtempSync(join(tmpdir(), "climax-cache-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "cache", private: true, dependencies }));
  // From a lock file without addresses, `npm ci` requests other documents of the registry than `npm install`.
  for (const command of ["install", "ci"]) {
    const words = [command, "--ignore-scripts", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved"];
    execFileSync("npm", words, { cwd: folder, stdio: "inherit" });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
