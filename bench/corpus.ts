/** Reads the file of `--corpus`: tools, and queries whose right tool is known. */
import { readFileSync } from "node:fs";
import { checkInputs } from "../generator/check-inputs.ts";
import type { InputFile } from "../generator/load/decode.ts";
import { resolveModel } from "../generator/resolve/resolve-model.ts";
import type { ServerModel } from "../generator/resolve/model.ts";
import type { Cli, Tool } from "../runtime/tool/tool.ts";

export interface CorpusQuery {
  /** The user's intent, in a sentence. */
  readonly sentence: string;
  /** The search terms that an agent would use for it. */
  readonly keywords: string;
  /** The name of the program. */
  readonly cli: string;
  /** Name of the tool that the query must find. */
  readonly tool: string;
}

interface CorpusFile {
  readonly configs: Readonly<Record<string, string>>;
  readonly queries: readonly CorpusQuery[];
}

export interface Corpus {
  readonly model: ServerModel;
  readonly clis: readonly { readonly cli: Cli; readonly tools: readonly Tool[] }[];
  readonly queries: readonly CorpusQuery[];
}

/** Compiles YAML files to a model. Throws if one of them has an error. */
export async function compileFiles(files: readonly InputFile[]): Promise<ServerModel> {
  const { configs, diagnostics } = await checkInputs(files);
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(`the corpus does not compile: ${JSON.stringify(error)}`);
  return resolveModel(configs, {});
}

/** Reads a corpus: JSON with `configs` (file name → YAML) and `queries`. */
export async function readCorpus(path: string): Promise<Corpus> {
  const { configs, queries } = JSON.parse(readFileSync(path, "utf8")) as CorpusFile;
  const model = await compileFiles(Object.entries(configs).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) })));
  return { model, clis: partsOf(model), queries };
}

/** Reads only the configs of a corpus: file name → YAML. */
export function readCorpusConfigs(path: string): ReadonlyMap<string, string> {
  const { configs } = JSON.parse(readFileSync(path, "utf8")) as CorpusFile;
  return new Map(Object.entries(configs).map(([name, text]) => [/\.ya?ml$/.test(name) ? name : `${name}.yaml`, text]));
}

export function partsOf({ clis }: ServerModel): Corpus["clis"] {
  return clis.map(({ cli, tools }) => ({ cli, tools: tools.map(({ tool }) => tool) }));
}
