/** Builds the data of a page for tests, and the server that the page describes. */
import { checkInputs } from "../../../generator/check-inputs.ts";
import { readInputs } from "../../../generator/host/inputs.ts";
import { buildPage } from "../../../generator/page/build-page-data.ts";
import type { PageData, PageTool } from "../../../generator/page/page-data.ts";
import type { ServerStore } from "../../../generator/page/browser/try/page-server.ts";
import { toCliTools } from "../../../generator/resolve/model.ts";
import type { ResolveOptions } from "../../../generator/resolve/resolve-model.ts";
import { resolveModel } from "../../../generator/resolve/resolve-model.ts";

/**
 * Reads inputs and policies, and returns them with the data of their page after a round trip through JSON, as in a browser. Builds each server
 * once.
 */
export async function readServer(inputs: readonly string[], policyPaths: readonly string[] = [], options: ResolveOptions = {}) {
  const key = JSON.stringify([inputs, policyPaths, options]);
  const known = servers.get(key);
  if (known !== undefined) return await known;
  const read = readInputs(inputs, policyPaths);
  const built = buildServer(read.files, read.policies, options);
  servers.set(key, built);
  return await built;
}

const servers = new Map<string, ReturnType<typeof buildServer>>();

/** Returns the server of the text of a config and of a policy, with the data of its page. */
export async function readServerText(config: string, policy?: string) {
  const policies = policy === undefined ? [] : [{ path: "policy.yaml", bytes: Buffer.from(policy) }];
  return await buildServer([{ path: "config.yaml", bytes: Buffer.from(config) }], policies);
}

type InputFiles = ReturnType<typeof readInputs>["files"];

async function buildServer(configFiles: InputFiles, policyFiles: InputFiles, options: ResolveOptions = {}) {
  const { configs, policies } = await checkInputs(configFiles, { policies: policyFiles });
  const model = resolveModel(configs, { ...options, policies: policies.map(({ spec }) => spec) });
  const parts = toCliTools(model.clis);
  const { data, chunks } = buildPage({ ...model, clis: parts, yaml: { configs, policies, hazards: [] } });
  const json = JSON.stringify(chunks.flat());
  const { server, clis, policies: specs, files } = JSON.parse(JSON.stringify(data)) as PageData;
  const store: ServerStore = { clis, policies: specs, files, readTools: () => JSON.parse(json) as readonly PageTool[] };
  return { configs, policies, parts, store, server };
}
