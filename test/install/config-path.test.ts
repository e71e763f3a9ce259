import { describe, expect, it } from "vitest";
import type { ClientId } from "../../generator/install/clients.ts";
import { clientFacts, clientIds } from "../../generator/install/clients.ts";
import type { ClientMachine } from "../../generator/install/config-path.ts";
import { locateConfig } from "../../generator/install/config-path.ts";

const linux: ClientMachine = { platform: "linux", home: "/home/me", workingDirectory: "/site", env: {} };
const mac: ClientMachine = { platform: "darwin", home: "/Users/me", workingDirectory: "/site", env: {} };
const windows: ClientMachine = {
  platform: "win32",
  home: "C:\\Users\\me",
  workingDirectory: "D:\\site",
  env: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
};

const user = (id: ClientId, machine: ClientMachine): string | undefined => locateConfig(clientFacts(id), "user", machine);

/** The file of a user on Linux, macOS and Windows. A client without its files does not compile. */
const FILES: Readonly<Record<ClientId, readonly [onLinux: string, onMac: string, onWindows: string]>> = {
  "claude-code": ["/home/me/.claude.json", "/Users/me/.claude.json", "C:\\Users\\me\\.claude.json"],
  "claude-desktop": [
    "/home/me/.config/Claude/claude_desktop_config.json",
    "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
  ],
  cursor: ["/home/me/.cursor/mcp.json", "/Users/me/.cursor/mcp.json", "C:\\Users\\me\\.cursor\\mcp.json"],
  vscode: [
    "/home/me/.config/Code/User/mcp.json",
    "/Users/me/Library/Application Support/Code/User/mcp.json",
    "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json",
  ],
  codex: ["/home/me/.codex/config.toml", "/Users/me/.codex/config.toml", "C:\\Users\\me\\.codex\\config.toml"],
  windsurf: [
    "/home/me/.codeium/windsurf/mcp_config.json",
    "/Users/me/.codeium/windsurf/mcp_config.json",
    "C:\\Users\\me\\.codeium\\windsurf\\mcp_config.json",
  ],
  gemini: ["/home/me/.gemini/settings.json", "/Users/me/.gemini/settings.json", "C:\\Users\\me\\.gemini\\settings.json"],
  zed: ["/home/me/.config/zed/settings.json", "/Users/me/.config/zed/settings.json", "C:\\Users\\me\\AppData\\Roaming\\zed\\settings.json"],
  opencode: [
    "/home/me/.config/opencode/opencode.json",
    "/Users/me/.config/opencode/opencode.json",
    "C:\\Users\\me\\.config\\opencode\\opencode.json",
  ],
  copilot: ["/home/me/.copilot/mcp-config.json", "/Users/me/.copilot/mcp-config.json", "C:\\Users\\me\\.copilot\\mcp-config.json"],
  qwen: ["/home/me/.qwen/settings.json", "/Users/me/.qwen/settings.json", "C:\\Users\\me\\.qwen\\settings.json"],
  cline: [
    "/home/me/.cline/data/settings/cline_mcp_settings.json",
    "/Users/me/.cline/data/settings/cline_mcp_settings.json",
    "C:\\Users\\me\\.cline\\data\\settings\\cline_mcp_settings.json",
  ],
  continue: ["/home/me/.continue/config.yaml", "/Users/me/.continue/config.yaml", "C:\\Users\\me\\.continue\\config.yaml"],
};

describe("the file of a user", () => {
  it.each(clientIds.map((id) => [id, ...FILES[id]] as const))(
    "of %s is at the client's standard location on Linux, macOS and Windows",
    (id, onLinux, onMac, onWindows) => {
      expect([user(id, linux), user(id, mac), user(id, windows)]).toEqual([onLinux, onMac, onWindows]);
    },
  );

  it.each<[string, ClientId, ClientMachine, Record<string, string>, string]>([
    ["follows CODEX_HOME", "codex", linux, { CODEX_HOME: "/etc/codex" }, "/etc/codex/config.toml"],
    [
      "follows CLAUDE_CONFIG_DIR",
      "claude-code",
      mac,
      { CLAUDE_CONFIG_DIR: "/Users/me/.claude-work" },
      "/Users/me/.claude-work/.claude.json",
    ],
    ["follows COPILOT_HOME", "copilot", linux, { COPILOT_HOME: "/etc/copilot" }, "/etc/copilot/mcp-config.json"],
    ["follows XDG_CONFIG_HOME for OpenCode on macOS", "opencode", mac, { XDG_CONFIG_HOME: "/cfg" }, "/cfg/opencode/opencode.json"],
    ["follows XDG_CONFIG_HOME on Linux", "zed", linux, { XDG_CONFIG_HOME: "/home/me/cfg" }, "/home/me/cfg/zed/settings.json"],
    ["ignores XDG_CONFIG_HOME on macOS", "zed", mac, { XDG_CONFIG_HOME: "/cfg" }, "/Users/me/.config/zed/settings.json"],
    ["has a default for an unset APPDATA", "vscode", { ...windows, env: {} }, {}, "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json"],
    ["ignores an empty XDG_CONFIG_HOME", "zed", linux, { XDG_CONFIG_HOME: "" }, "/home/me/.config/zed/settings.json"],
    ["ignores an empty CODEX_HOME", "codex", linux, { CODEX_HOME: "" }, "/home/me/.codex/config.toml"],
  ])("%s", (_, id, machine, env, want) => {
    expect(user(id, { ...machine, env: { ...machine.env, ...env } })).toBe(want);
  });
});

describe("the file of a project", () => {
  it.each<[ClientId, string | undefined]>([
    ["claude-code", "/site/.mcp.json"],
    ["claude-desktop", undefined],
    ["cursor", "/site/.cursor/mcp.json"],
    ["vscode", "/site/.vscode/mcp.json"],
    ["codex", "/site/.codex/config.toml"],
    ["windsurf", undefined],
    ["gemini", "/site/.gemini/settings.json"],
    ["zed", "/site/.zed/settings.json"],
    ["opencode", "/site/opencode.json"],
    ["copilot", "/site/.github/mcp.json"],
    ["qwen", "/site/.qwen/settings.json"],
    ["cline", undefined],
    ["continue", undefined],
  ])("of %s is in the working directory, if the client supports project servers", (id, want) => {
    expect(locateConfig(clientFacts(id), "project", linux)).toBe(want);
  });

  it("has backslashes on Windows", () => {
    expect(locateConfig(clientFacts("cursor"), "project", windows)).toBe("D:\\site\\.cursor\\mcp.json");
  });
});

it("every client has facts with its id", () => {
  expect(clientIds.map((id) => clientFacts(id).id)).toEqual(clientIds);
});
