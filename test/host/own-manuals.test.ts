import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ownsManuals } from "../../generator/host/own-manuals.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-manuals-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(prefix: string, name: string, page?: string): string {
  const bin = join(folder, prefix, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), "#!/bin/sh\n", { mode: 0o755 });
  if (page !== undefined) {
    mkdirSync(join(folder, prefix, "share/man/man1"), { recursive: true });
    writeFileSync(join(folder, prefix, "share/man/man1", page), "");
  }
  return bin;
}

it("tells the man pages of a program from those of a later one of the same name", () => {
  const [local, system] = [install("local", "tool"), install("system", "tool", "tool.1.gz")];
  expect(ownsManuals("tool", `${local}:${system}`)).toBe(false);
  expect(ownsManuals("tool", `${system}:${local}`)).toBe(true);
  expect(ownsManuals("tool", local)).toBe(true);
  expect(ownsManuals("other", `${local}:${system}`)).toBe(true);
  install("local", "tool", "tool.1");
  expect(ownsManuals("tool", `${local}:${system}`)).toBe(true);
});

it("takes a link to the same program for the program", () => {
  const system = install("usr", "linked", "linked.1");
  mkdirSync(join(folder, "links"));
  symlinkSync(join(system, "linked"), join(folder, "links", "linked"));
  expect(ownsManuals("linked", `${join(folder, "links")}:${system}`)).toBe(true);
});
