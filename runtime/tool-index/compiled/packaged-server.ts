/** Reads a server's data from the files of its `dist/` in memory, for commands that package or compare it. */
import type { AnyPolicySpec } from "../../policy/policy-spec.ts";
import type { DiscoveryOptions } from "../../tool/discovery-options.ts";
import { discoveryOf } from "../../tool/discovery-options.ts";
import type { Cli, Tool } from "../../tool/tool.ts";
import type { CompiledHeader, ToolRecord } from "./format.ts";
import { FILES, FORMAT_VERSION } from "./format.ts";
import { toTool } from "./record.ts";

/** The data of a generated server, read from its `dist/`. */
export interface PackagedServer extends DiscoveryOptions {
  readonly name: string;
  readonly version: string;
  /** Whether the server runs in classic mode, in which every tool is listed. */
  readonly classic: boolean;
  /** Set if the size of the list of tools decided about `classic`. */
  readonly isAuto?: true;
  readonly clis: readonly Cli[];
  /** In index order. */
  readonly tools: readonly Tool[];
  /** The embedded policies, all of which apply. */
  readonly policies: readonly AnyPolicySpec[];
}

/** The directory of the compiled index in `dist/`. */
const INDEX_FOLDER = "index/";

/**
 * Reads the compiled index. `dist` maps relative paths to the files of `dist/`. Returns `undefined` if the index is missing or has another
 * format.
 */
export function readPackagedServer(dist: ReadonlyMap<string, Uint8Array>): PackagedServer | undefined {
  const [headerText, records] = [FILES.header, FILES.tools].map((name) => dist.get(INDEX_FOLDER + name));
  if (headerText === undefined || records === undefined) return undefined;
  const header = JSON.parse(toText(headerText)) as CompiledHeader;
  if (header.format !== FORMAT_VERSION) return undefined;
  const { name, version, classic, policies = [] } = header;
  const clis = header.clis.map(({ cli }) => cli);
  const tools = toText(records)
    .split("\n")
    .slice(0, -1)
    .map((line) => readTool(line, clis));
  return { name, version, classic, ...(header.is_auto === true && { isAuto: true }), ...discoveryOf(header), clis, tools, policies };
}

function readTool(line: string, clis: readonly Cli[]): Tool {
  const record = JSON.parse(line) as ToolRecord;
  const cli = clis[record.cli];
  if (cli === undefined) throw new Error(`the compiled index has no CLI ${record.cli}`);
  return toTool(record, cli);
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
