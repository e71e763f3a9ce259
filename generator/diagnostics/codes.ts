/** Every diagnostic that climax-gen can give: one table of codes, each with its severity and its message. */
import { configCodes } from "./codes-config.ts";
import { diffCodes } from "./codes-diff.ts";
import { directiveCodes } from "./codes-directive.ts";
import { hazardCodes } from "./codes-hazards.ts";
import { hostCodes } from "./codes-host.ts";
import { installCodes } from "./codes-install.ts";
import { packageCodes } from "./codes-package.ts";
import { policyCodes } from "./codes-policy.ts";
import { searchCodes } from "./codes-search.ts";
import { toolCodes } from "./codes-tools.ts";
import { yamlCodes } from "./codes-yaml.ts";
import type { CodeEntry } from "./code-entry.ts";

/** By code. Codes are stable: scripts and `--json` readers match on them, so one that is gone is not used again. */
export const codes = {
  ...yamlCodes,
  ...configCodes,
  ...toolCodes,
  ...policyCodes,
  ...directiveCodes,
  ...searchCodes,
  ...hazardCodes,
  ...hostCodes,
  ...diffCodes,
  ...installCodes,
  ...packageCodes,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof codes;

/** The arguments of a code's message: one object, or nothing. */
export type DetailsOf<Code extends DiagnosticCode> = Parameters<(typeof codes)[Code]["message"]>;
