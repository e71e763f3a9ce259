/** Tests the licenses that bundles contain. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { collectLicenses } from "../../scripts/licenses.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "climax-licenses-"));
  write("package.json", JSON.stringify({ name: "own", version: "1.0.0", license: "MIT" }));
  write("LICENSE", "own words\n");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function install(folder: string, name: string, license?: string): void {
  write(`${folder}/package.json`, JSON.stringify({ name, version: "2.0.0", license: "ISC" }));
  if (license !== undefined) write(`${folder}/license.md`, license);
}

it("are those of the packages of the given files, each text once", () => {
  install("node_modules/b", "b", "shared words\r\n");
  install("node_modules/@scope/a", "@scope/a", "shared words\n");
  install("node_modules/b/node_modules/c", "c", "other words\n");
  install("node_modules/unused", "unused", "no words\n");
  const inputs = [
    "generator/cli.ts",
    "node_modules/b/x.js",
    "node_modules/b/lib/y.js",
    "node_modules/@scope/a/index.js",
    "node_modules/b/node_modules/c/z.js",
  ];
  const sections = collectLicenses(inputs, root).split(`\n${"-".repeat(80)}\n\n`);
  expect(sections).toEqual([
    "@scope/a 2.0.0 (ISC)\nb 2.0.0 (ISC)\n\nshared words\n",
    "c 2.0.0 (ISC)\n\nother words\n",
    "own 1.0.0 (MIT)\n\nown words\n",
  ]);
});

it("must exist", () => {
  install("node_modules/b", "b");
  expect(() => collectLicenses(["node_modules/b/x.js"], root)).toThrow("b has no file with its license");
});

it("of the SDK and its schemas are in the directory of the server", () => {
  const text = readFileSync(new URL("../../runtime/dist/bundle/licenses.txt", import.meta.url), "utf8");
  for (const name of ["@modelcontextprotocol/server", "zod", "yaml", "jose", "re2js", "@opentelemetry/api", "climax-gen"]) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
});
