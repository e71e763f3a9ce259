/** Defines the keys of a tool that state its effects, which a config can also state for all of its tools. */
import * as z from "zod";
import type { FactKey } from "../../describe/describe-facts.ts";
import { withFacts } from "./key-facts.ts";

/** The keys, with the names that the annotations of MCP have for them. */
export const factFields = {
  network: withFacts(z.boolean().optional().describe("Whether the tool reaches the network; without it, clients assume that it can"), {
    aliases: ["openWorldHint", "open_world"],
  }),
  idempotent: withFacts(
    z.boolean().optional().describe("Whether a repeated call with the same arguments has no further effect; defaults to unknown"),
    { aliases: ["idempotentHint"] },
  ),
  runs_code: withFacts(
    z
      .boolean()
      .optional()
      .describe("Whether the tool runs code of its working directory or of the caller, such as scripts, tests and build files"),
    { aliases: ["executes_code", "runs_scripts"] },
  ),
} satisfies Readonly<Record<FactKey, z.ZodType>>;
