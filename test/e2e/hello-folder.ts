/** Creates a folder with a config for each test of a file. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { climaxGen, temporaryFolder } from "./project.ts";

export const HELLO = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n";
export const WARNS = HELLO.replace("say_hello", "say/hello");
export const BROKEN = HELLO.replace("command: hello", "comand: hello");

/** Folder of the current test, with `configs/hello.yaml`. */
export let folder: string;

/** Registers the hooks of a test file that make and remove the folder. */
export function useHelloFolder(): void {
  beforeEach(() => {
    folder = temporaryFolder({ "configs/hello.yaml": HELLO });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}

export const gen = (...args: readonly string[]) => climaxGen(args, { cwd: folder });
export const generate = (...flags: readonly string[]) => gen("configs/", "-o", "out", ...flags);
export const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);

/** Returns path → bytes and time of everything below `out`. */
export function snapshot(): Readonly<Record<string, string>> {
  const paths = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" }).toSorted();
  const files = paths.map((path) => [path, statSync(join(folder, "out", path))] as const).filter(([, stats]) => stats.isFile());
  return Object.fromEntries(files.map(([path, { mtimeMs }]) => [path, `${mtimeMs} ${readFileSync(join(folder, "out", path), "base64")}`]));
}
