/** Creates pages of `climax-gen page`, for the tests in a browser. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readPageAssets } from "../../generator/bundled/page-assets.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { renderPage } from "../../generator/page/render-page.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { emptyDocument, hostileConfig, hostilePolicy } from "../fixtures/hostile-configs.ts";
import { climaxGen, ROOT, temporaryFolder } from "../e2e/project.ts";

/** Writes the page of these inputs, and returns its text. Throws if the command fails. */
export async function writePage(inputs: readonly string[], flags: readonly string[] = []): Promise<string> {
  const folder = temporaryFolder();
  try {
    const { status, stderr } = await climaxGen(["page", ...inputs, ...flags, "-o", folder], { cwd: ROOT });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, "index.html"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renders the page of a config, under a policy. Both are data of YAML. */
export async function renderPageOf(config: unknown, policy?: unknown): Promise<string> {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
    writeFileSync(join(folder, "policy.yaml"), JSON.stringify(policy ?? {}));
    return await writePage([join(folder, "config.yaml")], policy === undefined ? [] : ["--policy", join(folder, "policy.yaml")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renders the page of this many small tools. */
export async function renderLargePage(count: number): Promise<string> {
  const tools = Array.from({ length: count }, (_, index) => {
    const name = `list_item_${String(index).padStart(4, "0")}`;
    return { name, description: `Show item ${index}, newest first`, command: `list ${index}`, args: [], risk: "read" as const };
  });
  const document = emptyDocument({ path: "items.yaml", text: "" });
  const file = { kind: "cli" as const, document, name: "items", description: "Items", command: "items", global_args: [], tools };
  const model = resolveModel([file], { policies: [] });
  const page = buildPage({ ...model, name: "items", clis: toCliTools(model.clis) });
  return renderPage(page, await readPageAssets(), ["items.yaml"]);
}

/** Renders a page of hostile configs under a hostile policy that enables everything. Returns it with the names of its tools. */
export async function renderHostilePage(configs: number): Promise<{ readonly text: string; readonly tools: readonly string[] }> {
  const files = fc.sample(hostileConfig, configs).map((config, index) => {
    return { kind: "cli" as const, document: emptyDocument({ path: `${config.name}-${index}.yaml`, text: "" }), ...config };
  });
  const [policy] = fc.sample(hostilePolicy, 1);
  const model = resolveModel(files, { policies: policy === undefined ? [] : [{ ...policy, default: "enabled" }] });
  const page = buildPage({ ...model, name: files[0]?.name ?? "", clis: toCliTools(model.clis) });
  return { text: renderPage(page, await readPageAssets(), [files[1]?.name ?? ""]), tools: page.data.rows.map(({ name }) => name) };
}
