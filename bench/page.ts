/** Measures the page of `climax-gen page`: its size without data, and the time to its first paint, compared with a document of one line. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { findChromium } from "../test/page/browser.ts";
import type { Benchmark, BenchContext, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { timeProcess } from "./processes.ts";
import { climaxGen, configsFor, temporaryFolder, writeConfigs } from "./projects.ts";
import { timeSideBySide } from "./timing.ts";

/** Tools of the page whose first paint has a target. */
const MANY = 3000;
const SIZES = [100, 1000, MANY];
const KILOBYTE = 1024;

export const page: Benchmark = {
  name: "page",
  title: "the page of climax-gen page: its size and its first paint",
  options: ["rounds"],
  async run(context) {
    const pages = new Map<number, string>();
    for (const tools of SIZES) {
      context.say(`writing the page of ${tools} tools`);
      pages.set(tools, await writePage(tools, context.seed));
    }
    return [measureSizes(pages), await measurePaints(pages, context)];
  },
};

/** Writes the page of synthetic configs. Returns its path. */
async function writePage(tools: number, seed: number): Promise<string> {
  const folder = writeConfigs({ tools, configs: configsFor(tools), seed });
  await timeProcess(climaxGen(["page", "configs", "-o", "site"], folder));
  return join(folder, "site/index.html");
}

function measureSizes(pages: ReadonlyMap<number, string>): BenchTable {
  const sizes = Array.from(pages, ([tools, path]) => {
    const text = readFileSync(path, "utf8");
    const withoutData = text.replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, "");
    return { tools, whole: Buffer.byteLength(text) / KILOBYTE, rest: Buffer.byteLength(withoutData) / KILOBYTE };
  });
  return {
    title: "Size of a page, in KiB",
    columns: ["tools", "page", "without its data"],
    rows: sizes.map(({ tools, whole, rest }) => [tools.toLocaleString("en"), whole, rest]),
    measured: { pageSize: sizes.find(({ tools }) => tools === 100)?.rest },
  };
}

async function measurePaints(pages: ReadonlyMap<number, string>, context: BenchContext): Promise<BenchTable> {
  const title = "First paint of a page in Chromium";
  const columns = ["document", "ms", "against one line"];
  const executablePath = findChromium();
  if (executablePath === undefined) return { title, columns, rows: [["chromium is not installed", "", ""]], isPartial: true };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const line = join(temporaryFolder("document"), "line.html");
  writeFileSync(line, "<!doctype html><title>one line</title><p>one line");
  const paint = (name: string, path: string, fragment = "") => {
    return { name, run: () => timeFirstPaint(browser, `${pathToFileURL(path).href}${fragment}`) };
  };
  const many = pages.get(MANY) ?? line;
  const variants = [
    paint("one line", line),
    ...Array.from(pages, ([tools, path]) => paint(`overview, ${tools.toLocaleString("en")} tools`, path)),
    paint(`list, ${MANY.toLocaleString("en")} tools`, many, "#tools"),
    paint(`search, ${MANY.toLocaleString("en")} tools`, many, "#search"),
  ];
  context.say("painting the pages");
  try {
    const timings = await timeSideBySide(variants, numberOption(context, "rounds", 15));
    const overview = timings.find(({ name }) => name.startsWith(`overview, ${MANY.toLocaleString("en")}`));
    return { title, columns, rows: timings.map(({ name, ms, ratio }) => [name, ms, ratio]), measured: { pagePaint: overview?.ms } };
  } finally {
    await browser.close();
  }
}

const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
  }).observe({ type: "paint", buffered: true });
})`;

/** Opens a document in a new context. Returns the milliseconds from the navigation to the first paint of content. */
async function timeFirstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const opened = await context.newPage();
  await opened.goto(url);
  const ms = await opened.evaluate<number>(FIRST_PAINT);
  await context.close();
  return ms;
}
