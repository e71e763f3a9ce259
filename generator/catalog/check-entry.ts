/** Checks the configs of an entry, as the inputs of a server. Pure. */
import { checkInputs, type CheckedInputs } from "../check-inputs.ts";
import type { CliFile } from "../check/files/checked-file.ts";
import type { PolicyTool } from "../init/draft-policy.ts";
import type { CatalogEntry } from "./catalog-entry.ts";

/** Returns the checked configs of an entry. */
export async function checkEntry({ configs }: CatalogEntry): Promise<CheckedInputs> {
  return await checkInputs(configs.map(({ input }) => input));
}

/** Returns the tools of checked configs that start a program. */
export function listEntryTools({ configs }: Pick<CheckedInputs, "configs">): CliFile["tools"] {
  return configs.flatMap((file) => (file.kind === "cli" ? file.tools : []));
}

/** Returns a tool as the policy of a project needs it. */
export function toPolicyTool({ name, risk }: CliFile["tools"][number]): PolicyTool {
  return risk === undefined ? { name } : { name, risk };
}
