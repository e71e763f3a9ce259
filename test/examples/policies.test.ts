/** Tests the policies in `examples/`, which users copy: they fit their configs without a warning, and deny what they claim to deny. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { examples, police, type Policed } from "./policed.ts";

/** Each policy, and the configs that its first lines name. */
const configsOf: Readonly<Record<string, readonly string[]>> = {
  "curl-hosts.yaml": ["curl.yaml"],
  "git-read-only.yaml": ["git.yaml"],
  "docker-inspect.yaml": ["docker.yaml"],
  "kubectl-read-only.yaml": ["kubectl.yaml"],
  "search-files.yaml": ["find.yaml", "ripgrep.yaml", "tar.yaml"],
  "sandboxed.yaml": ["coreutils", "jq.yaml"],
};

const read = (name: string): string => readFileSync(`${examples}/policies/${name}`, "utf8");
const policeExample = (name: string): Promise<Policed> => police(configsOf[name] ?? [], read(name));

describe("every policy of the examples", () => {
  it("has a test in this file", () => {
    expect(readdirSync(`${examples}/policies`).toSorted()).toEqual(Object.keys(configsOf).toSorted());
  });

  it.each(Object.keys(configsOf))("%s fits its configs without a warning", async (name) => {
    const { diagnostics, tools } = await policeExample(name);
    expect(diagnostics).toEqual([]);
    expect(tools.size).toBeGreaterThan(5);
  });

  it.each(Object.keys(configsOf))("%s explains its use, and may be in the directory of configs", (name) => {
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
    ["allows listing the server's own directory", "git_status", {}, undefined],
    ["allows listing a directory below it", "git_log", { directory: "docs", paths: ["*.md"] }, undefined],
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

describe("the hosts of curl", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["can be read", "curl_get", { url: "https://api.example.com/items?x=1", redirects: 0 }, undefined],
    ["are the only ones", "curl_get", { url: "https://api.example.com.attacker.test/", redirects: 0 }, /does not match pattern/],
    ["cannot be a user name", "curl_get", { url: "https://api.example.com@attacker.test/", redirects: 0 }, /does not match pattern/],
    ["are not left by a redirect", "curl_get", { url: "https://api.example.com/", redirects: 1 }, /exceeds maximum 0/],
    ["cannot be written to with PUT", "curl_put", { url: "https://api.example.com/", body: "" }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("curl-hosts.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("read-only kubectl", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["lists pods", "kubectl_get", { kind: "pods", namespace: "shop" }, undefined],
    ["reads no secrets", "kubectl_get", { kind: "secrets", namespace: "shop" }, /'kind': value 'secrets'/],
    ["stays in its namespaces", "kubectl_logs", { pod: "a", namespace: "kube-system" }, /'namespace': value 'kube-system'/],
    ["deletes nothing", "kubectl_delete", { kind: "pods", names: ["a"] }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("kubectl-read-only.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("the search for files", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["starts below the server's folder", "find_files", { paths: ["docs"] }, undefined],
    ["starts nowhere else", "find_files", { paths: ["/etc"] }, /is not inside/],
    ["reads archives below it", "tar_list", { archive: "a.tar" }, undefined],
    ["reads no other archives", "tar_read", { archive: "../a.tar", members: ["a"] }, /has a part '\.\.'/],
    ["deletes nothing", "find_delete", { root: ".", name: "*" }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("search-files.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});
