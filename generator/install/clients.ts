/** Supported MCP clients: the location of each client's configuration file, and the form of its server entries. Data only. */

/** The values of `--client`. */
export const clientIds = ["claude-code", "claude-desktop", "cursor", "vscode", "codex", "windsurf", "gemini", "zed"] as const;
/** A value of `--client`. */
export type ClientId = (typeof clientIds)[number];

/** Scopes of a server in a client. */
export const scopes = ["user", "project"] as const;
/** `user`: all projects of the user; `project`: the current directory, for all of its users. */
export type Scope = (typeof scopes)[number];

/** Base directory of a user's file. `config-path.ts` resolves it for each operating system. */
export type BaseDirectory = "home" | "application-data" | "dot-config";

/** A client, its configuration files and their format. */
export interface ClientFacts {
  readonly id: ClientId;
  /** Name of the client, as spelled by its vendor. */
  readonly title: string;
  /** File format. JSON may contain comments and trailing commas, which several clients allow. */
  readonly format: "json" | "toml";
  /** Key of the object that contains the servers. */
  readonly container: string;
  /** Constant keys of every entry, before `command`, `args` and `env`. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly user: {
    readonly base: BaseDirectory;
    readonly path: string;
    /** Environment variable with a different directory, and the path of the file in that directory. */
    readonly override?: { readonly variable: string; readonly path: string };
  };
  /** Path in the project directory. Omitted if the client does not support project servers. */
  readonly project?: string;
  /** Instruction that makes the client load the change. */
  readonly reload: string;
}

const servers = { format: "json", container: "mcpServers", fixed: {} } as const;

const facts: readonly ClientFacts[] = [
  // code.claude.com/docs/en/mcp, "MCP installation scopes"; the local scope of `claude mcp add` is not supported.
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
    reload: "restart Claude Desktop",
  },
  // cursor.com/docs/mcp, "Configuration locations"
  {
    ...servers,
    id: "cursor",
    title: "Cursor",
    user: { base: "home", path: ".cursor/mcp.json" },
    project: ".cursor/mcp.json",
    reload: "enable the server in Cursor's settings, under MCP",
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
    reload: "start the server with `MCP: List Servers` in VS Code",
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
    reload: "refresh the MCP servers in the Cascade panel of Windsurf",
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
    reload: "open Zed, which starts the server automatically",
  },
];

const byId = new Map(facts.map((client) => [client.id, client]));

/** Returns the facts about a client. */
export function clientFacts(id: ClientId): ClientFacts {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`no facts about the client ${id}`);
  return found;
}
