/** `climax-gen page`: writes a page that shows what a server can do. */
import { join } from "node:path";
import { readPageAssets } from "../bundled/page-assets.ts";
import { listHazards } from "../hazards/find-hazards.ts";
import { toShownPath } from "../text/shown-path.ts";
import { writePageFile } from "../host/page-file.ts";
import { isGeneratedProject } from "../host/project.ts";
import { DOCUMENT_MARK } from "../html/document.ts";
import type { PageSource } from "../page/build-page-data.ts";
import { buildPage } from "../page/build-page-data.ts";
import { renderPage } from "../page/render-page.ts";
import { toCliTools } from "../resolve/model.ts";
import { count, escapeUnprintable } from "../text/wording.ts";
import { readModel, refuseInputs } from "../inputs/read-model.ts";
import { readProjectServer } from "../inputs/read-side.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options of `climax-gen page`. */
export interface PageFlags {
  /** Directory of the page. */
  readonly output: string;
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  /** Name of the server on the page. Defaults to that of the generated server. */
  readonly name?: string;
}

const FILE_NAME = "index.html";

/** Runs the command. Returns the exit status: 1 if the inputs have errors or the page cannot be written. */
export async function runPage(inputs: readonly string[], flags: PageFlags, terminal: Terminal): Promise<number> {
  const [project] = inputs;
  const isProject = inputs.length === 1 && project !== undefined && isGeneratedProject(project);
  const source = isProject ? readProject(project, flags, terminal) : await readConfigs(inputs, flags, terminal);
  if (typeof source === "number") return source;
  const policyFiles = (flags.policy ?? []).map(toShownPath);
  const page = buildPage({ ...source, ...(flags.name !== undefined && { name: flags.name }) });
  const text = renderPage(page, await readPageAssets(), policyFiles);
  const failure = writePageFile({ folder: flags.output, name: FILE_NAME, text, mark: DOCUMENT_MARK });
  if (failure !== undefined) return refuseInputs([failure], {}, terminal);
  const path = escapeUnprintable(toShownPath(join(flags.output, FILE_NAME)));
  terminal.err(`wrote ${path}: ${count(page.data.rows.length, "tool")}, ${Math.ceil(Buffer.byteLength(text) / 1024)} KiB\n`);
  return 0;
}

function readProject(folder: string, { policy = [] }: PageFlags, terminal: Terminal): PageSource | number {
  const read = readProjectServer(folder, { policies: policy, isCompared: false });
  if (read.server === undefined) return refuseInputs(read.diagnostics, {}, terminal);
  const { clis, tools, ...server } = read.server;
  return { ...server, clis: clis.map((cli) => ({ cli, tools: tools.filter((tool) => tool.cli === cli) })), disabled: [] };
}

async function readConfigs(inputs: readonly string[], flags: PageFlags, terminal: Terminal): Promise<PageSource | number> {
  const read = await readModel(inputs, flags, terminal);
  if (typeof read === "number") return read;
  const { model, configs, policies } = read;
  const hazards = await listHazards({ configs, policies });
  return { ...model, clis: toCliTools(model.clis), yaml: { configs, policies, hazards } };
}
