/** Checks `server.json` against the requirements of the MCP registry. */
import { createHash } from "node:crypto";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { makePackage } from "../../generator/package/make-package.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import type { GeneratedProject } from "../../generator/package/project.ts";
import { HOSTILE_NAMES, options, project } from "./projects.ts";
import { registrySchema } from "./registry-schema.ts";

const validate = new Ajv({ allErrors: true, strict: true }).compile(registrySchema);

const EVERYWHERE: PackageFlags = {
  format: "registry",
  registryName: "io.github.me/hello",
  packageName: "@me/hello",
  image: "ghcr.io/me/hello:1.0.0",
  mcpbUrl: "https://github.com/me/hello/releases/download/v1.0.0/hello.mcpb",
};

interface Entry {
  readonly description: string;
  readonly packages: readonly { readonly registryType: string; readonly fileSha256?: string }[];
}

function entryOf(said: GeneratedProject, flags: PackageFlags): Entry {
  const files = makePackage({ project: said, options: options(said, flags), flags, templates: new Map() });
  return JSON.parse(String(files.get("server.json"))) as Entry;
}

describe("the entry of the MCP registry", () => {
  it.each(["hello", ...HOSTILE_NAMES])("is valid for a server called %j", (name) => {
    const entry = entryOf(project({ name, description: name }), EVERYWHERE);
    expect(validate(entry), JSON.stringify(validate.errors)).toBe(true);
  });

  it("is invalid with an extra key or a text that is too long", () => {
    const entry = entryOf(project(), EVERYWHERE);
    expect(validate({ ...entry, descripton: "x" })).toBe(false);
    expect(validate({ ...entry, description: "x".repeat(101) })).toBe(false);
    expect(validate({ ...entry, packages: [{ registryType: "npm", identifier: "x" }] })).toBe(false);
  });

  it.each<[string, Partial<PackageFlags>, readonly string[]]>([
    ["npm", { packageName: "@me/hello" }, ["npm"]],
    ["an image", { image: "ghcr.io/me/hello:1.0.0" }, ["oci"]],
    ["a bundle", { mcpbUrl: "https://example.com/hello.mcpb" }, ["mcpb"]],
  ])("lists only the packages that the flags name: %s", (_title, flags, want) => {
    const { packages } = entryOf(project(), { format: "registry", registryName: "io.github.me/hello", ...flags });
    expect(packages.map(({ registryType }) => registryType)).toEqual(want);
  });

  it("starts the image with a first process that reaps orphan processes", () => {
    const image = entryOf(project(), EVERYWHERE).packages.find(({ registryType }) => registryType === "oci");
    expect(image).toMatchObject({ runtimeArguments: [{ type: "named", name: "--init" }, { name: "-p" }] });
  });

  it("has the hash of the bundle for the same flags", () => {
    const flags: PackageFlags = { ...EVERYWHERE, format: "mcpb" };
    const bundle = makePackage({ project: project(), options: options(project(), flags), flags, templates: new Map() }).get("hello.mcpb");
    const bundled = entryOf(project(), EVERYWHERE).packages.find(({ registryType }) => registryType === "mcpb");
    expect(bundled?.fileSha256).toBe(
      createHash("sha256")
        .update(bundle ?? "")
        .digest("hex"),
    );
  });

  it("shortens a long description with an ellipsis, within its limit", () => {
    const { description } = entryOf(project({ description: `${"word ".repeat(19)}🦆🦆🦆🦆🦆` }), EVERYWHERE);
    expect(description).toMatch(/…$/);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(description).not.toMatch(/\p{Cs}/u);
  });
});
