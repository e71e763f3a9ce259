/** Reads the flags of the arguments in hand-written configs. */
import { checkInputs } from "../generator/check-inputs.ts";
import { readInputs } from "../generator/host/inputs.ts";
import type { FlagUse } from "../generator/verify/tool-use.ts";
import { listToolUses } from "../generator/verify/tool-use.ts";
import type { GoldFlag } from "./import-corpus.ts";

/**
 * Returns the flags of the arguments in configs, each once per program and subcommand. `program` is the word that starts the
 * program.
 */
export async function readWrittenFlags(inputs: readonly string[]): Promise<readonly GoldFlag[]> {
  const { configs } = await checkInputs(readInputs(inputs).files);
  const flags = configs
    .filter((file) => file.kind === "cli")
    .flatMap((file) => listToolUses(file, { env: {}, find: () => undefined }))
    .flatMap(({ program, path, flags: uses }) => uses.filter(({ arg }) => arg !== undefined).map((use) => toGold(program, path, use)));
  return [...new Map(flags.map((flag) => [[flag.program, ...flag.subcommand, ...flag.names].join(" "), flag])).values()];
}

function toGold(program: string, subcommand: readonly string[], { flag, form }: FlagUse): GoldFlag {
  const kind = form === undefined ? undefined : form === "switch" ? "alone" : "value";
  return { program, subcommand, names: [flag], kind, values: undefined };
}
