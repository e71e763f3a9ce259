/** Tests the rules of the ranking that need several tools: rarity, questions, command lines, twins and the lowest score of a result. */
import { afterAll, describe, expect, it } from "vitest";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import { explainSearch } from "../../../runtime/search/explanation.ts";
import { createSearch } from "../../../runtime/search/search.ts";
import { createCompiledReader, removeCompiledReaders } from "../../fixtures/compiled-reader.ts";
import { argument, found, part } from "./found.ts";

afterAll(removeCompiledReaders);

const GO_TOOLS = {
  go_fmt: "Format the source files of packages",
  go_test: "Test packages",
  go_build: "Compile packages",
  go_env: "Print the variables of the environment",
};

/** Returns a CLI whose tools have these subcommands. */
const cli = (name: string, tools: Readonly<Record<string, readonly [command: string, description: string]>>): CliPart => ({
  ...part(
    name,
    Object.fromEntries(
      Object.entries(tools).map(([tool, [command, description]]) => [tool, { description, command: [name, ...command.split(" ")] }]),
    ),
  ),
});

const DOCKER = cli("docker", {
  docker_ps: ["ps", "List the running containers"],
  docker_container_ls: ["container ls", "List the running containers"],
  docker_images: ["images", "List images, and the containers of each"],
  docker_run: ["run --rm", "Start a container of an image"],
  docker_container_prune: ["container prune", "Remove stopped containers"],
});
const GIT = cli("git", {
  git_log: ["log", "Show the newest commits, one per line"],
  git_commit: ["commit", "Record the staged changes"],
  git_stash_list: ["stash list", "Show what was put aside"],
});
const KUBECTL = cli("kubectl", {
  kubectl_get: ["get", "Print resources of a cluster"],
  kubectl_describe: ["describe", "Print the details of pods and other resources"],
});

describe.each([
  ["specs in memory", createMemoryReader],
  ["the compiled index", createCompiledReader],
])("search over %s", (_, open) => {
  const reader = open([DOCKER, GIT, KUBECTL]);

  it("counts the rarity of a word in the tools, not in the description of their CLI", () => {
    const described = open([part("go", GO_TOOLS, { description: "Build, test, format and inspect Go code" })]);
    const plain = open([part("go", GO_TOOLS, { description: "The Go toolchain" })]);
    const scoreOf = (index: typeof described): number =>
      createSearch(index).find({ query: "format the code", limit: 1 }).hits[0]?.points ?? 0;
    expect(found(described, "format the code")[0]).toBe("go_fmt");
    expect(scoreOf(described)).toBeGreaterThan(scoreOf(plain) / 2);
  });

  it("counts the argument of most tools as one of few, so that the tools about its subject are found", () => {
    const tool = (description: string) => ({ description, args: { context: argument("Where to look") } });
    const others = Array.from({ length: 150 }, (_item, index) => [`kubectl_other_${index}`, tool(`Do number ${index}`)] as const);
    const kubectl = open([
      part("kubectl", {
        ...Object.fromEntries(others),
        kubectl_config_use: tool("Set the current context in the file of the settings"),
        kubectl_dump: { ...tool("Dump what a person needs to find a fault"), weak_keywords: ["switch"] },
      }),
    ]);
    expect(found(kubectl, "switch to another context")[0]).toBe("kubectl_config_use");
  });

  it("uses the question words that a tool has in its keywords or title", () => {
    const npm = open([
      part("npm", {
        npm_ls: "Show the installed packages, and which packages require them",
        npm_install: "Install a package and the packages that it requires, where it is missing",
        npm_explain: { description: "Show the chain of dependents of a package", keywords: ["why"] },
        npm_outdated: { description: "Compare packages", title: "What has a newer version" },
      }),
    ]);
    expect(found(npm, "why is this package installed")[0]).toBe("npm_explain");
    expect(found(npm, "what can I upgrade")).toEqual(["npm_outdated"]);
    // Descriptions contain these words by chance.
    expect(found(npm, "where do dependents come from")).toEqual(["npm_explain"]);
  });

  it.each([
    ["docker ps", "docker_ps"],
    ["docker ps -a --no-trunc", "docker_ps"],
    ["$ sudo docker run -it ubuntu bash", "docker_run"],
    ["docker container ls", "docker_container_ls"],
    ["container ls", "docker_container_ls"],
    ["git log --oneline -5", "git_log"],
    ["log --oneline", "git_log"],
    ["git stash list", "git_stash_list"],
    ["GIT STASH LIST", "git_stash_list"],
    ["get pods", "kubectl_get"],
    ["commit what I changed in the newest version", "git_commit"],
    ["kubectl get pods -n kube-system", "kubectl_get"],
  ])("finds the tool whose subcommand starts %j", (query, want) => {
    expect(found(reader, query)[0]).toBe(want);
  });

  it("does not take every first word for a subcommand", () => {
    expect(found(reader, "git commit history newest line")[0]).toBe("git_log");
    expect(found(reader, "run through the newest commits")[0]).toBe("git_log");
  });

  it("ranks a tool of a group below others if the query does not name the group", () => {
    const groups = open([
      cli("git", {
        git_stash_store: ["stash store", "Store a commit with a message"],
        git_commit: ["commit", "Record the staged changes as a commit with a message, for others to see"],
        git_stash: ["stash", "Put the changes aside"],
      }),
      cli("dd", { dd_append: ["oflag=append conv=notrunc", "Add bytes to a file"] }),
    ]);
    const search = createSearch(groups);
    const groupsOf = (query: string): readonly (readonly [string, number])[] =>
      explainSearch(groups, search, { query, limit: 3 }).hits.map(({ tool, group }) => [tool.name, group] as const);
    expect(groupsOf("write a commit with a message")).toEqual([
      ["git_commit", 1],
      ["git_stash_store", 0.85],
    ]);
    expect(groupsOf("write a commit with a message to the stash")[0]).toEqual(["git_stash_store", 1]);
    expect(groupsOf("add bytes to a file")[0]).toEqual(["dd_append", 1]);
    expect(groupsOf("stsh of a commit with a message")[0]).toEqual(["git_stash_store", 1]);
  });

  it("takes no word for a group that the program shares, that is no command, or that no tool has", () => {
    const groups = open([
      {
        ...part("site", { site_migrate: { description: "Apply changes of the site", command: ["python3", "manage.py", "migrate"] } }),
        cli: { name: "site", description: "Manage a site", command: ["python3", "manage.py"], tool_count: 1 },
      },
      {
        ...part("awk", { awk_first: { description: "Print the first columns of print jobs", command: ["awk", "{print $1}"] } }),
        cli: { name: "awk", description: "", command: ["awk"], tool_count: 1 },
      },
      cli("hub", { hub_make: ["repository make", "Make a project"], hub_pr_list: ["pr list", "Show what waits for a review"] }),
    ]);
    const search = createSearch(groups);
    const groupOf = (query: string): unknown =>
      explainSearch(groups, search, { query, limit: 1 }).hits.map(({ tool, group }) => [tool.name, group] as const)[0];
    expect(groupOf("apply changes")).toEqual(["site_migrate", 1]);
    expect(groupOf("first columns")).toEqual(["awk_first", 1]);
    expect(groupOf("make a repository project")).toEqual(["hub_make", 1]);
    expect(groupOf("what waits for a review")).toEqual(["hub_pr_list", 0.85]);
    expect(groupOf("review of pull requests")).toEqual(["hub_pr_list", 1]);
    expect(groupOf("prs that wait for review")).toEqual(["hub_pr_list", 1]);
  });

  it("returns tools with the same effect once", () => {
    const all = found(reader, "list running containers");
    expect(all).toContain("docker_container_ls");
    expect(all).not.toContain("docker_ps");
    expect(found(reader, "docker_ps")).toEqual(["docker_ps"]);
    expect(found(reader, { cli: "docker" })).toContain("docker_ps");
    expect(found(reader, { cli: "docker" })).toContain("docker_container_ls");
  });

  it("leaves out tools far below the best score", () => {
    const many = open([
      part("files", {
        find_duplicates: "Find duplicate photographs in folders",
        own: {
          description: "Set the owner of a file",
          args: { to: argument("Folders of the file"), mode: argument("Mode"), owner: argument("Owner") },
        },
        rename: "Rename photographs in folders",
      }),
    ]);
    expect(found(many, "folders with duplicate photographs")).toEqual(["find_duplicates", "rename"]);
    // With the filter, the other tools of the CLI follow.
    expect(found(many, { query: "folders with duplicate photographs", cli: "files" })).toHaveLength(3);
  });
});
