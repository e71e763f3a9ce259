/** Compares one config with its installed programs. */
import type { CliFile } from "../check/files/checked-file.ts";
import { createReaders } from "./program-pages.ts";
import { findProgramOf, listToolUses } from "./tool-use.ts";
import type { ToolReport, VerifyRequest } from "./verify-tool.ts";
import { verifyTool } from "./verify-tool.ts";
import { verifyVersion } from "./verify-version.ts";

/** Differences between a config and its programs. */
export interface ConfigReport extends ToolReport {
  /** Number of flags compared. */
  readonly flags: number;
}

/** Compares a config with its programs. Never rejects. */
export async function verifyConfig(file: CliFile, request: VerifyRequest): Promise<ConfigReport> {
  const program = findProgramOf(file, {}, request);
  const readerOf = createReaders(request.interviewer);
  const uses = listToolUses(file, request);
  const [version, ...reports] = await Promise.all([
    verifyVersion(file, program, request.interviewer),
    ...uses.map((use) => verifyTool(use, { file, reader: readerOf(use.program), request })),
  ]);
  return {
    diagnostics: [...version, ...reports.flatMap(({ diagnostics }) => diagnostics)],
    news: reports.flatMap(({ news }) => news),
    flags: uses.reduce((sum, use) => sum + use.flags.length, 0),
  };
}
