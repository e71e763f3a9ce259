/** The hosts. Each starts without a terminal, with the scripted model, and without telemetry and updates. */
import { join } from "node:path";
import type { Host, Session } from "./host.ts";
import { toFile } from "./host.ts";

const bin = ({ packages }: Session, name: string): string => join(packages, "node_modules/.bin", name);
const isOpen = ({ profile }: Session): boolean => profile !== "default";
/** Cline takes one word for a command. */
const PROMPT = "Call the tools.";
const entryOf = ({ server: [command, ...args] }: Session) => ({ command, args });

const claude: Host = {
  id: "claude-code",
  title: "Claude Code",
  kind: "host",
  registry: "npm",
  packages: ["@anthropic-ai/claude-code@2.1.332"],
  launch: (session) => ({
    command: [
      bin(session, "claude"),
      "-p",
      PROMPT,
      "--model",
      "claude-sonnet-4-5",
      ...(session.profile === "rules" ? [] : ["--strict-mcp-config", "--mcp-config", join(session.home, "mcp.json")]),
      ...(isOpen(session) ? ["--allowedTools", session.profile === "rules" ? "Bash" : "mcp__demo"] : []),
    ],
    env: {
      ANTHROPIC_BASE_URL: session.origin,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    files: { [join(session.home, "mcp.json")]: toFile({ mcpServers: { demo: entryOf(session) } }) },
  }),
  shell: { tool: "Bash", argument: "command", client: "claude-code" },
  hiddenCall: ({ tool, args }) => ({ name: `mcp__demo__${tool}`, args }),
};

/** Codex sends other requests with newer models, so it has a row for a model of each family. */
function codex(id: string, title: string, model: string): Host {
  return {
    id,
    title,
    kind: "host",
    registry: "npm",
    packages: ["@openai/codex@0.171.0"],
    launch: (session) => ({
      command: [bin(session, "codex"), "exec", "--skip-git-repo-check", PROMPT],
      env: { CODEX_HOME: join(session.home, ".codex"), MODEL_KEY: "scripted" },
      files: { [join(session.home, ".codex/config.toml")]: codexConfig(session, model) },
    }),
    shell: { tool: "exec_command", argument: "cmd", client: "codex" },
    // The newer models call tools in a script.
    hiddenCall: ({ tool, args }) => ({
      namespace: "functions",
      name: "exec",
      args: {},
      input: `text(await tools.${tool === "exec_command" ? "" : "mcp__demo__"}${tool}(${JSON.stringify(args)}));`,
    }),
  };
}

function codexConfig(session: Session, model: string): string {
  return `model = "${model}"
model_provider = "scripted"
check_for_update_on_startup = false
${isOpen(session) ? 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n' : ""}
[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${session.origin}/v1"
wire_api = "responses"
env_key = "MODEL_KEY"

[mcp_servers.demo]
command = ${JSON.stringify(session.server[0])}
args = ${JSON.stringify(session.server.slice(1))}
required = true
`;
}

const geminiCli: Host = {
  id: "gemini",
  title: "Gemini CLI",
  kind: "host",
  shell: { tool: "run_shell_command", argument: "command", client: "gemini" },
  registry: "npm",
  packages: ["@google/gemini-cli@0.61.0"],
  launch: (session) => ({
    command: [bin(session, "gemini"), "-p", PROMPT, "-m", "gemini-2.5-flash", ...(isOpen(session) ? ["--yolo"] : [])],
    env: { GEMINI_API_KEY: "scripted", GOOGLE_GEMINI_BASE_URL: session.origin, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    files: {
      [join(session.home, ".gemini/settings.json")]: toFile({
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        security: { auth: { selectedType: "gemini-api-key" } },
        mcpServers: { demo: entryOf(session) },
      }),
    },
  }),
};

const qwen: Host = {
  id: "qwen",
  title: "Qwen Code",
  kind: "host",
  registry: "npm",
  packages: ["@qwen-code/qwen-code@0.24.4"],
  launch: (session) => ({
    command: [bin(session, "qwen"), "-p", PROMPT, ...(isOpen(session) ? ["--yolo"] : [])],
    env: { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${session.origin}/v1`, OPENAI_MODEL: "scripted" },
    files: {
      [join(session.home, ".qwen/settings.json")]: toFile({
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        security: { auth: { selectedType: "openai" } },
        mcpServers: { demo: entryOf(session) },
      }),
    },
  }),
  hiddenCall: ({ tool, args }) => ({ name: `mcp__demo__${tool}`, args }),
};

const opencode: Host = {
  id: "opencode",
  title: "OpenCode",
  kind: "host",
  registry: "npm",
  packages: ["opencode-ai@1.18.33"],
  launch: (session) => ({
    command: [bin(session, "opencode"), "run", "-m", "scripted/scripted", PROMPT],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    },
    files: {
      [join(session.home, ".config/opencode/opencode.json")]: toFile({
        autoupdate: false,
        share: "disabled",
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${session.origin}/v1`, apiKey: "scripted" },
            models: {
              scripted: {
                name: "Scripted",
                tool_call: true,
                attachment: true,
                modalities: { input: ["text", "image"], output: ["text"] },
                limit: { context: 1_000_000, output: 10_000 },
              },
            },
          },
        },
        mcp: { demo: { type: "local", command: session.server } },
      }),
    },
  }),
};

const copilot: Host = {
  id: "copilot",
  title: "Copilot CLI",
  kind: "host",
  registry: "npm",
  packages: ["@github/copilot@1.0.102"],
  launch: (session) => ({
    command: [
      bin(session, "copilot"),
      "-p",
      PROMPT,
      "--no-auto-update",
      "--disable-client-telemetry",
      ...(isOpen(session) ? ["--allow-all-tools"] : []),
    ],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${session.origin}/v1`,
      COPILOT_PROVIDER_API_KEY: "scripted",
      COPILOT_MODEL: "scripted",
    },
    files: {
      [join(session.home, ".copilot/mcp-config.json")]: toFile({
        mcpServers: { demo: { type: "local", ...entryOf(session), tools: ["*"] } },
      }),
    },
  }),
};

const cline: Host = {
  id: "cline",
  title: "Cline",
  kind: "host",
  registry: "npm",
  packages: ["cline@3.0.65"],
  launch: (session) => ({
    command: [bin(session, "cline"), PROMPT],
    files: {
      [join(session.home, ".cline/data/settings/cline_mcp_settings.json")]: toFile({ mcpServers: { demo: entryOf(session) } }),
      [join(session.home, ".cline/data/settings/global-settings.json")]: toFile({ telemetryOptOut: true, autoUpdateEnabled: false }),
      [join(session.home, ".cline/data/settings/providers.json")]: toFile({
        version: 1,
        lastUsedProvider: "openai-compatible",
        modes: {},
        providers: {
          "openai-compatible": {
            settings: { provider: "openai-compatible", apiKey: "scripted", model: "scripted", baseUrl: `${session.origin}/v1` },
            updatedAt: "2026-01-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
  }),
};

const continueCli: Host = {
  id: "continue",
  title: "Continue",
  kind: "host",
  registry: "npm",
  packages: ["@continuedev/cli@1.5.47"],
  launch: (session) => ({
    command: [bin(session, "cn"), "-p", PROMPT, "--config", join(session.home, "config.yaml"), ...(isOpen(session) ? ["--auto"] : [])],
    env: { CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_CLI_ENABLE_TELEMETRY: "0" },
    files: {
      // JSON is YAML.
      [join(session.home, "config.yaml")]: toFile({
        name: "scripted",
        version: "1.0.0",
        schema: "v1",
        models: [{ name: "scripted", provider: "openai", model: "gpt-4o", apiBase: `${session.origin}/v1`, apiKey: "scripted" }],
        mcpServers: [{ name: "demo", type: "stdio", ...entryOf(session) }],
      }),
    },
  }),
};

/** All hosts, in the order of the page. */
export const agentHosts: readonly Host[] = [
  claude,
  codex("codex", "Codex, model gpt-5", "gpt-5"),
  codex("codex-gpt6", "Codex, model gpt-6.2-sol", "gpt-6.2-sol"),
  geminiCli,
  qwen,
  opencode,
  copilot,
  cline,
  continueCli,
];
