/** Compares the estimated number of tokens with the tokenizer of `npm run bench -- tokens`. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPageSearch } from "../../../generator/page/browser/try/page-search.ts";
import { estimateTokens } from "../../../generator/text/token-estimate.ts";
import { exampleConfigPaths } from "../../fixtures/example-configs.ts";
import { ROOT } from "../../imports.ts";
import { readServer } from "./server-store.ts";

it.each([
  ["the catalog", exampleConfigPaths],
  ["programs with ordinary names", [join(ROOT, "test/search/programs")]],
])("estimates the tokens of replies about %s to within 10 percent", async (_title, inputs) => {
  const { store, parts } = await readServer(inputs);
  const search = createPageSearch(store);
  const queries = new Set(parts.flatMap(({ tools }) => tools.map(({ description }) => description.split(/\s+/)[0] ?? "")));
  const searches = Array.from(queries, (query) => ({ query }));
  const answers = [{}, ...searches, { query: "list", limit: 50 }].map((given) => search.answer(given));
  const errors = answers.map(({ texts, tokens }) => tokens / countTokens(texts.join("\n")) - 1);
  const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  console.log(
    `${errors.length} replies: mean error ${(100 * mean).toFixed(1)} %, from ${percent(Math.min(...errors))} to ${percent(Math.max(...errors))}`,
  );
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.1);
  expect(mean).toBeLessThan(0.04);
});

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

it.each([
  ["Chinese", "列出提交记录，最新的在前。用它查看分支或文件发生了什么。"],
  ["Japanese", "コミットを新しい順に一覧表示します。ブランチやファイルの変更を確認するために使います。"],
  ["Russian", "Показывает список коммитов, новые первыми. Используйте для просмотра изменений в ветке."],
  ["Arabic", "يعرض قائمة الالتزامات الأحدث أولا. استخدمه لمعرفة ما حدث في فرع أو ملف."],
  ["German", "Zeigt Änderungen über mehrere Verzeichnisse für größere Übersichten"],
])("estimates the tokens of %s to within 30 percent", (_, text) => {
  expect(Math.abs(estimateTokens(text) / countTokens(text) - 1)).toBeLessThan(0.3);
});

it("takes time in proportion to the length of hostile text", () => {
  for (const text of [" ", "a", "'", "\n", " \u00a0", "A1"]) expect(estimateTokens(text.repeat(100_000))).toBeGreaterThan(0);
});
