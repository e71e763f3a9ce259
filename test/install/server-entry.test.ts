import { describe, expect, it } from "vitest";
import { clientFacts } from "../../generator/install/clients.ts";
import { addModeFlag, entryParts, isVersioned, resolveFlags, startsServer, toEntry } from "../../generator/install/server-entry.ts";
import { isServerName, toServerName } from "../../generator/install/server-name.ts";

describe("flags for the server", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["get absolute paths", ["--policy", "p.yaml", "--root", "../docs"], ["--policy", "/site/p.yaml", "--root", "/docs"]],
    ["get absolute paths after an equals sign", ["--policy=p.yaml"], ["--policy=/site/p.yaml"]],
    ["keep absolute paths", ["--policy", "/p.yaml"], ["--policy", "/p.yaml"]],
    ["are unchanged if they are not paths", ["--classic", "--log-level", "info"], ["--classic", "--log-level", "info"]],
  ])("%s", (_, flags, want) => {
    expect(resolveFlags(flags, "/site", "linux")).toEqual(want);
  });

  it("get Windows paths on Windows", () => {
    expect(resolveFlags(["--policy", "p.yaml"], "D:\\site", "win32")).toEqual(["--policy", "D:\\site\\p.yaml"]);
  });
});

describe("the mode of the server", () => {
  const mixed = { classic: false, risks: ["read", "write"] };
  it.each<[string, "codex" | "cursor", readonly string[], Parameters<typeof addModeFlag>[2], readonly string[]]>([
    ["is split for a client that runs only read-only tools", "codex", ["--root", "/r"], mixed, ["--root", "/r", "--split-calls"]],
    ["is unchanged for other clients", "cursor", [], mixed, []],
    ["is unchanged if all tools only read", "codex", [], { ...mixed, risks: ["read"] }, []],
    ["is unchanged if no tool is declared to read", "codex", [], { ...mixed, risks: ["write"] }, []],
    ["is unchanged if an option decides about it", "codex", ["--classic"], mixed, ["--classic"]],
    ["is unchanged if --discovery decides about it", "codex", ["--discovery", "classic"], mixed, ["--discovery", "classic"]],
    ["is unchanged if --discovery= decides about it", "codex", ["--discovery=classic"], mixed, ["--discovery=classic"]],
    ["is split for --discovery auto", "codex", ["--discovery", "auto"], mixed, ["--discovery", "auto", "--split-calls"]],
    ["is unchanged if the server is classic", "codex", [], { ...mixed, classic: true }, []],
    ["is unchanged if the server is split", "codex", [], { ...mixed, splitCalls: true }, []],
  ])("%s", (_, id, flags, server, want) => {
    expect(addModeFlag(clientFacts(id), flags, server)).toEqual(want);
  });
});

describe("isVersioned", () => {
  it.each<[string, boolean]>([
    ["/home/me/.nvm/versions/node/v22.1.0/bin/node", true],
    ["/opt/homebrew/Cellar/node/22.1.0_1/bin/node", true],
    ["C:\\Users\\me\\fnm\\node-versions\\v20.20.2\\node.exe", true],
    ["/usr/bin/node", false],
    ["/usr/lib/node-20/bin/node", false],
  ])("for %s returns %s", (path, want) => {
    expect(isVersioned(path)).toBe(want);
  });
});

describe("an entry", () => {
  it.each<[string, unknown, boolean]>([
    ["with the server's path as the first argument", { command: "anything", args: ["/s", "--classic"] }, true],
    ["with the server's path as the second word of a list", { command: ["node", "/s", "--classic"] }, true],
    ["with the server's path as the first word of a list", { command: ["/s"] }, false],
    ["with the server's path as another argument", { args: ["--import", "/s"] }, false],
    ["without arguments", { command: "/s" }, false],
    ["that is not a table", null, false],
    ["that is a string", "/s", false],
  ])("%s is that of the server only if its first argument is the server's path", (_, found, want) => {
    expect(startsServer(found, "/s")).toBe(want);
  });

  it("has the keys in the form and with the constants of the client", () => {
    const command = { node: "/n", server: "/s", flags: ["--classic"], searchPath: "/p", trust: { trust: true } };
    expect(toEntry(clientFacts("opencode"), command)).toEqual({
      type: "local",
      command: ["/n", "/s", "--classic"],
      environment: { PATH: "/p" },
      trust: true,
    });
    expect(toEntry(clientFacts("copilot"), { node: "/n", server: "/s", flags: [] })).toEqual({
      type: "local",
      command: "/n",
      args: ["/s"],
      tools: ["*"],
    });
  });

  it("is split into parts that keep variables other than PATH", () => {
    expect(entryParts({ command: "c", args: ["/s"], env: { PATH: "/p" } })).toEqual([
      { path: ["command"], value: "c" },
      { path: ["args"], value: ["/s"] },
      { path: ["env", "PATH"], value: "/p" },
    ]);
  });
});

describe("a server's name", () => {
  it.each<[string, string]>([
    ["git-tools", "git-tools"],
    ["my tools (v2)", "my-tools-v2"],
    ["käse", "k-se"],
    ["@scope/name", "scope-name"],
    ["工具", "climax"],
    ["n".repeat(50), "n".repeat(40)],
  ])("%s is converted to %s, which clients accept", (name, want) => {
    expect(toServerName(name)).toBe(want);
    expect(isServerName(want)).toBe(true);
  });

  it.each(["", "a b", "a.b", "a/b", "ä", "n".repeat(41)])("%j is invalid", (name) => {
    expect(isServerName(name)).toBe(false);
  });
});
