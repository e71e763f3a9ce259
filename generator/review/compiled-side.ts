/** A side that is a generated project: the index of its `dist/`, which the server itself reads. */
import type { AnyPolicySpec, Cli, Tool } from "@climax-gen/runtime";
import type { Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** The files of `dist/index/` that say what the tools are. */
export interface CompiledFiles {
  readonly header: string;
  readonly tools: string;
}

interface Header {
  readonly clis: readonly { readonly cli: Cli }[];
  readonly policy?: AnyPolicySpec;
}

/** The side; `undefined` where the files are damaged. */
export function toCompiledSide(label: string, files: CompiledFiles): Side | undefined {
  try {
    const { clis, policy } = JSON.parse(files.header) as Header;
    const records = files.tools.split("\n").filter((line) => line !== "");
    const tools = records.map((line): Tool => {
      const record = JSON.parse(line) as Omit<Tool, "cli"> & { readonly cli: number };
      const cli = clis[record.cli]?.cli;
      if (cli === undefined) throw new SyntaxError(`no CLI ${record.cli}`);
      return { ...record, cli };
    });
    return {
      label,
      tools: toToolMap(tools),
      disabled: new Set(),
      ...(policy && { policy }),
      locate: () => undefined,
    };
  } catch {
    // Not what a generator wrote: generating again mends it, whatever it was.
    return undefined;
  }
}
