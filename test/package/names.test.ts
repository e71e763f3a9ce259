/** Tests names of packages, resources and images: derived names, and the validation of given names. */
import { describe, expect, it } from "vitest";
import { toPackageName } from "../../generator/emit/package-name.ts";
import {
  avoidProgramNames,
  isDebianPackage,
  isHostName,
  isImageReference,
  isPackageName,
  isRegistryName,
  isVersion,
  toLabelValue,
  toResourceName,
} from "../../generator/package/names.ts";
import { HOSTILE_NAMES } from "./projects.ts";

describe("a derived name", () => {
  it.each([
    ["git", "git"],
    ["Git Tools", "git-tools"],
    ["Größe & Maß", "gro-e-ma"],
    ["2fa", "mcp-server-2fa"],
    ["数据库", "mcp-server"],
    ["-a-", "a"],
    [`${"a".repeat(49)} b`, "a".repeat(49)],
  ])("of a Kubernetes resource is a DNS label that starts with a letter: %j becomes %j", (given, want) => {
    expect(toResourceName(given)).toBe(want);
  });

  it.each(HOSTILE_NAMES)("is valid for any source: %j", (name) => {
    expect(toPackageName(name)).toSatisfy(isPackageName);
    expect(toPackageName(name)).toSatisfy(isImageReference);
    expect(toResourceName(name)).toMatch(/^[a-z]([a-z0-9-]*[a-z0-9])?$/);
    expect(toResourceName(name).length).toBeLessThanOrEqual(50);
  });

  it.each([
    ["1.0.0", "1.0.0"],
    ["1.0.0-rc.1+build.5", "1.0.0-rc.1_build.5"],
    [`1.0.0-${"a".repeat(56)}-b`, `1.0.0-${"a".repeat(56)}`],
  ])("of a version is a label's value: %j becomes %j", (given, want) => {
    expect(toLabelValue(given)).toBe(want);
  });

  it.each([
    ["git", ["git"], "git-mcp"],
    ["git", ["/usr/bin/git"], "git-mcp"],
    ["git-tools", ["git"], "git-tools"],
  ])("differs from the programs that the server runs: %s with %j becomes %s", (name, programs, want) => {
    expect(avoidProgramNames(name, programs)).toBe(want);
  });
});

describe("a given name", () => {
  it.each<[string, (text: string) => boolean, readonly string[], readonly string[]]>([
    [
      "of a package",
      isPackageName,
      ["git", "@me/git", "a.b_c~d"],
      ["", "Git", "../x", ".x", "_x", "a b", "@me", "@/x", "node_modules", "a".repeat(215)],
    ],
    [
      "of a version",
      isVersion,
      ["1.0.0", "0.1.0-rc.1", "1.0.0+b.1"],
      ["", "1", "1.0", "v1.0.0", "^1.0.0", "01.0.0", "latest", "1.0.0-", "1.0.0\n"],
    ],
    [
      "in the MCP registry",
      isRegistryName,
      ["io.github.me/git", "com.example/a.b_c"],
      ["", "git", "github/git", "io.github.me/git/x", "io..me/git", "-a.b/c", "a.b/-c"],
    ],
    [
      "of an image",
      isImageReference,
      ["git", "git:1.0.0", "ghcr.io/me/git:1", "localhost:5000/git", `me/git@sha256:${"a".repeat(64)}`, "a__b/c-d"],
      ["", "Git", "git:", "git:a b", "a//b", "git@sha256:abc", "https://ghcr.io/git", "-git", "git\nlatest"],
    ],
    [
      "of a host",
      isHostName,
      ["tools.example.com", "localhost", "10.0.0.5"],
      ["", "a b", "a:80", "-a", "a..b", "$(x)", "*.example.com", "1.2.3", "010.0.0.1", "tools.1", "xn--a"],
    ],
    ["of a Debian package", isDebianPackage, ["git", "libc++1", "python3.11"], ["", "g", "git;id", "--force", "Git", "git jq"]],
  ])("%s is validated by its rule", (_title, isValid, good, bad) => {
    expect(good.filter((text) => !isValid(text))).toEqual([]);
    expect(bad.filter(isValid)).toEqual([]);
  });
});
