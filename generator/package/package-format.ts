/** Formats of `climax-gen package`. */
export const PACKAGE_FORMATS = ["npm", "mcpb", "docker", "k8s", "registry"] as const;
/** A value of `--format`. */
export type PackageFormat = (typeof PACKAGE_FORMATS)[number];
