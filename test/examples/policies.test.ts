/** Tests policies that users copy, of `examples/` and of the catalog: they fit their configs without a warning, and deny what they claim to deny. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { combineSurroundings, executorOfTool } from "../../generator/describe/combine-surroundings.ts";
import { configPath, coreutilsConfigs } from "../fixtures/example-configs.ts";
import { ROOT } from "../imports.ts";
import { police, type Policed } from "./policed.ts";

/** Each policy, and its configs. */
const configsOf: Readonly<Record<string, readonly string[]>> = {
  "examples/policies/curl-hosts.yaml": ["curl"].map(configPath),
  "examples/policies/docker-inspect.yaml": ["catalog/docker/docker.yaml"],
  "examples/policies/search-files.yaml": ["find", "ripgrep", "tar"].map((name) => `catalog/${name}/${name}.yaml`),
  "examples/policies/sandboxed.yaml": [...coreutilsConfigs, configPath("jq")],
  "examples/policies/two-sandboxes.yaml": ["curl", "jq"].map(configPath),
  "catalog/kubectl/policies/read-only.yaml": ["catalog/kubectl/kubectl.yaml"],
  "test/fixtures/configs/git-read-only.yaml": ["git"].map(configPath),
};

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const policeExample = (path: string): Promise<Policed> => police(configsOf[path] ?? [], read(path));

describe("every policy of the examples", () => {
  it("has a test in this file", () => {
    const paths = readdirSync(join(ROOT, "examples/policies")).map((name) => `examples/policies/${name}`);
    expect(Object.keys(configsOf)).toEqual(expect.arrayContaining(paths));
  });

  it.each(Object.keys(configsOf))("%s fits its configs without a warning", async (name) => {
    const { diagnostics, tools } = await policeExample(name);
    expect(diagnostics).toEqual([]);
    expect(tools.size).toBeGreaterThanOrEqual(5);
  });

  it.each(Object.keys(configsOf))("%s explains its use, and can be in the directory of configs", (name) => {
    const inputs = (configsOf[name] ?? []).join(" ").replace(coreutilsConfigs.join(" "), "catalog/coreutils");
    expect(read(name)).toContain(`#   climax-gen ${inputs} --policy ${name} -o out\n`);
    expect(read(name)).toMatch(/^kind: policy$/m);
  });
});

describe("read-only Git", () => {
  it("has no tool that writes", async () => {
    const { tools } = await policeExample("test/fixtures/configs/git-read-only.yaml");
    expect([...tools.values()].filter(({ risk }) => risk !== "read")).toEqual([]);
  });

  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["allows listing the server's own directory", "git_status", {}, undefined],
    ["allows listing a directory below it", "git_log", { directory: "docs", paths: ["*.md"] }, undefined],
    ["allows every form of a revision", "git_show", { revision: "HEAD~2:src/main.ts" }, undefined],
    ["rejects a directory outside the server's", "git_log", { directory: "/" }, /'directory': value '\/' is not inside '\.'/],
    [
      "rejects a path outside the directory",
      "git_diff",
      { paths: ["docs", "../other"] },
      /'paths\[1\]': value '..\/other' has a part '..'/,
    ],
    ["limits the number of commits", "git_log", { max_count: 1000 }, /exceeds maximum 200/],
    ["rejects lines that are not numbers", "git_blame", { file: "a", lines: "/^function/" }, /does not match pattern/],
    ["has no tool for the addresses of remotes", "git_remote_list", {}, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("test/fixtures/configs/git-read-only.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("Docker inspection", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["allows reading logs", "docker_logs", { container: "web-1", tail: 500 }, undefined],
    ["allows a restart of containers of the test environment", "docker_restart", { containers: ["test-web", "test-db"] }, undefined],
    [
      "rejects a restart of other containers",
      "docker_restart",
      { containers: ["test-web", "db"] },
      /'containers\[1\]': value 'db' does not match pattern/,
    ],
    ["has no tool that runs commands in containers", "docker_exec", { container: "web", command: ["id"] }, /there is no tool/],
    ["has no tool that prints the environment of containers", "docker_inspect", { objects: ["web"] }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("examples/policies/docker-inspect.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("the sandbox", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["allows counting lines of files", "wc_file", { paths: ["README.md"] }, undefined],
    ["allows filtering JSON", "jq_text", { filter: ".items[] | select(.price > 10)", json: "{}" }, undefined],
    ["rejects a file outside the directory", "head_lines", { paths: ["/etc/passwd"] }, /is not inside/],
    ["rejects a filter that imports files", "jq_text", { filter: 'import "/etc/x" as $x; $x', json: "{}" }, /matches denied pattern/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("examples/policies/sandboxed.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("the hosts of curl", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["can be read", "curl_get", { url: "https://api.example.com/items?x=1", redirects: 0 }, undefined],
    ["exclude other hosts", "curl_get", { url: "https://api.example.com.attacker.test/", redirects: 0 }, /does not match pattern/],
    [
      "cannot be written as a user name",
      "curl_get",
      { url: "https://api.example.com@attacker.test/", redirects: 0 },
      /does not match pattern/,
    ],
    ["cannot be left by a redirect", "curl_get", { url: "https://api.example.com/", redirects: 1 }, /exceeds maximum 0/],
    ["cannot be written to with PUT", "curl_put", { url: "https://api.example.com/", body: "" }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("examples/policies/curl-hosts.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("two programs in sandboxes of their own", () => {
  it("have these executors", async () => {
    const { policies, tools } = await policeExample("examples/policies/two-sandboxes.yaml");
    const surroundings = combineSurroundings(policies);
    const executors = new Map([...tools.keys()].map((name) => [name, executorOfTool(surroundings, name)]));
    const network = { hosts: ["api.example.com", "www.example.com"] };
    expect(executors.get("jq_file")).toEqual({ type: "bubblewrap" });
    expect(executors.get("curl_get")).toEqual({ type: "bubblewrap", network });
    expect(executors.get("curl_download")).toEqual({ type: "bubblewrap", network, writable: ["."] });
  });

  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["send requests to the hosts", "curl_get", { url: "https://api.example.com/items" }, undefined],
    ["send none to others", "curl_get", { url: "https://example.com/" }, /does not match pattern/],
    ["save files below the server's directory", "curl_download", { url: "https://www.example.com/a", output: "a" }, undefined],
    ["save no other files", "curl_download", { url: "https://www.example.com/a", output: "/tmp/a" }, /is not inside/],
    ["delete nothing", "curl_delete", { url: "https://www.example.com/a" }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("examples/policies/two-sandboxes.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("read-only kubectl", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["allows listing pods", "kubectl_get", { kind: "pods", context: "staging", namespace: "shop" }, undefined],
    ["rejects the current context", "kubectl_get", { kind: "pods", namespace: "shop" }, /'context'/],
    ["rejects all namespaces", "kubectl_get", { kind: "pods", context: "staging", all_namespaces: true }, /'all_namespaces'/],
    ["rejects secrets", "kubectl_get", { kind: "secrets", context: "staging", namespace: "shop" }, /'kind': value 'secrets'/],
    [
      "rejects other namespaces",
      "kubectl_logs",
      { pod: "a", context: "staging", namespace: "kube-system" },
      /'namespace': value 'kube-system'/,
    ],
    ["has no tool that deletes", "kubectl_delete", { kind: "pods", names: ["a"] }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("catalog/kubectl/policies/read-only.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});

describe("the search for files", () => {
  it.each<[title: string, tool: string, given: object, refused: RegExp | undefined]>([
    ["accepts a directory below the server's", "find_files", { paths: ["docs"] }, undefined],
    ["rejects other directories", "find_files", { paths: ["/etc"] }, /is not inside/],
    ["reads archives below the server's directory", "tar_list", { archive: "a.tar" }, undefined],
    ["rejects other archives", "tar_read", { archive: "../a.tar", members: ["a"] }, /has a part '\.\.'/],
    ["has no tool that deletes", "find_delete", { root: ".", name: "*" }, /there is no tool/],
  ])("%s", async (_title, tool, given, refused) => {
    const { refuse } = await policeExample("examples/policies/search-files.yaml");
    const reply = await refuse(tool, given);
    if (refused === undefined) expect(reply).toBeUndefined();
    else expect(reply).toMatch(refused);
  });
});
