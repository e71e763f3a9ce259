/** Compares CONTRIBUTING.md with package.json: the reasons for all dependencies, and the scripts. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("CONTRIBUTING.md");
const manifests = ["package.json", "runtime/package.json"].map((path) => JSON.parse(read(path)) as Manifest);

it("CONTRIBUTING.md has a reason for every dependency", () => {
  const [, section = ""] = page.split("\n## Dependencies, and why each is here\n");
  const cells = Array.from(section.split("\nConsidered and not used")[0]?.matchAll(/^\| (`[^|]*)\|/gm) ?? [], ([, cell = ""]) => cell);
  const listed = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name));
  const own = new Set(manifests.map(({ name }) => name));
  const used = manifests.flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }));
  const toRow = (name: string): string => name.replace(/^@opentelemetry\/.*/, "@opentelemetry/*");
  expect(new Set(listed)).toEqual(new Set(used.filter((name) => !own.has(name)).map(toRow)));
});

it("decides about the install script of every dependency, so that npm prints no warning", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const installed = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = installed.map(([path]) => path.replace(/^.*node_modules\//, ""));
  const { allowScripts = {} } = JSON.parse(read("package.json")) as { readonly allowScripts?: Readonly<Record<string, boolean>> };
  expect(Object.keys(allowScripts).toSorted()).toEqual(names.toSorted());
});

it("CONTRIBUTING.md names only existing scripts", () => {
  const scripts = Object.keys(manifests[0]?.scripts ?? {});
  const named = Array.from(page.matchAll(/npm run ([a-z:-]+)/g), ([, name = ""]) => name);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});
