/** What a user can say about a package, and what is wrong with it. */
import { toPackageName } from "../emit/package-name.ts";
import type { PackageFormat } from "./package-format.ts";
import type { GeneratedProject } from "./project.ts";
import { besidePrograms, isDebianPackage, isHostName, isImageReference, isPackageName, isRegistryName, isVersion } from "./names.ts";

/** The flags of `climax-gen package` that say something about the package, as they are given. */
export interface PackageFlags {
  readonly format: PackageFormat;
  readonly packageName?: string;
  readonly packageVersion?: string;
  readonly license?: string;
  readonly author?: string;
  /** `io.github.user/server`: what the server is called in the MCP registry. */
  readonly registryName?: string;
  readonly image?: string;
  /** Where the bundle can be downloaded. */
  readonly mcpbUrl?: string;
  /** Debian packages of the image, separated by commas. */
  readonly apt?: string;
  /** Names that clients address the server by, separated by commas. */
  readonly allowHost?: string;
}

/** The flags with their defaults, each of a form that its formats accept. */
export interface PackageOptions {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly image: string;
  readonly aptPackages: readonly string[];
  readonly hosts: readonly string[];
  readonly registryName?: string;
  readonly mcpbUrl?: string;
}

export type ReadOptions =
  | { readonly kind: "ready"; readonly options: PackageOptions }
  /** `problem`: bad usage, for standard error. */
  | { readonly kind: "refused"; readonly problem: string };

/** npm's word for a package that nobody else may use. */
const NO_LICENSE = "UNLICENSED";

/** The options of a package of the project, or the first thing that is wrong with the flags. */
export function readPackageOptions(flags: PackageFlags, project: GeneratedProject): ReadOptions {
  const aptPackages = splitList(flags.apt);
  const hosts = splitList(flags.allowHost);
  const problem = findProblem(flags, aptPackages, hosts);
  if (problem !== undefined) return { kind: "refused", problem };
  const ownName = besidePrograms(toPackageName(project.name), project.programs);
  const name = flags.packageName ?? ownName;
  const version = flags.packageVersion ?? project.version;
  const { license = NO_LICENSE, author = project.name, registryName, mcpbUrl } = flags;
  const image = flags.image ?? `${ownName}:${version.replaceAll("+", "_")}`;
  return {
    kind: "ready",
    options: {
      name,
      version,
      license,
      author,
      image,
      aptPackages,
      hosts,
      ...(registryName !== undefined && { registryName }),
      ...(mcpbUrl !== undefined && { mcpbUrl }),
    },
  };
}

function splitList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(",").map((item) => item.trim());
}

function findProblem(flags: PackageFlags, aptPackages: readonly string[], hosts: readonly string[]): string | undefined {
  const { packageName, packageVersion, registryName, image, mcpbUrl } = flags;
  const badHost = hosts.find((host) => !isHostName(host));
  const badPackage = aptPackages.find((name) => !isDebianPackage(name));
  if (packageName !== undefined && !isPackageName(packageName))
    return `--package-name ${quote(packageName)} is no name that npm accepts, write it like my-tools or @me/my-tools`;
  if (packageVersion !== undefined && !isVersion(packageVersion))
    return `--package-version ${quote(packageVersion)} is no semantic version, write it like 1.4.0`;
  if (registryName !== undefined && !isRegistryName(registryName))
    return `--registry-name ${quote(registryName)} is no name of the MCP registry, write it like io.github.me/my-tools`;
  if (image !== undefined && !isImageReference(image))
    return `--image ${quote(image)} is no reference to an image, write it like registry.example/my-tools:1.4.0`;
  if (mcpbUrl !== undefined && !/^https:\/\/[^\s]+$/.test(mcpbUrl))
    return `--mcpb-url ${quote(mcpbUrl)} is no address that begins with https://`;
  if (badPackage !== undefined) return `--apt: ${quote(badPackage)} is no name of a Debian package, write them like git,jq`;
  if (badHost !== undefined) return `--allow-host: ${quote(badHost)} is no name of a host, write it without a port: tools.example.com`;
  return flags.format === "registry" ? findRegistryProblem(flags) : undefined;
}

function findRegistryProblem({ registryName, packageName, image, mcpbUrl }: PackageFlags): string | undefined {
  if (registryName === undefined) return "--format registry needs --registry-name, the name that you publish under: io.github.me/my-tools";
  if (packageName === undefined && image === undefined && mcpbUrl === undefined)
    return "--format registry needs what clients are to install: --package-name (of npm), --image or --mcpb-url";
  return undefined;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
