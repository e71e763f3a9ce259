import { describe, expect, it } from "vitest";
import { draftPolicy } from "../../generator/init/draft-policy.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { draftSeek as draft } from "./draft-seek.ts";

describe("the risk, the secrets and the paths of drafted tools", () => {
  it.each([
    ["log-level", "Get/set the level", false],
    ["get-part", "get the part of a file and write it into another one", false],
    ["show", "Show or modify rules", false],
    ["list", "Update the cache and list packages", false],
    ["get", "Resolves the dependencies", false],
    ["show", "Show changes", true],
    ["get", "Get the settings of a user", true],
    ["list", "List created files", true],
    ["test info", "Find out what a directory can store", false],
    ["ports", "List ports of a machine", true],
    ["all items", "Show all of them", true],
    ["item-list", "List the items of a project", true],
    ["search code", "Search within code", true],
    ["import-list", "Load a list of items", false],
    ["ca", "Display and rotate the root certificate", false],
    ["token", "Print the token that calls use", false],
    ["read-tree", "Reads a tree into the index", false],
    ["page", "Show it in a web browser", false],
    ["remotes", "List, create, or drop remotes", false],
    ["watch", "Show changes, and reload", false],
    ["top", "Display usage (CPU/memory) of nodes", true],
    ["versions", "Print the versions of the server, in one line each", true],
    ["can-i", "Check whether an action is allowed", true],
    ["ready", "Check whether the tests pass", false],
    ["ready", "Check if an update exists, install it", false],
    ["events", "Get real time events from the server", true],
    ["recipe", "Get a recipe from the server", false],
    ["ids", "Compute unique IDs for a patch", true],
    ["ids", "Compute IDs and optionally create objects", false],
    ["freeze", "Output installed packages in requirements format", true],
    ["bundle", "Read and write bundles", false],
  ])("rates %s as reading only if its text names no change: %s", (word, summary, isRead) => {
    const page = { from: "help", label: "h", path: word.split(" "), text: `${summary}\n\nUsage: seek ${word}\n\n  --one   One\n` } as const;
    const { text } = draftConfig(describeProgram({ program: "seek", pages: [page], path: word.split(" ") }), { maxArgs: 8, header: "" });
    expect(text.includes("risk: read")).toBe(isRead);
  });

  it.each([
    ["Output format, see the manual", true],
    ["Output goes there", false],
  ])("drafts an output option of a reading command only if it is a format: %s", (description, isDrafted) => {
    const text = `Show changes\n\nUsage: seek show [options]\n\n  -o, --output=FORM   ${description}\n`;
    const page = { from: "help", label: "h", path: ["show"], text } as const;
    const drafted = draftConfig(describeProgram({ program: "seek", pages: [page], path: ["show"] }), { maxArgs: 8, header: "" });
    expect(drafted.text.includes("name: output")).toBe(isDrafted);
  });

  it("rates a command whose word is unknown by what its summary changes, or by the word above", () => {
    const rows = [
      ["branch", "List, create, or delete branches", "destructive"],
      ["isolate", "Start one unit and halt all others", "destructive"],
      ["images", "Create and run an image", "destructive"],
      ["scripts", "Run scripts of the project", "destructive"],
      ["audit", "Run a security audit", undefined],
      ["token", "Request a token", undefined],
      ["lockfile", "Generate the lockfile for a package", "write"],
      ["gateway", "Create a proxy server", undefined],
      ["create namespace", "Namespaces", "write"],
      ["show namespace", "Namespaces", undefined],
      ["check", "Check whether it is up", "read"],
    ] as const;
    const rated = rows.map(([word, summary]) => {
      const text = draft(`${summary}\n\nUsage: seek ${word}\n\n  --one   One\n`, 8, word.split(" "));
      return [word, summary, /^ {4}risk: (\w+)$/m.exec(text)?.[1]];
    });
    expect(rated).toEqual(rows.map((row) => [...row]));
  });

  it("rates a command that only answers as undecided if an option changes something", () => {
    const text = (option: string): string => draft(`Check whether it is up\n\nUsage: seek up\n\n  ${option}   Do it\n`, 8, ["up"]);
    const rated = ["--all", "--fix", "--differ <NAME>   Report all that differ to this file\n  --one"].map((one) =>
      text(one).includes("risk: read"),
    );
    expect(rated).toEqual([true, false, false]);
  });

  it("drafts no option with which a tool that reads shows secrets", () => {
    const rows = "  --raw   Display raw byte data and sensitive data\n  --show-token   Display the auth token\n  --one   One\n";
    const page = { from: "help", label: "h", path: ["status"], text: `Show it.\n\nUsage: seek status\n\n${rows}` } as const;
    const { text } = draftConfig(describeProgram({ program: "seek", pages: [page], path: ["status"] }), { maxArgs: 8, header: "" });
    expect(text).toContain("# shows secrets: --raw --show-token\n");
  });

  it("reads a path that can also be a URL as an address, and no other name with such a word as a path", () => {
    const text = "Usage: seek <PATH | URL> <SOURCE_IMAGE>\n\n  --untracked-files[=MODE]   A\n  --file-limit=NUM   B\n";
    const page = { from: "help", label: "h", path: [], text } as const;
    const { tools } = draftConfig(describeProgram({ program: "seek", pages: [page] }), { maxArgs: 8, header: "" });
    expect(tools.map(({ paths, addresses }) => [paths, addresses])).toEqual([[[], ["path"]]]);
  });

  it("names the arguments that take any path, as the tool has them", () => {
    const page = {
      from: "help",
      label: "h",
      path: [],
      text: "Usage: seek [--file=FILE] [--host=HOST] [--set=K,FILE] <FILE> <SRC>... <DEST>\n\n  --file=FILE   A\n  --host=HOST   B\n  --level=NUM   C\n  -o OUT   Write to the file OUT\n",
    } as const;
    const { tools } = draftConfig(describeProgram({ program: "seek", pages: [page] }), { maxArgs: 8, header: "" });
    expect(tools.map(({ places, paths, addresses }) => [places, paths, addresses])).toEqual([
      [["file", "host", "o", "set", "file_value", "src", "dest"], ["file", "o", "file_value", "src", "dest"], ["host"]],
    ]);
  });

  it("reads archives as paths", () => {
    const text = "Usage: seek <ARCHIVE>...\n\n  --contents=ARCHIVE   List the contents of a package\n  --from-tarball=X   A\n";
    const page = { from: "help", label: "h", path: [], text } as const;
    const { tools } = draftConfig(describeProgram({ program: "seek", pages: [page] }), { maxArgs: 8, header: "" });
    expect(tools.map(({ paths }) => paths)).toEqual([["contents", "from_tarball", "archive"]]);
  });

  it("limits a list of paths to one path in the directory of the server", () => {
    const text =
      "Usage: seek list\n\n  --spec-dir=A,B,C   Search under these paths\n  --repo-dir=a,b   Repositories\n  --fields=a,b   Fields\n";
    const page = { from: "help", label: "h", path: ["list"], text } as const;
    const { tools } = draftConfig(describeProgram({ program: "seek", pages: [page], path: ["list"] }), { maxArgs: 8, header: "" });
    expect(tools.map(({ paths, addresses }) => [paths, addresses])).toEqual([[[], []]]);
    const one = '{ within: ., pattern: "([^,:@|]|/@)*" }';
    expect(tools.flatMap(({ limits }) => Array.from(limits))).toEqual([
      ["spec_dir", one],
      ["repo_dir", one],
    ]);
    expect(draftPolicy(tools)).toContain(`args: { spec_dir: ${one}, repo_dir: ${one} }`);
  });
});
