/** Server names that all clients accept. */

/** Codex and Claude Code reject other characters. */
const serverName = /^[A-Za-z0-9_-]+$/;

/** Maximum length of a server name. Models limit the combined length of server and tool name. */
export const MAX_SERVER_NAME = 40;

/** Reports whether all clients accept the name. */
export function isServerName(name: string): boolean {
  return serverName.test(name) && name.length <= MAX_SERVER_NAME;
}

/** Converts the name of a generated server to a valid server name. Replaces invalid characters by `-`. */
export function toServerName(name: string): string {
  const fit = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return fit.slice(0, MAX_SERVER_NAME) || "climax";
}
