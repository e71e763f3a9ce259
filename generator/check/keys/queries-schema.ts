/** Defines the keys of a list of queries, for `climax-gen search --golden`. */
import * as z from "zod";
import { type KeyFacts, withFacts } from "./key-facts.ts";

const outOfRange: NonNullable<KeyFacts["outOfRange"]> = (report, fault) => report("query-range", { key: fault.key });

const filter = z.string().min(1).optional();

/** A query, and the tools that it should find. */
export const querySchema = z.object({
  query: withFacts(z.string().min(1).describe("Text of the search"), { aliases: ["q", "text", "search"], outOfRange }),
  tool: withFacts(z.string().min(1).optional().describe("Tool that the query must find"), { aliases: ["expect", "expected"], outOfRange }),
  tools: withFacts(z.array(z.string().min(1)).min(1).optional().describe("Tools of which the query must find at least one"), {
    aliases: ["expect", "expected", "relevant"],
    outOfRange,
  }),
  cli: withFacts(filter.describe("Search among the tools of this CLI only"), { outOfRange }),
  category: withFacts(filter.describe("Search among the tools of this category only"), { outOfRange }),
});

/** A list of queries: the file of `search --golden`. */
export const queriesSchema = z.object({
  kind: z.literal("queries").default("queries").describe("Kind of document"),
  queries: withFacts(z.array(z.unknown()).describe("Queries, each with the expected tools"), { aliases: ["cases", "tests"] }),
});
