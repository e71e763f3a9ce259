/** Server names that all clients accept. */

/** Codex and Claude Code reject other characters. Models limit the combined length of server and tool name. */
const serverName = /^[A-Za-z0-9_-]{1,40}$/;

/** Reports whether all clients accept the name. */
export function isServerName(name: string): boolean {
  return serverName.test(name);
}

/** Converts the name of a generated server to a valid server name. Replaces invalid characters by `-`. */
export function toServerName(name: string): string {
  const fit = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return fit.slice(0, 40) || "climax";
}
