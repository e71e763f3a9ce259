import { describe, expect, it } from "vitest";
import { entryParts, isVersioned, resolveFlags, startsServer } from "../../generator/install/server-entry.ts";
import { isServerName, toServerName } from "../../generator/install/server-name.ts";

describe("flags for the server", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["get full paths", ["--policy", "p.yaml", "--root", "../docs"], ["--policy", "/site/p.yaml", "--root", "/docs"]],
    ["get full paths behind an equals sign", ["--policy=p.yaml"], ["--policy=/site/p.yaml"]],
    ["keep full paths", ["--policy", "/p.yaml"], ["--policy", "/p.yaml"]],
    ["stay as they are where they are no paths", ["--classic", "--log-level", "info"], ["--classic", "--log-level", "info"]],
  ])("%s", (_, flags, want) => {
    expect(resolveFlags(flags, "/site", "linux")).toEqual(want);
  });

  it("get the paths of Windows there", () => {
    expect(resolveFlags(["--policy", "p.yaml"], "D:\\site", "win32")).toEqual(["--policy", "D:\\site\\p.yaml"]);
  });
});

describe("a path of Node.js", () => {
  it.each<[string, boolean]>([
    ["/home/me/.nvm/versions/node/v22.1.0/bin/node", true],
    ["/opt/homebrew/Cellar/node/22.1.0_1/bin/node", true],
    ["C:\\Users\\me\\fnm\\node-versions\\v20.20.2\\node.exe", true],
    ["/usr/bin/node", false],
    ["/usr/lib/node-20/bin/node", false],
  ])("%s is known to go away with its version or not", (path, want) => {
    expect(isVersioned(path)).toBe(want);
  });
});

describe("an entry", () => {
  it.each<[string, unknown, boolean]>([
    ["with its path first", { command: "anything", args: ["/s", "--classic"] }, true],
    ["with its path elsewhere", { args: ["--import", "/s"] }, false],
    ["without arguments", { command: "/s" }, false],
    ["that is no table", null, false],
    ["of one text", "/s", false],
  ])("%s is known or not as that of a server", (_, found, want) => {
    expect(startsServer(found, "/s")).toBe(want);
  });

  it("falls into parts that leave variables beside PATH alone", () => {
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
  ])("%s becomes %s, which clients take", (name, want) => {
    expect(toServerName(name)).toBe(want);
    expect(isServerName(want)).toBe(true);
  });

  it.each(["", "a b", "a.b", "a/b", "ä", "n".repeat(41)])("%j is none", (name) => {
    expect(isServerName(name)).toBe(false);
  });
});
