/** Checks all entries with a read-only policy as one server: their configs, one policy that includes theirs, and their golden queries. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { listConfigs } from "./configs.mjs";
import { readJson, root } from "./run-command.mjs";

/** Returns the numbers of enabled tools and of queries, the recall, and faults. */
export function checkTogether(names) {
  const policies = names.map((name) => `catalog/${name}/policies/read-only.yaml`).filter((path) => existsSync(join(root, path)));
  const configs = listConfigs(names);
  const folder = mkdtempSync(join(tmpdir(), "climax-catalog-"));
  try {
    const policy = join(folder, "policy.yaml");
    const include = policies.map((path) => JSON.stringify(relative(folder, join(root, path))));
    writeFileSync(policy, `kind: policy\ninclude: [${include.join(", ")}]\ndefault: disabled\n`);
    const { diagnostics } = readJson("validate", ...configs, "--policy", policy);
    const faults = diagnostics
      .filter(({ code, severity }) => severity !== "note" && code !== "command-not-found")
      .map(({ path, line, code, message }) => `${path}:${line}: ${code}: ${message}`);
    if (faults.length > 0) return { policies: policies.length, faults };
    const tools = readJson("list", ...configs, "--policy", policy);
    return { policies: policies.length, tools: tools.length, ...searchAll(names, folder, configs), faults };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the golden queries of all entries against all tools. */
function searchAll(names, folder, configs) {
  const lists = names.map((name) => join(root, `catalog/${name}/queries.yaml`)).filter((path) => existsSync(path));
  if (lists.length === 0) return {};
  const bodies = lists.map((path) => /^queries:\n([^]*)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "");
  const all = join(folder, "queries.yaml");
  writeFileSync(all, `kind: queries\nqueries:\n${bodies.join("\n")}\n`);
  const recall = (limit) => readJson("search", ...configs, "--golden", all, "--limit", String(limit)).recall;
  return { first: recall(1), amongFive: recall(5) };
}
