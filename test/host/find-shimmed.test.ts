import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathBehindShims } from "../../generator/host/example-process.ts";
import { findShimmed } from "../../generator/host/find-shimmed.ts";
import { temporaryFolder } from "../e2e/project.ts";

/** Creates a home directory with executable files, files with text, and links. */
function createHome(
  programs: readonly string[],
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): string {
  const home = temporaryFolder();
  for (const [path, text] of [...programs.map((one) => [one, "#!/bin/sh\n"] as const), ...Object.entries(files)]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    chmodSync(join(home, path), 0o755);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(target, join(home, path));
  }
  return home;
}

describe("findShimmed", () => {
  it.each([
    [
      "rustup",
      ".cargo/bin/cargo",
      ".rustup/toolchains/stable-x/bin/cargo",
      { ".rustup/settings.toml": 'version = "12"\ndefault_toolchain = "stable-x"\n' },
      { ".cargo/bin/cargo": "rustup" },
      [".cargo/bin/rustup"],
    ],
    [
      "pyenv",
      ".pyenv/shims/python3",
      ".pyenv/versions/3.12.1/bin/python3",
      { ".pyenv/version": "3.12.1\n3.11.0\n" },
      {},
      [".pyenv/shims/python3"],
    ],
    [
      "pyenv, of which the first version that has it",
      ".pyenv/shims/tool",
      ".pyenv/versions/3.11.0/bin/tool",
      { ".pyenv/version": "# the project's\n3.12.1 # newest\r\n3.11.0\n" },
      {},
      [".pyenv/shims/tool", ".pyenv/versions/3.12.1/bin/python3"],
    ],
    [
      "pyenv, of which the newest version that begins so",
      ".pyenv/shims/tool",
      ".pyenv/versions/3.12.10/bin/tool",
      { ".pyenv/version": "3.12\n" },
      {},
      [".pyenv/shims/tool", ...["3.1.2", "3.12.9", "3.12.11-dev", "3.120.1"].map((version) => `.pyenv/versions/${version}/bin/tool`)],
    ],
    [
      "asdf",
      ".asdf/shims/node",
      ".asdf/installs/nodejs/20.1.0/bin/node",
      { ".asdf/shims/node": "#!/bin/sh\n# asdf-plugin: nodejs 20.1.0\nexec asdf exec node\n" },
      {},
      [],
    ],
    [
      "mise",
      ".local/share/mise/shims/jq",
      ".local/share/mise/installs/jq/latest/jq",
      {},
      { ".local/share/mise/shims/jq": "/bin/true" },
      [],
    ],
    [
      "volta",
      ".volta/bin/node",
      ".volta/tools/image/node/20.1.0/bin/node",
      { ".volta/tools/user/platform.json": '{ "node": { "runtime": "20.1.0", "npm": null } }' },
      { ".volta/bin/node": "volta-shim" },
      [".volta/bin/volta-shim"],
    ],
  ] as const)("finds the default program of %s", (_manager, shim, program, files, links, others) => {
    const home = createHome([program, ...others], files, links);
    expect(findShimmed({ path: join(home, shim), home })).toBe(join(home, program));
  });

  it.each([
    ["a program that no manager has installed", "bin/tool", {}],
    ["a shim without a default", ".pyenv/shims/tool", {}],
    ["a default that names another directory", ".pyenv/shims/tool", { ".pyenv/version": "../../bin\n" }],
    ["a default that is not installed", ".pyenv/shims/tool", { ".pyenv/version": "3.9\n" }],
  ])("returns the path of %s", (_what, path, files) => {
    const home = createHome([path, "bin/tool"], files);
    expect(findShimmed({ path: join(home, path), home })).toBe(join(home, path));
  });
});

it("pathBehindShims puts the directories of real programs before those of shims", () => {
  const home = createHome([".pyenv/shims/demo-pip", ".pyenv/versions/3.12.1/bin/demo-pip"], { ".pyenv/version": "3.12.1\n" });
  const path = `${join(home, ".pyenv/shims")}:/usr/bin`;
  expect(pathBehindShims(["demo-pip", "demo-missing"], path, home)).toBe(`${join(home, ".pyenv/versions/3.12.1/bin")}:${path}`);
});
