/** Tests the flags of `climax-gen package`: defaults, and values that are rejected before files are read or written. */
import { describe, expect, it } from "vitest";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import { readPackageOptions } from "../../generator/package/package-options.ts";
import { options, project } from "./projects.ts";

describe("the flags of a package", () => {
  it("default to values of the server", () => {
    expect(options(project({ name: "Hello World" }), { format: "npm" })).toEqual({
      name: "hello-world",
      version: "1.0.0",
      license: "UNLICENSED",
      author: "Hello World",
      image: "hello-world:1.0.0",
      aptPackages: [],
      hosts: [],
    });
  });

  it("never derive the name of a program that the server runs", () => {
    expect(options(project({ name: "echo" }), { format: "npm" })).toMatchObject({ name: "echo-mcp", image: "echo-mcp:1.0.0" });
  });

  it.each<[Partial<PackageFlags>, problem: string, help: string]>([
    [
      { packageName: "My Tools" },
      '--package-name "My Tools" is not a valid npm package name',
      "use a name such as my-tools or @me/my-tools",
    ],
    [{ packageVersion: "1.4" }, '--package-version "1.4" is not a semantic version', "use a version such as 1.4.0"],
    [
      { registryName: "my-tools" },
      '--registry-name "my-tools" is not a valid name in the MCP registry',
      "use a name such as io.github.me/my-tools",
    ],
    [{ image: "My Tools" }, '--image "My Tools" is not a valid image reference', "use a reference such as registry.example/my-tools:1.4.0"],
    [{ mcpbUrl: "http://x" }, '--mcpb-url "http://x" is not a URL that starts with https://', "use the public address of the bundle"],
    [{ apt: "git,x; id" }, '--apt: "x; id" is not a valid Debian package name', "use a list such as git,jq"],
    [{ allowHost: "a,b:80" }, '--allow-host: "b:80" is not a valid host name', "use a name without a port: tools.example.com"],
    [{ format: "registry" }, "--format registry requires --registry-name", "add the name to publish under, such as io.github.me/my-tools"],
    [
      { format: "registry", registryName: "io.github.me/x" },
      "--format registry requires a package",
      "add --package-name (of npm), --image or --mcpb-url, which clients install",
    ],
  ])("are rejected with the fault and the remedy: %j", (flags, problem, help) => {
    expect(readPackageOptions({ format: "docker", ...flags }, project())).toEqual({ kind: "refused", problem, help });
  });
});
