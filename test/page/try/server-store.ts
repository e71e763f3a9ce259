/** Builds the data of a page for tests, and the server that it describes. */
import { checkInputs } from "../../../generator/check-inputs.ts";
import { readInputs } from "../../../generator/host/inputs.ts";
import type { PageTool } from "../../../generator/page/page-data.ts";
import type { ServerStore } from "../../../generator/page/browser/try/page-server.ts";
import { toCliTools } from "../../../generator/resolve/model.ts";
import { resolveModel } from "../../../generator/resolve/resolve-model.ts";
import { toRecord } from "../../../runtime/tool-index/compiled/record.ts";

/** Reads inputs and policies, and returns them with the data of their page after a round trip through JSON, as in a browser. */
export async function readServer(inputs: readonly string[], policyPaths: readonly string[] = []) {
  const read = readInputs(inputs, policyPaths);
  const { configs, policies } = await checkInputs(read.files, { policies: read.policies });
  const model = resolveModel(configs, { policies: policies.map(({ spec }) => spec) });
  const parts = toCliTools(model.clis);
  const tools = parts.flatMap((part, cli) =>
    part.tools.map((tool): PageTool => ({ record: toRecord(tool, cli), args: [], relations: [], hazards: [] })),
  );
  const data = JSON.stringify({ clis: parts.map(({ cli }) => ({ cli })), policies: model.policies, files: [] });
  const chunk = JSON.stringify(tools);
  const store = { ...(JSON.parse(data) as Omit<ServerStore, "readTools">), readTools: () => JSON.parse(chunk) as readonly PageTool[] };
  return { configs, policies, parts, store: store satisfies ServerStore };
}
