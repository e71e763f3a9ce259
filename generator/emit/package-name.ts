/** Names for machines, made from a name of YAML, which may hold anything. */
import { toSlug } from "../resolve/slug.ts";

/** What a server is called where its own name leaves nothing that could be taken. */
export const FALLBACK_NAME = "mcp-server";

/** npm allows 214 characters; tool hosts put the name before every tool, so short is kind. */
const MAX_PACKAGE_NAME = 60;

/** A name that npm, TOML, shells and container registries take as it is. */
export function toPackageName(name: string): string {
  const slug = toSlug(name, MAX_PACKAGE_NAME);
  return slug === "" || slug === "node-modules" ? FALLBACK_NAME : slug;
}
