/** Tests properties of every search, with random tools and queries. */
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { createSearch } from "../../../runtime/search/search.ts";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import type { AnyToolSpec } from "../../../runtime/tool/tool-spec.ts";
import { createCompiledReader, removeCompiledReaders } from "../../fixtures/compiled-reader.ts";
import { argument, found, part } from "./found.ts";

afterAll(removeCompiledReaders);

it("returns the same results from memory and from the compiled index", () => {
  const word = fc.constantFrom("git", "commit", "commits", "comit", "größe", "容器列表", "readOnly", "max_count", "the", "list", "İ", "-");
  const words = fc.array(word, { maxLength: 5 }).map((some) => some.join(" "));
  const tool = fc.record({
    description: words,
    keywords: fc.array(words, { maxLength: 2 }),
    args: fc.dictionary(
      word,
      words.map((about) => argument(about)),
    ),
  });
  const tools = fc.array(tool, { maxLength: 6 });
  const toPart = (name: string, some: readonly (Partial<AnyToolSpec> & { readonly description: string })[]): CliPart =>
    part(name, Object.fromEntries(some.map((one, place) => [`${name}_${place}`, one])));
  fc.assert(
    fc.property(tools, tools, words, fc.constantFrom(undefined, "git", "list"), (left, right, query, cli) => {
      const parts = [toPart("git", left), toPart("list", right)];
      const [memory, compiled] = [createMemoryReader(parts), createCompiledReader(parts)];
      const [inMemory, onDisk] = [memory, compiled].map((reader) => createSearch(reader).find({ query, cli, limit: 5 }));
      expect(onDisk).toEqual(inMemory);
    }),
    { numRuns: 100 },
  );
});

it("finds exactly the tools whose text contains the query, if any does", () => {
  const unit = fc.constantFrom("list", "Lists", "the", "a", "aBcDeFgHi", "réN", "X", " ", " ", " ", "-", "K", "'s", "容器");
  const words = fc.array(unit, { maxLength: 8 }).map((some) => some.join(""));
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (descriptions, which, from, length) => {
        const reader = createMemoryReader([part("x", Object.fromEntries(descriptions.map((one, place) => [`t${place}`, one])))]);
        const texts = descriptions.map((one, place) => `t${place} ${one} x`.toLowerCase());
        const text = texts[which % texts.length] ?? "";
        const start = from % text.length;
        const query = text.slice(start, start + 1 + (length % 20));
        const want = texts.flatMap((other, place) => (other.includes(query) ? [`t${place}`] : []));
        expect(found(reader, query).toSorted()).toEqual(want);
      },
    ),
    { numRuns: 1000 },
  );
});
