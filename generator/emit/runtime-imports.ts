/** Defines how generated code imports the runtime: from the package, or by subpath imports from files in the project. */
import type { ModuleFile, Statement } from "./source-file.ts";

/** Declarations of the runtime: file name (`index.d.ts`) → text. */
export type Declarations = ReadonlyMap<string, string>;

/** Directory of the copied declarations, and of their code below `dist/`. */
const FOLDER = "runtime";

const PACKAGE = "@climax-gen/runtime";

/** Versions of the package that generated code supports. */
const PACKAGE_RANGE = "^0.1.0";

/** Returns the file with imports of `#runtime…` instead of the package. */
export function importCarriedRuntime({ path, statements }: ModuleFile): ModuleFile {
  return { path, statements: statements.map(importCarried) };
}

function importCarried(statement: Statement): Statement {
  if (statement.kind !== "import" || !statement.from.startsWith(PACKAGE)) return statement;
  return { ...statement, from: `#runtime${statement.from.slice(PACKAGE.length)}` };
}

/** Returns text by path below the project's directory. Empty without declarations. */
export function carriedFiles(declarations: Declarations = new Map()): readonly (readonly [string, string])[] {
  return Array.from(declarations, ([name, text]) => [`${FOLDER}/${name}`, text] as const);
}

/** Returns the lines of `package.json` that locate the runtime, with a comma at the end. */
export function runtimeFields(declarations: Declarations | undefined): string {
  if (declarations === undefined) return field("dependencies", { [PACKAGE]: PACKAGE_RANGE });
  const modules = Array.from(declarations.keys(), (name) => name.slice(0, -".d.ts".length));
  const imports = modules.map((name) => {
    const target = { types: `./${FOLDER}/${name}.d.ts`, default: `./dist/${FOLDER}/${name}.mjs` };
    return [name === "index" ? "#runtime" : `#runtime/${name}`, target] as const;
  });
  return field("imports", Object.fromEntries(imports));
}

function field(name: string, value: object): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll("\n", "\n  ")},`;
}
