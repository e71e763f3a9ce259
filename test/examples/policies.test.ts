/** The policies in `examples/` are meant to be copied: they fit their configs without a warning, and refuse what they promise to. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { examples, police, type Policed } from "./policed.ts";

/** Each policy, and the configs that its first lines name. */
const configsOf: Readonly<Record<string, readonly string[]>> = {
  "git-read-only.yaml": ["git.yaml"],
  "docker-inspect.yaml": ["docker.yaml"],
  "sandboxed.yaml": ["coreutils", "jq.yaml"],
};

const read = (name: string): string => readFileSync(`${examples}/policies/${name}`, "utf8");
const policeExample = (name: string): Promise<Policed> => police(configsOf[name] ?? [], read(name));

describe("every policy of the examples", () => {
  it("is tested here", () => {
    expect(readdirSync(`${examples}/policies`).toSorted()).toEqual(Object.keys(configsOf).toSorted());
  });

  it.each(Object.keys(configsOf))("%s fits its configs without a warning", async (name) => {
    const { diagnostics, tools } = await policeExample(name);
    expect(diagnostics).toEqual([]);
    expect(tools.size).toBeGreaterThan(5);
  });

  it.each(Object.keys(configsOf))("%s says how it is used, and may lie among configs", (name) => {
    const inputs = (configsOf[name] ?? []).map((path) => `examples/${path}`).join(" ");
    expect(read(name)).toContain(`#   climax-gen ${inputs} --policy examples/policies/${name} -o out\n`);
    expect(read(name)).toMatch(/^kind: policy$/m);
  });
});

describe("read-only Git", () => {
  it("has no tool that writes", async () => {
    const { tools } = await policeExample("git-read-only.yaml");
    expect([...tools.values()].filter(({ risk }) => risk !== "read")).toEqual([]);
  });

  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["lets the server's own folder be looked at", "git_status", {}, undefined],
    ["lets a folder below it be looked at", "git_log", { directory: "docs", paths: ["*.md"] }, undefined],
    ["lets a revision be anything that is one", "git_show", { revision: "HEAD~2:src/main.ts" }, undefined],
    ["keeps the directory below the server's", "git_log", { directory: "/" }, /'directory': value '\/' is not inside '\.'/],
    ["keeps paths inside", "git_diff", { paths: ["docs", "../other"] }, /'paths\[1\]': value '..\/other' has a part '..'/],
    ["keeps the number of commits small", "git_log", { max_count: 1000 }, /exceeds maximum 200/],
    ["takes line numbers for line numbers", "git_blame", { file: "a", lines: "/^function/" }, /does not match pattern/],
    ["has no tool for the addresses of remotes", "git_remote_list", {}, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("git-read-only.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("Docker inspection", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["shows logs", "docker_logs", { container: "web-1", tail: 500 }, undefined],
    ["restarts containers of the test environment", "docker_restart", { containers: ["test-web", "test-db"] }, undefined],
    ["restarts no other", "docker_restart", { containers: ["test-web", "db"] }, /'containers\[1\]': value 'db' does not match pattern/],
    ["runs nothing in containers", "docker_exec", { container: "web", command: ["id"] }, /there is no tool/],
    ["does not print their environment", "docker_inspect", { objects: ["web"] }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("docker-inspect.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("the sandbox", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["lets files be counted", "wc_file", { paths: ["README.md"] }, undefined],
    ["lets JSON be filtered", "jq_text", { filter: ".items[] | select(.price > 10)", json: "{}" }, undefined],
    ["keeps files of others away", "head_lines", { paths: ["/etc/passwd"] }, /is not inside/],
    ["lets no filter import files", "jq_text", { filter: 'import "/etc/x" as $x; $x', json: "{}" }, /matches denied pattern/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("sandboxed.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});
