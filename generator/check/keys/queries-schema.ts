/** The one source of the keys of a list of queries, for `climax-gen search --golden`. */
import * as z from "zod";

const filter = z.string().min(1).optional();

export const querySchema = z.object({
  query: z.string().min(1).describe("What somebody searches for"),
  tool: z.string().min(1).optional().describe("The tool that it is to find"),
  tools: z.array(z.string().min(1)).min(1).optional().describe("The tools any of which it is to find"),
  cli: filter.describe("Search among the tools of this CLI only"),
  category: filter.describe("Search among the tools of this category only"),
});

export const queriesSchema = z.object({
  kind: z.literal("queries").default("queries").describe("The kind of document"),
  queries: z.array(z.unknown()).describe("The queries, each with what it is to find"),
});
