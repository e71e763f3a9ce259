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
  const problem = findProblem(flags);
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

const isHttps = (url: string): boolean => /^https:\/\/[^\s]+$/.test(url);
const isAbsolute = (path: string): boolean => path.startsWith("/");

/** The flags whose values have a form: name, value, form and example. The values of a flag with `:` are lists. */
const FORMS = [
  ["--package-name", "packageName", isPackageName, "a valid npm package name", "use a name such as my-tools or @me/my-tools"],
  ["--package-version", "packageVersion", isVersion, "a semantic version", "use a version such as 1.4.0"],
  ["--registry-name", "registryName", isRegistryName, "a valid name in the MCP registry", "use a name such as io.github.me/my-tools"],
  ["--image", "image", isImageReference, "a valid image reference", "use a reference such as registry.example/my-tools:1.4.0"],
  ["--mcpb-url", "mcpbUrl", isHttps, "a URL that starts with https://", "use the public address of the bundle"],
  ["--audit-file", "auditFile", isAbsolute, "an absolute path", "use a path such as /var/log/guard.jsonl"],
  ["--apt:", "apt", isDebianPackage, "a valid Debian package name", "use a list such as git,jq"],
  ["--allow-host:", "allowHost", isHostName, "a valid host name", "use a name without a port: tools.example.com"],
] as const;

function findProblem(flags: PackageFlags): UsageProblem | undefined {
  for (const [name, key, isValid, form, help] of FORMS) {
    const { [key]: value } = flags;
    const values = name.endsWith(":") ? splitList(value) : value === undefined ? [] : [value];
    const wrong = values.find((one) => !isValid(one));
    if (wrong !== undefined) return { problem: `${name} ${quote(wrong)} is not ${form}`, help };
  }
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
