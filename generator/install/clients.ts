/** The MCP clients that a server can be registered with: where each keeps its servers, and what an entry looks like. Data only. */

export const clientIds = ["claude-code", "claude-desktop", "cursor", "vscode", "codex", "windsurf", "gemini", "zed"] as const;
export type ClientId = (typeof clientIds)[number];

export const scopes = ["user", "project"] as const;
/** `user`: for everything the user opens; `project`: for who opens the current folder. */
export type Scope = (typeof scopes)[number];

/** The folder that a user's file is looked for in; `config-path.ts` says which one that is on each system. */
export type BaseFolder = "home" | "application-data" | "dot-config";

export interface ClientFacts {
  readonly id: ClientId;
  /** As its makers write it. */
  readonly title: string;
  /** JSON is read with comments and trailing commas, which several of the clients allow. */
  readonly format: "json" | "toml";
  /** The key that the servers stand below. */
  readonly container: string;
  /** Keys of an entry that are the same for every server, before `command`, `args` and `env`. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly user: {
    readonly base: BaseFolder;
    readonly path: string;
    /** A variable that names another folder, and the path of the file in there. */
    readonly override?: { readonly variable: string; readonly path: string };
  };
  /** Below the project's folder. Absent: the client knows no servers of a project. */
  readonly project?: string;
  /** What makes the client see the change. */
  readonly reload: string;
}

const servers = { format: "json", container: "mcpServers", fixed: {} } as const;

const facts: readonly ClientFacts[] = [
  // code.claude.com/docs/en/mcp, "MCP installation scopes"; the local scope of `claude mcp add` is not among ours.
  {
    ...servers,
    id: "claude-code",
    title: "Claude Code",
    fixed: { type: "stdio" },
    user: { base: "home", path: ".claude.json", override: { variable: "CLAUDE_CONFIG_DIR", path: ".claude.json" } },
    project: ".mcp.json",
    reload: "start a new session of Claude Code",
  },
  // modelcontextprotocol.io, "Connect to local MCP servers"
  {
    ...servers,
    id: "claude-desktop",
    title: "Claude Desktop",
    user: { base: "application-data", path: "Claude/claude_desktop_config.json" },
    reload: "quit Claude Desktop and start it again",
  },
  // cursor.com/docs/mcp, "Configuration locations"
  {
    ...servers,
    id: "cursor",
    title: "Cursor",
    user: { base: "home", path: ".cursor/mcp.json" },
    project: ".cursor/mcp.json",
    reload: "switch it on in Cursor's settings, below MCP",
  },
  // code.visualstudio.com/docs, "MCP configuration reference"; the file of the default profile.
  {
    id: "vscode",
    title: "VS Code",
    format: "json",
    container: "servers",
    fixed: { type: "stdio" },
    user: { base: "application-data", path: "Code/User/mcp.json" },
    project: ".vscode/mcp.json",
    reload: "start it with `MCP: List Servers` in VS Code",
  },
  // developers.openai.com/codex/mcp, "Configure with config.toml"
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    container: "mcp_servers",
    fixed: {},
    user: { base: "home", path: ".codex/config.toml", override: { variable: "CODEX_HOME", path: "config.toml" } },
    project: ".codex/config.toml",
    reload: "start a new session of Codex",
  },
  // docs.windsurf.com, "Cascade MCP integration"
  {
    ...servers,
    id: "windsurf",
    title: "Windsurf",
    user: { base: "home", path: ".codeium/windsurf/mcp_config.json" },
    reload: "refresh the MCP servers in Windsurf's Cascade panel",
  },
  // geminicli.com/docs/tools/mcp-server, "How to set up your MCP server"
  {
    ...servers,
    id: "gemini",
    title: "Gemini CLI",
    user: { base: "home", path: ".gemini/settings.json" },
    project: ".gemini/settings.json",
    reload: "start a new session of Gemini CLI",
  },
  // zed.dev/docs/ai/mcp, "As custom servers": since November 2025 without the key `source`, which Zed removes when it finds it.
  {
    id: "zed",
    title: "Zed",
    format: "json",
    container: "context_servers",
    fixed: {},
    user: { base: "dot-config", path: "zed/settings.json" },
    project: ".zed/settings.json",
    reload: "Zed starts it at once",
  },
];

const byId = new Map(facts.map((client) => [client.id, client]));

/** The facts of a client. */
export function clientFacts(id: ClientId): ClientFacts {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`no facts about the client ${id}`);
  return found;
}
