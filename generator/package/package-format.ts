/** Formats of `climax-gen package`, and the options of each. */
export const PACKAGE_FORMATS = ["npm", "mcpb", "docker", "k8s", "registry", "skill", "claude-plugin", "gemini-extension", "guard"] as const;
/** A value of `--format`. */
export type PackageFormat = (typeof PACKAGE_FORMATS)[number];

/**
 * Formats in which each option has an effect. `license` and `author` apply to the registry's entry because it has the hash of a bundle,
 * which contains them.
 */
export const FORMATS_OF_OPTION = {
  packageName: ["npm", "mcpb", "registry"],
  packageVersion: PACKAGE_FORMATS,
  license: ["npm", "mcpb", "registry", "skill", "claude-plugin"],
  author: ["mcpb", "registry", "claude-plugin"],
  image: ["docker", "k8s", "registry"],
  apt: ["docker"],
  allowHost: ["docker", "k8s"],
  registryName: ["npm", "docker", "registry"],
  mcpbUrl: ["registry"],
  declared: ["guard"],
  observe: ["guard"],
  auditFile: ["guard"],
} as const satisfies Readonly<Record<string, readonly PackageFormat[]>>;

/** Formats whose clients always start the server on standard input. */
const STDIO_FORMATS: ReadonlySet<PackageFormat> = new Set(["mcpb", "claude-plugin", "gemini-extension"]);

/**
 * Reports whether clients of the package always start the server on standard input. The registry's entries of an npm package and of a
 * bundle say so.
 */
export function startsOnStandardInput(flags: {
  readonly format: PackageFormat;
  readonly packageName?: string;
  readonly mcpbUrl?: string;
}): boolean {
  const { format, packageName, mcpbUrl } = flags;
  return STDIO_FORMATS.has(format) || (format === "registry" && (packageName !== undefined || mcpbUrl !== undefined));
}
