/** Every diagnostic of climax-gen: one table of codes, each with its severity, its message and its help text. */
import { auditCodes } from "./codes-audit.ts";
import { configCodes } from "./codes-config.ts";
import { directiveCodes } from "./codes-directive.ts";
import { hazardCodes } from "./codes-hazards.ts";
import { hostCodes } from "./codes-host.ts";
import { importCodes } from "./codes-import.ts";
import { installCodes } from "./codes-install.ts";
import { lintCodes } from "./codes-lint.ts";
import { noteCodes } from "./codes-notes.ts";
import { policyCodes } from "./codes-policy.ts";
import { commandCodes } from "./codes-commands.ts";
import { tryCodes } from "./codes-try.ts";
import { verifyCodes } from "./codes-verify.ts";
import { toolCodes } from "./codes-tools.ts";
import { wordCodes } from "./codes-words.ts";
import { yamlCodes } from "./codes-yaml.ts";
import type { CodeEntry, DetailsOfText } from "./code-entry.ts";

/** By code. Codes are stable, because scripts and readers of `--json` match on them. A removed code is not used again. */
export const codes = {
  ...yamlCodes,
  ...configCodes,
  ...toolCodes,
  ...wordCodes,
  ...policyCodes,
  ...directiveCodes,
  ...commandCodes,
  ...hazardCodes,
  ...noteCodes,
  ...lintCodes,
  ...hostCodes,
  ...importCodes,
  ...installCodes,
  ...verifyCodes,
  ...tryCodes,
  ...auditCodes,
} as const satisfies Record<string, CodeEntry>;

/** The code of a diagnostic, as `error[code]` prints it. */
export type DiagnosticCode = keyof typeof codes;

/** The details of a diagnostic: one object with the details of its message and of its help, or nothing. */
export type DetailsOf<Code extends DiagnosticCode> =
  unknown extends RowDetails<(typeof codes)[Code]> ? [] : [details: RowDetails<(typeof codes)[Code]>];

type RowDetails<Row extends CodeEntry> = DetailsOfText<Row["message"]> & DetailsOfText<Row["help"]>;
