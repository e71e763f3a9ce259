/** Converts names from YAML to the formats' syntax, and validates names that users give. */
import { FALLBACK_NAME } from "../emit/package-name.ts";
import { toSlug } from "@climax-gen/runtime/internal/text/slug";

/** Maximum length, in characters. A DNS label (RFC 1123) has at most 63, and suffixes of up to 11 are added. */
const MAX_RESOURCE_NAME = 50;

/** Returns the name of a Kubernetes resource: a DNS label that starts with a letter, which Services require (RFC 1035). */
export function toResourceName(name: string): string {
  const slug = toSlug(name, MAX_RESOURCE_NAME);
  if (slug === "") return FALLBACK_NAME;
  return /^[a-z]/.test(slug) ? slug : `${FALLBACK_NAME}-${slug}`.slice(0, MAX_RESOURCE_NAME).replace(/-$/, "");
}

/** Converts a version to the value of a Kubernetes label: at most 63 characters, without `+`. */
export function toLabelValue(version: string): string {
  return version
    .replaceAll(/[^\w.-]/g, "_")
    .slice(0, 63)
    .replace(/[^a-zA-Z0-9]+$/, "");
}

/** Reports whether npm accepts the name for a new package, with or without a scope. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name) && !/^(node_modules|favicon\.ico)$/.test(name)
  );
}

/** Returns a package name without its scope. */
export function withoutScope(packageName: string): string {
  return packageName.slice(packageName.indexOf("/") + 1);
}

/**
 * Returns a name that differs from all programs. npm puts a package's programs first on PATH, so a server called `git` would start itself
 * instead of Git.
 */
export function avoidProgramNames(name: string, programs: readonly string[]): string {
  const isProgram = programs.some((program) => program.slice(program.lastIndexOf("/") + 1) === name);
  return isProgram ? `${name}-mcp` : name;
}

const SEMANTIC_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(\+[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?$/;

/** Reports whether a string is a version of Semantic Versioning 2.0.0, which npm and the MCP registry require. */
export function isVersion(text: string): boolean {
  return SEMANTIC_VERSION.test(text);
}

/** Reports whether a string is a name of the MCP registry: a reversed domain, a slash, a name. At most 200 characters. */
export function isRegistryName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)+\/[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$/.test(
      name,
    )
  );
}

/**
 * Reports whether a string is an image reference (OCI distribution): an optional registry with a port, a lowercase path, and a tag or
 * digest.
 */
export function isImageReference(text: string): boolean {
  const [, path = ""] = /^([^:@]+(?::\d+\/[^:@]+)?)(?::\w[\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/.exec(text) ?? [];
  const parts = path.split("/");
  const [first = "", ...others] = parts;
  const isHost = others.length > 0 && /^[a-zA-Z0-9.-]+(:\d+)?$/.test(first) && /[.:]|^localhost$/.test(first);
  return text.length <= 255 && (isHost ? others : parts).every((part) => /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/.test(part));
}

/**
 * Reports whether the server accepts a host name without a port (RFC 1123). A name that ends in a number must be a complete address,
 * because clients convert `1.2.3` to `1.2.0.3` (URL standard, host parsing).
 */
export function isHostName(name: string): boolean {
  const url = `http://${name}`;
  const isKept = URL.canParse(url) && new URL(url).hostname === name.toLowerCase();
  return isKept && name.length <= 253 && /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/.test(name);
}

/** Reports whether a string is the name of a Debian package, which needs no quotes in a shell command. */
export function isDebianPackage(name: string): boolean {
  return /^[a-z0-9][a-z0-9+.-]+$/.test(name);
}
