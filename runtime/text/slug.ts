/** Converts to lower-case ASCII letters, digits and single inner dashes. Empty if the text has no letter or digit. */
export function toSlug(name: string, maxLength: number): string {
  const ascii = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = ascii.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  return slug.slice(0, maxLength).replace(/-$/, "");
}
