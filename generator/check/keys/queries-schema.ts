/** The one source of the keys of a list of queries, for `climax-gen search --golden`. */
import * as z from "zod";
import { type KeyFacts, withFacts } from "./key-facts.ts";

const outOfRange: NonNullable<KeyFacts["outOfRange"]> = (report, fault) => report("query-range", { key: fault.key });

const filter = z.string().min(1).optional();

export const querySchema = z.object({
  query: withFacts(z.string().min(1).describe("What somebody searches for"), { aliases: ["q", "text", "search"], outOfRange }),
  tool: withFacts(z.string().min(1).optional().describe("The tool that it is to find"), { aliases: ["expect", "expected"], outOfRange }),
  tools: withFacts(z.array(z.string().min(1)).min(1).optional().describe("The tools any of which it is to find"), {
    aliases: ["expect", "expected", "relevant"],
    outOfRange,
  }),
  cli: withFacts(filter.describe("Search among the tools of this CLI only"), { outOfRange }),
  category: withFacts(filter.describe("Search among the tools of this category only"), { outOfRange }),
});

export const queriesSchema = z.object({
  kind: z.literal("queries").default("queries").describe("The kind of document"),
  queries: withFacts(z.array(z.unknown()).describe("The queries, each with what it is to find"), { aliases: ["cases", "tests"] }),
});
