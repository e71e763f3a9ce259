/** Validates the options of a package. */
import { toPackageName } from "../emit/package-name.ts";
import { quote } from "../text/wording.ts";
import type { PackageFormat } from "./package-format.ts";
import type { GeneratedProject } from "./project.ts";
import { avoidProgramNames, isDebianPackage, isHostName, isImageReference, isPackageName, isRegistryName, isVersion } from "./names.ts";

/** Flags of `climax-gen package` that concern the package, unparsed. */
export interface PackageFlags {
  readonly format: PackageFormat;
  readonly packageName?: string;
  readonly packageVersion?: string;
  readonly license?: string;
  readonly author?: string;
  /** Name in the MCP registry, such as `io.github.user/server`. */
  readonly registryName?: string;
  readonly image?: string;
  /** Download URL of the bundle. */
  readonly mcpbUrl?: string;
  /** Debian packages of the image, separated by commas. */
  readonly apt?: string;
  /** Host names of the server, separated by commas. */
  readonly allowHost?: string;
  /** Paths of the configs whose disabled tools a guard names. */
  readonly declared?: readonly string[];
  /** Whether a guard runs command lines that are not those of a tool. Defaults to false. */
  readonly observe?: boolean;
  /** Absolute path of the file in which a guard records calls. */
  readonly auditFile?: string;
}

/** The flags with their defaults. Each value is valid for its formats. */
export interface PackageOptions {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly image: string;
  readonly aptPackages: readonly string[];
  readonly hosts: readonly string[];
  readonly observe?: boolean;
  readonly auditFile?: string;
  readonly registryName?: string;
  readonly mcpbUrl?: string;
}

/** Result of validating the options of a package. */
export type ReadOptions = { readonly kind: "ready"; readonly options: PackageOptions } | (UsageProblem & { readonly kind: "refused" });

/** An error in the flags: the fault and its remedy. */
export interface UsageProblem {
  readonly problem: string;
  readonly help: string;
}

/** npm's license value for a package without a license. */
const NO_LICENSE = "UNLICENSED";

/** Returns the options of a package of the project, or the first error in the flags. */
export function readPackageOptions(flags: PackageFlags, project: GeneratedProject): ReadOptions {
  const aptPackages = splitList(flags.apt);
  const hosts = splitList(flags.allowHost);
  const problem = findProblem(flags, aptPackages, hosts);
  if (problem !== undefined) return { kind: "refused", ...problem };
  const ownName = avoidProgramNames(toPackageName(project.name), project.programs);
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
      ...(flags.observe === true && { observe: true }),
      ...(flags.auditFile !== undefined && { auditFile: flags.auditFile }),
      ...(registryName !== undefined && { registryName }),
      ...(mcpbUrl !== undefined && { mcpbUrl }),
    },
  };
}

function splitList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(",").map((item) => item.trim());
}

function findProblem(flags: PackageFlags, aptPackages: readonly string[], hosts: readonly string[]): UsageProblem | undefined {
  const { packageName, packageVersion, registryName, image, mcpbUrl } = flags;
  const badHost = hosts.find((host) => !isHostName(host));
  const badPackage = aptPackages.find((name) => !isDebianPackage(name));
  if (packageName !== undefined && !isPackageName(packageName))
    return {
      problem: `--package-name ${quote(packageName)} is not a valid npm package name`,
      help: "use a name such as my-tools or @me/my-tools",
    };
  if (packageVersion !== undefined && !isVersion(packageVersion))
    return { problem: `--package-version ${quote(packageVersion)} is not a semantic version`, help: "use a version such as 1.4.0" };
  if (registryName !== undefined && !isRegistryName(registryName))
    return {
      problem: `--registry-name ${quote(registryName)} is not a valid name in the MCP registry`,
      help: "use a name such as io.github.me/my-tools",
    };
  if (image !== undefined && !isImageReference(image))
    return {
      problem: `--image ${quote(image)} is not a valid image reference`,
      help: "use a reference such as registry.example/my-tools:1.4.0",
    };
  if (mcpbUrl !== undefined && !/^https:\/\/[^\s]+$/.test(mcpbUrl))
    return { problem: `--mcpb-url ${quote(mcpbUrl)} is not a URL that starts with https://`, help: "use the public address of the bundle" };
  if (flags.auditFile !== undefined && !flags.auditFile.startsWith("/"))
    return { problem: `--audit-file ${quote(flags.auditFile)} is not an absolute path`, help: "use a path such as /var/log/guard.jsonl" };
  if (badPackage !== undefined)
    return { problem: `--apt: ${quote(badPackage)} is not a valid Debian package name`, help: "use a list such as git,jq" };
  if (badHost !== undefined)
    return { problem: `--allow-host: ${quote(badHost)} is not a valid host name`, help: "use a name without a port: tools.example.com" };
  return flags.format === "registry" ? findRegistryProblem(flags) : undefined;
}

function findRegistryProblem({ registryName, packageName, image, mcpbUrl }: PackageFlags): UsageProblem | undefined {
  if (registryName === undefined)
    return { problem: "--format registry requires --registry-name", help: "add the name to publish under, such as io.github.me/my-tools" };
  if (packageName === undefined && image === undefined && mcpbUrl === undefined)
    return {
      problem: "--format registry requires a package",
      help: "add --package-name (of npm), --image or --mcpb-url, which clients install",
    };
  return undefined;
}
