/** Derives names of packages and servers from a name in YAML, which can contain any character. */
import { toSlug } from "@climax-gen/runtime/internal/text/slug";

/** Package name of a server whose name has no valid character. */
export const FALLBACK_NAME = "mcp-server";

/** Maximum length, in characters. npm allows 214, but hosts put this name before the name of every tool. */
const MAX_PACKAGE_NAME = 60;

/** Returns a name that npm, TOML, shells and container registries accept unquoted. */
export function toPackageName(name: string): string {
  const slug = toSlug(name, MAX_PACKAGE_NAME);
  return slug === "" || slug === "node-modules" ? FALLBACK_NAME : slug;
}
