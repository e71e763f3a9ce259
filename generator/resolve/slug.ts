/** Lower-case ASCII letters, digits and single dashes, beginning and ending with none; "" where nothing is left. */
export function toSlug(name: string, maxLength: number): string {
  const ascii = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = ascii.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  return slug.slice(0, maxLength).replace(/-$/, "");
}
