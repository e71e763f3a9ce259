/** Tests the metadata of the npm package and the bundle for any server name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_SCHEMAS } from "@anthropic-ai/mcpb/node";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { isPackageName } from "../../generator/package/names.ts";
import { makePackage } from "../../generator/package/make-package.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import type { GeneratedProject } from "../../generator/package/project.ts";
import type { FileContent } from "../../generator/write/manifest.ts";
import { ROOT } from "../e2e/project.ts";
import { HOSTILE_NAMES, options, project } from "./projects.ts";

const templates = new Map([["npm/README.md", readFileSync(join(ROOT, "templates/npm/README.md"), "utf8")]]);

function filesOf(said: GeneratedProject, flags: PackageFlags): ReadonlyMap<string, FileContent> {
  return makePackage({ project: said, options: options(said, flags), flags, templates });
}

interface PackageJson {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
}

function packageJson(said: GeneratedProject, flags: Partial<PackageFlags> = {}): PackageJson {
  return JSON.parse(String(filesOf(said, { format: "npm", ...flags }).get("package.json"))) as PackageJson;
}

describe("the npm package", () => {
  it.each(HOSTILE_NAMES)("has a valid npm name, a program of that name, and one for shells, for a server called %j", (name) => {
    const { name: packageName, bin } = packageJson(project({ name }));
    expect(packageName).toSatisfy(isPackageName);
    expect(bin).toEqual({ [packageName]: "dist/server.mjs", [`${packageName}-cli`]: "dist/cli.mjs" });
  });

  it("never gives its program the name of a program that the server runs, even if the package has that name", () => {
    const { name, bin } = packageJson(project(), { packageName: "@me/echo" });
    expect(name).toBe("@me/echo");
    // npx would not know which of two programs to start.
    expect(bin).toEqual({ "echo-mcp": "dist/server.mjs" });
  });

  it("installs on every system except Windows", () => {
    expect(packageJson(project())).toMatchObject({ os: ["!win32"] });
  });

  it("names its owner for the MCP registry", () => {
    expect(packageJson(project(), { registryName: "io.github.me/hello" })).toMatchObject({ mcpName: "io.github.me/hello" });
  });

  it.each(HOSTILE_NAMES)("has a README in which a text cannot change the structure: %j", (name) => {
    const tools = [{ name: "say_hello", description: name }];
    const readme = String(filesOf(project({ name, description: name, tools }), { format: "npm" }).get("README.md"));
    const plain = String(filesOf(project(), { format: "npm" }).get("README.md"));
    expect(readme.split("\n")).toHaveLength(plain.split("\n").length);
    expect(readme).not.toContain("<script");
  });
});

describe("the programs of a package", () => {
  const said = project({ programs: ["/opt/acme/bin/acme", "$TOOLS/run", "git", "tools/say", "~/bin/mine"] });

  it("are described by their location in the README", () => {
    const readme = String(filesOf(said, { format: "npm" }).get("README.md"));
    expect(readme.split("\n").filter((line) => line.startsWith("The tools run"))).toEqual([
      "The tools run `git`, which must be on `PATH`.",
      "The tools run `/opt/acme/bin/acme`, `$TOOLS/run`, `~/bin/mine`, which must be installed there.",
      "The tools run `tools/say`, which must be below the directory that the server is started in; this package does not contain it.",
    ]);
  });

  it("are described by their location in the bundle", () => {
    const bundle = [...filesOf(said, { format: "mcpb" })].find(([path]) => path.endsWith(".mcpb"));
    const { "manifest.json": manifest } = unzipSync(bundle?.[1] as Uint8Array);
    expect((JSON.parse(Buffer.from(manifest ?? []).toString("utf8")) as { long_description: string }).long_description).toMatch(
      /^Runs git, which must be installed and on PATH\.\n\nRuns \/opt\/acme\/bin\/acme, \$TOOLS\/run, ~\/bin\/mine, which must be installed there\./,
    );
  });
});

describe("the bundle", () => {
  it.each([
    ["has a setting for the folder that Directive tools read", true, ["--root", "${user_config.root}"], ["root"]],
    ["requires nothing if the tools only run programs", false, [], []],
  ])("%s", (_, readsFiles, args, asked) => {
    const [, bundle] = [...filesOf(project({ readsFiles }), { format: "mcpb" })].find(([file]) => file.endsWith(".mcpb")) ?? ["", ""];
    const manifest = MANIFEST_SCHEMAS["0.3"].parse(
      JSON.parse(Buffer.from(unzipSync(Buffer.from(bundle))["manifest.json"] ?? []).toString()),
    );
    expect(manifest.compatibility?.platforms).toEqual(["darwin", "linux"]);
    expect(manifest.server.mcp_config.args).toEqual(["${__dirname}/server/server.mjs", ...args]);
    expect(Object.keys(manifest.user_config ?? {})).toEqual(asked);
  });

  it.each(["hello", ...HOSTILE_NAMES])("has a valid manifest for a server called %j", (name) => {
    const said = project({ name, description: name, listed: [{ name: "say_hello", description: name }] });
    const [path, bundle] = [...filesOf(said, { format: "mcpb" })].find(([file]) => file.endsWith(".mcpb")) ?? ["", ""];
    expect(path).toMatch(/^[a-z0-9-]+\.mcpb$/);
    const entries = unzipSync(Buffer.from(bundle));
    expect(Object.keys(entries)).toEqual(["manifest.json", "server/server.mjs"]);
    const manifest = JSON.parse(Buffer.from(entries["manifest.json"] ?? []).toString()) as unknown;
    expect(MANIFEST_SCHEMAS["0.3"].safeParse(manifest).error).toBeUndefined();
    expect(MANIFEST_SCHEMAS["0.3"].safeParse({ ...(manifest as object), sever: {} }).success).toBe(false);
  });
});
