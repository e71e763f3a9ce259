/** The flags of `climax-gen package`: defaults, and what is refused before anything is read or written. */
import { describe, expect, it } from "vitest";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import { readPackageOptions } from "../../generator/package/package-options.ts";
import { options, project } from "./projects.ts";

describe("the flags of a package", () => {
  it("have defaults that come from the server", () => {
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

  it("never name a package like a program that its server runs", () => {
    expect(options(project({ name: "echo" }), { format: "npm" })).toMatchObject({ name: "echo-mcp", image: "echo-mcp:1.0.0" });
  });

  it.each<[Partial<PackageFlags>, string]>([
    [{ packageName: "My Tools" }, '--package-name "My Tools" is no name that npm accepts, write it like my-tools or @me/my-tools'],
    [{ packageVersion: "1.4" }, '--package-version "1.4" is no semantic version, write it like 1.4.0'],
    [{ registryName: "my-tools" }, '--registry-name "my-tools" is no name of the MCP registry, write it like io.github.me/my-tools'],
    [{ image: "My Tools" }, '--image "My Tools" is no reference to an image, write it like registry.example/my-tools:1.4.0'],
    [{ mcpbUrl: "http://x" }, '--mcpb-url "http://x" is no address that begins with https://'],
    [{ apt: "git,x; id" }, '--apt: "x; id" is no name of a Debian package, write them like git,jq'],
    [{ allowHost: "a,b:80" }, '--allow-host: "b:80" is no name of a host, write it without a port: tools.example.com'],
    [{ format: "registry" }, "--format registry needs --registry-name, the name that you publish under: io.github.me/my-tools"],
    [
      { format: "registry", registryName: "io.github.me/x" },
      "--format registry needs what clients are to install: --package-name (of npm), --image or --mcpb-url",
    ],
  ])("are refused with what to write instead: %j", (flags, problem) => {
    expect(readPackageOptions({ format: "docker", ...flags }, project())).toEqual({ kind: "refused", problem });
  });
});
