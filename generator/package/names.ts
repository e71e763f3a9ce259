/** Names as the formats take them: made from a name of YAML, or checked where a user gives one. */
import { FALLBACK_NAME } from "../emit/package-name.ts";
import { toSlug } from "../resolve/slug.ts";

/** A DNS label (RFC 1123) has 63 characters, and names of ours that are made from it end in up to eleven more. */
const MAX_RESOURCE_NAME = 50;

/** The name of a Kubernetes resource: a DNS label that starts with a letter, which the name of a Service must (RFC 1035). */
export function toResourceName(name: string): string {
  const slug = toSlug(name, MAX_RESOURCE_NAME);
  if (slug === "") return FALLBACK_NAME;
  return /^[a-z]/.test(slug) ? slug : `${FALLBACK_NAME}-${slug}`.slice(0, MAX_RESOURCE_NAME).replace(/-$/, "");
}

/** A version as the value of a Kubernetes label: 63 characters, of which `+` is none. */
export function toLabelValue(version: string): string {
  return version
    .replaceAll(/[^\w.-]/g, "_")
    .slice(0, 63)
    .replace(/[^a-zA-Z0-9]+$/, "");
}

/** A package name that npm accepts for a new package, with or without a scope. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name) && !/^(node_modules|favicon\.ico)$/.test(name)
  );
}

/** The part of a package name behind its scope. */
export function withoutScope(packageName: string): string {
  return packageName.slice(packageName.indexOf("/") + 1);
}

/**
 * A name that is none of the programs: npm puts what a package is called before everything else on PATH, so a server called
 * `git` would start itself where it means Git.
 */
export function besidePrograms(name: string, programs: readonly string[]): string {
  const isProgram = programs.some((program) => program.slice(program.lastIndexOf("/") + 1) === name);
  return isProgram ? `${name}-mcp` : name;
}

const SEMANTIC_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(\+[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?$/;

/** A version of Semantic Versioning 2.0.0, which npm and the MCP registry ask for. */
export function isVersion(text: string): boolean {
  return SEMANTIC_VERSION.test(text);
}

/** A name of the MCP registry: a reversed domain, a slash, a name. At most 200 characters. */
export function isRegistryName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)+\/[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$/.test(
      name,
    )
  );
}

/** A reference to an image: an optional registry with a port, a path in lower case, and a tag or a digest (as OCI's distribution does). */
export function isImageReference(text: string): boolean {
  const [, path = ""] = /^([^:@]+(?::\d+\/[^:@]+)?)(?::\w[\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/.exec(text) ?? [];
  const parts = path.split("/");
  const [first = "", ...others] = parts;
  const isHost = others.length > 0 && /^[a-zA-Z0-9.-]+(:\d+)?$/.test(first) && /[.:]|^localhost$/.test(first);
  return text.length <= 255 && (isHost ? others : parts).every((part) => /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/.test(part));
}

/**
 * The name of a host, without a port (RFC 1123), as the server takes it: what ends in a number must be a whole address in the usual
 * form, for clients write `1.2.3` as `1.2.0.3` (URL standard, host parsing).
 */
export function isHostName(name: string): boolean {
  const url = `http://${name}`;
  const isKept = URL.canParse(url) && new URL(url).hostname === name.toLowerCase();
  return isKept && name.length <= 253 && /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/.test(name);
}

/** The name of a Debian package, which may stand in a shell command as it is. */
export function isDebianPackage(name: string): boolean {
  return /^[a-z0-9][a-z0-9+.-]+$/.test(name);
}
