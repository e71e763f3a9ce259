/** The names that a server can have in every client. */

/** Codex refuses other characters, Claude Code as well; longer ones do not fit beside a tool's name into what models accept. */
const serverName = /^[A-Za-z0-9_-]{1,40}$/;

/** Whether every client takes the name. */
export function isServerName(name: string): boolean {
  return serverName.test(name);
}

/** The name of a generated server, made fit: what clients refuse becomes `-`. */
export function toServerName(name: string): string {
  const fit = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return fit.slice(0, 40) || "climax";
}
