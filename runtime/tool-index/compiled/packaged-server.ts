/** What a compiled index says of the server it belongs to, for those who package that server: no offsets, nothing opened. */
import type { AnyPolicySpec } from "../../policy/policy-spec.ts";
import type { Cli } from "../../tool/tool-spec.ts";
import type { CompiledHeader, ToolRecord } from "./format.ts";
import { FILES, FORMAT_VERSION } from "./format.ts";

export interface PackagedServer {
  readonly name: string;
  readonly version: string;
  /** Whether every tool is registered directly. */
  readonly classic: boolean;
  readonly clis: readonly Cli[];
  /** In index order. */
  readonly tools: readonly PackagedTool[];
  readonly policy?: AnyPolicySpec;
}

export type PackagedTool = Pick<ToolRecord, "name" | "description" | "risk" | "directive">;

/** Reads the files of a compiled index, by file name; `undefined` where one is missing or of another format. Throws on no JSON. */
export function readPackagedServer(files: ReadonlyMap<string, Uint8Array>): PackagedServer | undefined {
  const [headerText, records] = [FILES.header, FILES.tools].map((name) => files.get(name));
  if (headerText === undefined || records === undefined) return undefined;
  const header = JSON.parse(toText(headerText)) as CompiledHeader;
  if (header.format !== FORMAT_VERSION) return undefined;
  const { name, version, classic, policy } = header;
  const lines = toText(records).split("\n").slice(0, -1);
  const tools = lines.map((line): PackagedTool => JSON.parse(line) as ToolRecord);
  return { name, version, classic, clis: header.clis.map(({ cli }) => cli), tools, ...(policy && { policy }) };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
