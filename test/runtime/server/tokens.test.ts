/** Counts the context tokens of progressive discovery before the first call. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { listMetaTools } from "../../../runtime/server/meta-tools.ts";

it.each([
  ["without risks", []],
  ["with every risk", ["read", "write", "destructive"]],
] as const)("the two meta-tools take at most 400 tokens %s", (_title, risks) => {
  expect(countTokens(JSON.stringify(listMetaTools(new Set(risks), { isClosed: true })))).toBeLessThanOrEqual(400);
});
