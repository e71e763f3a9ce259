/** Compiles the configs of a vector with the compiler's own stages. */
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import type { ServerModel } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { createListReader } from "../../runtime/tool-index/index-reader.ts";
import type { IndexedCli } from "../../runtime/search/reader.ts";
import { createIndexOver } from "../../runtime/tool-index/tool-index.ts";
import type { ToolIndex } from "../../runtime/tool-index/tool-index.ts";

export type ParsedConfigs =
  | { readonly kind: "model"; readonly model: ServerModel }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** Returns the model of a server with these configs, or the diagnostics if one is an error. */
export async function parseConfigs(texts: readonly string[], classic = false): Promise<ParsedConfigs> {
  const files = texts.map((text, place) => ({ path: `config-${place}.yaml`, bytes: Buffer.from(text) }));
  const { configs, diagnostics } = await checkInputs(files);
  const isRefused = diagnostics.some(({ severity }) => severity === "error");
  return isRefused ? { kind: "refused", diagnostics } : { kind: "model", model: resolveModel(configs, { classic }) };
}

/** Returns the index of a model's tools. */
export function indexModel({ clis }: ServerModel): ToolIndex {
  const indexed: IndexedCli[] = [];
  let first = 0;
  for (const { cli, tools } of clis) {
    indexed.push({ cli, first, count: tools.length });
    first += tools.length;
  }
  const tools = clis.flatMap((cli) => cli.tools.map(({ tool }) => tool));
  return createIndexOver(createListReader(indexed, tools));
}
