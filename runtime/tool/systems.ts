/** The values of the keys of a config about the machine of a server. */
import type { CliSpec } from "./tool-spec.ts";

/** Operating systems that `os` can name. */
export const SYSTEMS = ["linux", "macos"] as const satisfies CliSpec["os"];

/** An operating system. */
export type System = (typeof SYSTEMS)[number];

/** Values of `when_missing`. */
export const MISSING_MODES = ["warn", "hide", "fail"] as const satisfies readonly CliSpec["when_missing"][];
