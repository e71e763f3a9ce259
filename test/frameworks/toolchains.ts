/** Builds the programs of the frameworks with the package managers and compilers of this machine. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { Framework, Toolchain } from "./framework.ts";

/** Directories of a build. */
export interface BuildDirectories {
  /** Directory with the sources of all programs. */
  readonly sources: string;
  /** Directory that receives packages and programs. */
  readonly output: string;
}

/** A built program, or the reason why it cannot be built. */
export type Built = { readonly kind: "built"; readonly directory: string } | { readonly kind: "missing"; readonly reason: string };

/** Time limit of one command of a build, in milliseconds. */
const LIMIT = 900_000;

/** Runs a command. Returns the reason if it fails. */
function run(words: readonly string[], cwd: string): string | undefined {
  const [program = "", ...args] = words;
  mkdirSync(cwd, { recursive: true });
  const { status, stderr, stdout, error } = spawnSync(program, args, { cwd, encoding: "utf8", timeout: LIMIT });
  if (error !== undefined) return `${program} is missing`;
  return status === 0 ? undefined : `${program} failed: ${`${stderr}${stdout}`.trim().split("\n").slice(0, 12).join(" / ")}`;
}

/** Runs commands in sequence. Returns the reason of the first that fails. */
function runAll(commands: readonly (readonly string[])[], cwd: string): string | undefined {
  for (const words of commands) {
    const reason = run(words, cwd);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Installs the packages of all frameworks of a toolchain, unless they are installed. Returns the reason if that is not possible. */
export function installPackages(toolchain: Toolchain, frameworks: readonly Framework[], { output }: BuildDirectories): string | undefined {
  const directory = join(output, toolchain);
  const packages = [...new Set(frameworks.filter((one) => one.toolchain === toolchain).flatMap((one) => one.packages))];
  const record = join(directory, "packages.json");
  const wanted = JSON.stringify(packages);
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return undefined;
  mkdirSync(directory, { recursive: true });
  const reason = install(toolchain, packages, directory);
  if (reason === undefined) writeFileSync(record, wanted);
  return reason;
}

function install(toolchain: Toolchain, packages: readonly string[], directory: string): string | undefined {
  switch (toolchain) {
    case "python":
      return runAll(
        [
          ["python3", "-m", "venv", "venv"],
          ["venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", ...packages],
        ],
        directory,
      );
    case "node":
      writeFileSync(join(directory, "package.json"), '{ "private": true, "type": "module" }\n');
      return run(
        ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--loglevel=error", ...packages],
        directory,
      );
    case "go":
      rmSync(join(directory, "go.mod"), { force: true });
      return runAll(
        [
          ["go", "mod", "init", "demo"],
          ["go", "get", ...packages],
        ],
        directory,
      );
    case "java":
      return runAll(
        packages.map((coordinates) => [
          "mvn",
          "-q",
          "-B",
          "dependency:copy",
          `-Dartifact=${coordinates}`,
          `-DoutputDirectory=${directory}`,
        ]),
        directory,
      );
    case "rust":
      writeFileSync(
        join(directory, "Cargo.toml"),
        ['[package]\nname = "programs"\nversion = "1.2.3"\nedition = "2021"\n\n[dependencies]', ...packages, ""].join("\n"),
      );
      return undefined;
    default:
      return undefined;
  }
}

/** Builds the program of a framework. Its packages are installed. */
export function buildProgram(framework: Framework, { sources, output }: BuildDirectories): Built {
  const problem = findDebianProblem(framework);
  if (problem !== undefined) return { kind: "missing", reason: problem };
  const source = join(sources, framework.source);
  // Node.js finds packages in the directories above the program.
  const directory = join(output, framework.toolchain, "programs", framework.name);
  mkdirSync(directory, { recursive: true });
  const reason = compile(framework, { source, directory, home: join(output, framework.toolchain) });
  return reason === undefined ? { kind: "built", directory } : { kind: "missing", reason };
}

/** Toolchains whose packages are those of Debian: the version of a name, such as `ruby-thor=1.2.1`, without the revision. */
const FROM_DEBIAN: ReadonlySet<Toolchain> = new Set<Toolchain>(["c", "crystal", "haskell", "lua", "ocaml", "php", "r", "ruby", "tcl"]);

/** Returns the reason if a package of Debian is not installed in its version. */
function findDebianProblem({ toolchain, packages }: Framework): string | undefined {
  if (!FROM_DEBIAN.has(toolchain)) return undefined;
  for (const one of packages) {
    const [name = "", version = ""] = one.split("=");
    const { error, stdout } = spawnSync("dpkg-query", ["--show", "--showformat", "${Version}", name], { encoding: "utf8" });
    if (error !== undefined || !stdout.startsWith(version)) return `run \`apt-get install ${name}\`, version ${version}`;
  }
  return undefined;
}

interface Build {
  /** Source file or directory. */
  readonly source: string;
  /** Directory that receives the program `demo`. */
  readonly directory: string;
  /** Directory of the toolchain's packages. */
  readonly home: string;
}

function compile(framework: Framework, build: Build): string | undefined {
  const { source, directory, home } = build;
  const program = join(directory, "demo");
  switch (framework.toolchain) {
    case "c": {
      // Some libraries print the path of the source.
      const file = `demo${extname(source)}`;
      cpSync(source, join(directory, file));
      return run(
        ["sh", "-c", `${file === "demo.c" ? "cc" : "c++"} "$0" -o demo ${(framework.libraries ?? []).join(" ")}`, file],
        directory,
      );
    }
    case "crystal":
      return run(["crystal", "build", source, "-o", program], directory);
    case "go": {
      const folder = join(home, "cmd", framework.name);
      mkdirSync(folder, { recursive: true });
      cpSync(source, join(folder, "main.go"));
      return run(["go", "build", "-o", program, `./cmd/${framework.name}`], home);
    }
    case "haskell":
      return run(["ghc", "-v0", "-outputdir", join(directory, "objects"), source, "-o", program], directory);
    case "java":
      return (
        run(["javac", "-cp", `${home}/*`, "-d", directory, source], directory) ??
        writeProgram(program, `#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "${directory}:${home}/*" Demo "$@"\n`)
      );
    case "ocaml":
      cpSync(source, join(directory, "demo.ml"));
      return run(["ocamlfind", "ocamlopt", "-package", "cmdliner", "-linkpkg", "demo.ml", "-o", "demo"], directory);
    case "python":
      return script(build, join(home, "venv/bin/python"));
    case "rust":
      mkdirSync(join(home, "src/bin"), { recursive: true });
      cpSync(source, join(home, `src/bin/${framework.name}.rs`));
      return (
        run(["cargo", "build", "--quiet", "--bin", framework.name], home) ??
        copyProgram(join(home, "target/debug", framework.name), program)
      );
    case "shell":
      return copyProgram(source, program);
    default:
      return script(build, INTERPRETERS[framework.toolchain]);
  }
}

const INTERPRETERS = { lua: "lua5.4", node: "node", perl: "perl", php: "php", r: "Rscript", ruby: "ruby", tcl: "tclsh" } as const;

/** Writes a script with its interpreter in the first line. */
function script({ source, directory }: Build, interpreter: string): string | undefined {
  const isFolder = statSync(source).isDirectory();
  if (isFolder) cpSync(source, directory, { recursive: true });
  const text = readFileSync(isFolder ? join(source, "demo.mjs") : source, "utf8");
  const line = interpreter.startsWith("/") ? `#!${interpreter}` : `#!/usr/bin/env ${interpreter}`;
  return writeProgram(join(directory, "demo"), `${line}\n${text}`);
}

function copyProgram(from: string, to: string): undefined {
  cpSync(from, to);
  chmodSync(to, 0o755);
}

function writeProgram(file: string, text: string): undefined {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
