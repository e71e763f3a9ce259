/** Checks docs/page.md against pages. */
import { expect, it } from "vitest";
import { writePage } from "../page/example-pages.ts";
import { configPath } from "../fixtures/example-configs.ts";
import { readPage } from "./page-blocks.ts";

const KIBIBYTE = 1024;
/** The page states the size in tens of KiB, and a small change of the script must not make it untrue. */
const TOLERANCE_KIB = 10;

it("docs/page.md states the size of a page without its data", async () => {
  const [, stated] = /A page has about (\d+) KiB without its data/.exec(readPage("page.md")) ?? [];
  const text = await writePage([configPath("jq")]);
  const rest = text.replaceAll(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, "");
  expect(rest.length).toBeLessThan(text.length);
  expect(Math.abs(Buffer.byteLength(rest) / KIBIBYTE - Number(stated))).toBeLessThan(TOLERANCE_KIB);
});
