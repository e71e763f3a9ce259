/** Supported MCP clients: the location of each client's configuration file, and the form of its server entries. Data only. */
import type { ServerEntry } from "./entry-value.ts";

/** Scopes of a server in a client. */
export const scopes = ["user", "project"] as const;
/** `user`: all projects of the user; `project`: the current directory, for all of its users. */
export type ClientScope = (typeof scopes)[number];

/** Base directory of a user's file. `config-path.ts` resolves it for each operating system. */
export type BaseDirectory = "home" | "application-data" | "dot-config";

/** A client, its configuration files and their format. */
interface ClientRow {
  /** Name of the client, as spelled by its vendor. */
  readonly title: string;
  /** File format. JSON may contain comments and trailing commas, which several clients allow. YAML is read and printed, but never edited. */
  readonly format: "json" | "toml" | "yaml";
  /** Key of the object that contains the servers. In YAML, it is a list whose items have a `name`. */
  readonly container: string;
  /** Constant keys of every entry, before the command. */
  readonly fixed: Readonly<Record<string, string>>;
  /**
   * Form of the command. `separate`: `command`, `args` and `env`. `joined`: `command` is the list of all words, and `environment` contains
   * the variables. Defaults to `separate`.
   */
  readonly commandForm?: "separate" | "joined";
  /** Keys that are written after the command, unless the entry has them: the user may change their values. */
  readonly initial?: ServerEntry;
  /** Keys with which the client runs every tool of the server without asking, or the way to achieve that without the file. */
  readonly trust: { readonly entry: ServerEntry } | { readonly help: string };
  /** True if the client, without a terminal, runs only tools that are declared read-only. `--split-calls` gives it such a tool. */
  readonly runsOnlyReads?: boolean;
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

const ALLOW_IN_CLIENT = { help: "omit `--trust`, and allow the tools when the client asks" } as const;
const RUNS_WITHOUT_ASKING = { help: "omit `--trust`: without a terminal, the client runs all tools without asking" } as const;

const facts = {
  // code.claude.com/docs/en/mcp, "MCP installation scopes"; the local scope of `claude mcp add` is not supported.
  "claude-code": {
    ...servers,
    title: "Claude Code",
    fixed: { type: "stdio" },
    user: { base: "home", path: ".claude.json", override: { variable: "CLAUDE_CONFIG_DIR", path: ".claude.json" } },
    project: ".mcp.json",
    trust: { help: "omit `--trust`, and start the client with `--allowedTools mcp__NAME`" },
    reload: "start a new session of Claude Code",
  },
  // modelcontextprotocol.io, "Connect to local MCP servers"
  "claude-desktop": {
    ...servers,
    title: "Claude Desktop",
    user: { base: "application-data", path: "Claude/claude_desktop_config.json" },
    trust: ALLOW_IN_CLIENT,
    reload: "restart Claude Desktop",
  },
  // cursor.com/docs/mcp, "Configuration locations"
  cursor: {
    ...servers,
    title: "Cursor",
    user: { base: "home", path: ".cursor/mcp.json" },
    project: ".cursor/mcp.json",
    trust: ALLOW_IN_CLIENT,
    reload: "enable the server in Cursor's settings, under MCP",
  },
  // code.visualstudio.com/docs, "MCP configuration reference"; the file of the default profile.
  vscode: {
    title: "VS Code",
    format: "json",
    container: "servers",
    fixed: { type: "stdio" },
    user: { base: "application-data", path: "Code/User/mcp.json" },
    project: ".vscode/mcp.json",
    trust: ALLOW_IN_CLIENT,
    reload: "start the server with `MCP: List Servers` in VS Code",
  },
  // developers.openai.com/codex/mcp, "Configure with config.toml"
  codex: {
    title: "Codex",
    format: "toml",
    container: "mcp_servers",
    fixed: {},
    // Without `required`, the first request has no tools of a server that starts slowly.
    initial: { required: true },
    trust: { entry: { default_tools_approval_mode: "approve" } },
    runsOnlyReads: true,
    user: { base: "home", path: ".codex/config.toml", override: { variable: "CODEX_HOME", path: "config.toml" } },
    project: ".codex/config.toml",
    reload: "start a new session of Codex",
  },
  // docs.windsurf.com, "Cascade MCP integration"
  windsurf: {
    ...servers,
    title: "Windsurf",
    user: { base: "home", path: ".codeium/windsurf/mcp_config.json" },
    trust: ALLOW_IN_CLIENT,
    reload: "refresh the MCP servers in the Cascade panel of Windsurf",
  },
  // geminicli.com/docs/tools/mcp-server, "How to set up your MCP server"
  gemini: {
    ...servers,
    title: "Gemini CLI",
    trust: { entry: { trust: true } },
    user: { base: "home", path: ".gemini/settings.json" },
    project: ".gemini/settings.json",
    reload: "start a new session of Gemini CLI",
  },
  // zed.dev/docs/ai/mcp, "As custom servers": since November 2025 without the key `source`, which Zed removes when it finds it.
  zed: {
    title: "Zed",
    format: "json",
    container: "context_servers",
    fixed: {},
    trust: ALLOW_IN_CLIENT,
    user: { base: "dot-config", path: "zed/settings.json" },
    project: ".zed/settings.json",
    reload: "open Zed, which starts the server automatically",
  },
  // opencode.ai/docs/mcp-servers, "Local". It follows XDG_CONFIG_HOME on every system.
  opencode: {
    title: "OpenCode",
    format: "json",
    container: "mcp",
    fixed: { type: "local" },
    commandForm: "joined",
    trust: RUNS_WITHOUT_ASKING,
    user: {
      base: "home",
      path: ".config/opencode/opencode.json",
      override: { variable: "XDG_CONFIG_HOME", path: "opencode/opencode.json" },
    },
    project: "opencode.json",
    reload: "start a new session of OpenCode",
  },
  // `copilot help environment` and `copilot mcp --help`. `tools` selects the tools that the client offers.
  copilot: {
    ...servers,
    title: "Copilot CLI",
    fixed: { type: "local" },
    initial: { tools: ["*"] },
    trust: { help: "omit `--trust`, and start the client with `--allow-tool NAME`" },
    runsOnlyReads: true,
    user: { base: "home", path: ".copilot/mcp-config.json", override: { variable: "COPILOT_HOME", path: "mcp-config.json" } },
    project: ".github/mcp.json",
    reload: "start a new session of Copilot CLI",
  },
  // `qwen mcp add --help`
  qwen: {
    ...servers,
    title: "Qwen Code",
    trust: { entry: { trust: true } },
    user: { base: "home", path: ".qwen/settings.json" },
    project: ".qwen/settings.json",
    reload: "start a new session of Qwen Code",
  },
  // docs.cline.bot, "Configuring MCP servers": the file of the command line. The extensions of editors have another file.
  cline: {
    ...servers,
    title: "Cline",
    trust: RUNS_WITHOUT_ASKING,
    user: { base: "home", path: ".cline/data/settings/cline_mcp_settings.json" },
    reload: "start a new session of Cline",
  },
  // docs.continue.dev/reference, "mcpServers"
  continue: {
    title: "Continue",
    format: "yaml",
    container: "mcpServers",
    fixed: { type: "stdio" },
    trust: RUNS_WITHOUT_ASKING,
    user: { base: "home", path: ".continue/config.yaml" },
    reload: "start a new session of Continue",
  },
} satisfies Readonly<Record<string, ClientRow>>;

/** A value of `--client`. */
export type ClientId = keyof typeof facts;

/** The facts about a client, with its name in options. */
export interface ClientFacts extends ClientRow {
  readonly id: ClientId;
}

/** The values of `--client`. */
export const clientIds = Object.keys(facts) as readonly ClientId[];

/** Returns the facts about a client. */
export function clientFacts(id: ClientId): ClientFacts {
  return { id, ...facts[id] };
}
