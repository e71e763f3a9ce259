/**
 * A real browser for the tests of documents: Chromium without a window. A test file opens one browser, whose tests load their documents one
 * after the other into the same page: a new page takes longer than most tests. The page records everything that a document must not do:
 * errors on the console, violations of its content security policy, and requests.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import type axe from "axe-core";
import { PATIENCE_MS } from "../fixtures/until.ts";

/** Names of the program. `CHROMIUM` is the path of another one. */
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"];

/** Screenshots for people, which CI keeps. Git ignores the folder. */
const SCREENSHOTS = fileURLToPath(new URL("../../screenshots/", import.meta.url));

/** Path of Chromium. Undefined if it is not installed. */
export function findChromium(): string | undefined {
  const paths = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => PROGRAMS.map((name) => join(folder, name)));
  return [process.env["CHROMIUM"] ?? "", ...paths].find((path) => path !== "" && existsSync(path));
}

/** Reports whether browser tests can run. Prints the reason if they are skipped. */
export function hasChromium(): boolean {
  const isFound = findChromium() !== undefined;
  if (!isFound) process.stdout.write("tests in a browser are skipped: chromium is not installed\n");
  return isFound;
}

export interface OpenOptions {
  readonly colorScheme?: "light" | "dark";
  /** Width and height in CSS pixels. Defaults to 1280 × 720. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: boolean;
}

/** A document in the browser. */
export interface OpenDocument {
  readonly page: Page;
  /** Returns descriptions of forbidden actions of the document: errors, requests, violations of its policy. */
  readonly faults: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface TestBrowser {
  /** Opens the text of a document from a file. `fragment` includes the `#`. */
  readonly open: (text: string, options?: OpenOptions, fragment?: string) => Promise<OpenDocument>;
  readonly close: () => Promise<void>;
}

/** Starts the browser. Throws if it is not installed. */
export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("chromium is not installed");
  const folder = mkdtempSync(join(tmpdir(), "climax-browser-"));
  // The sandbox of Chromium does not work as root. The documents come from these tests, and the pages have no network.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"] });
  const context = await browser.newContext({ offline: true, locale: "en-US" });
  context.setDefaultTimeout(PATIENCE_MS);
  /** Pages without a document that a test uses. */
  const free: BrowserPage[] = [];
  let opened = 0;
  return {
    open: async (text, options = {}, fragment = "") => {
      const path = join(folder, `document-${(opened += 1)}.html`);
      writeFileSync(path, text);
      const browserPage = free.pop() ?? (await newPage(context));
      const faults = await browserPage.load(`${pathToFileURL(path).href}${fragment}`, options);
      const close = (): Promise<void> => Promise.resolve(void free.push(browserPage));
      return { page: browserPage.page, faults, close };
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Scripts for the browser are texts: the types of the DOM are not those of Node.js.
const REPORT_VIOLATIONS = `
  document.addEventListener("securitypolicyviolation", (event) => reportViolation(event.violatedDirective, event.blockedURI));
`;

const LIST_OVERFLOW = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
  return [scrollWidth + " > " + clientWidth, ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 200))];
})()`;

/** Elements that our documents do not have, attributes that run code or set styles, and links to other documents. */
const LIST_INJECTED = `[...document.querySelectorAll("*")].flatMap((element) => {
  const isForeign = element.matches("img, iframe, object, embed, base, link, audio, video, meta[http-equiv=refresh i], [autofocus]");
  const attributes = [...element.attributes].filter(({ name, value }) =>
    name.startsWith("on") || name === "style" || (/href$|^src|action$/.test(name) && !value.startsWith("#")));
  return isForeign || attributes.length > 0 ? [element.cloneNode(false).outerHTML.slice(0, 300)] : [];
})`;

interface BrowserPage {
  readonly page: Page;
  /** Loads a document, and returns a function that lists its faults. */
  readonly load: (url: string, options: OpenOptions) => Promise<OpenDocument["faults"]>;
}

async function newPage(context: BrowserContext): Promise<BrowserPage> {
  const page = await context.newPage();
  let file = "";
  let faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== file) faults.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.exposeFunction("reportViolation", (directive: string, blocked: string) => {
    faults.push(`violation of ${directive}: ${blocked}`);
  });
  await page.addInitScript(REPORT_VIOLATIONS);
  return {
    page,
    load: async (url, { colorScheme = "light", viewport = { width: 1280, height: 720 }, reducedMotion = false }) => {
      const found: string[] = [];
      [file = url] = url.split("#");
      faults = found;
      await page.emulateMedia({ media: null, colorScheme, reducedMotion: reducedMotion ? "reduce" : "no-preference" });
      await page.setViewportSize(viewport);
      await page.goto(url);
      return () => found;
    },
  };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks the accessibility of the visible page. Returns each violation with its elements. */
export async function findAxeViolations(page: Page): Promise<readonly string[]> {
  // Evaluated as by the developer tools, because the content security policy of the page blocks other scripts. Another view of the same
  // document has it already.
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(`${axeSource}; undefined`);
  const run = async () => await (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] });
  const { violations } = await page.evaluate(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`));
}

/** Returns the elements that are wider than the window, and so make the page scroll horizontally. Empty if it does not. */
export async function findOverflow(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(LIST_OVERFLOW);
}

/** Returns the elements that come from markup in a text. Empty if all text is inert. */
export async function findInjected(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(LIST_INJECTED);
}

/** Time limit of a screenshot, in milliseconds. On a busy machine, Chromium sometimes draws none. */
const SCREENSHOT_MS = 30_000;

/** Writes a screenshot for people, or says why there is none: no test reads it. `isWhole` includes what is below the first screen. */
export async function takeScreenshot(page: Page, name: string, isWhole = false): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const path = join(SCREENSHOTS, `${name}.png`);
  const viewport = page.viewportSize();
  const shoot = async (fullPage: boolean): Promise<void> => {
    await page
      .screenshot({ path, fullPage, timeout: SCREENSHOT_MS })
      .catch((error: unknown) => console.log(`no ${name}.png: ${String(error)}`));
  };
  if (!isWhole || viewport === null) return await shoot(false);
  // Chromium does not draw the parts of a review that are below the window.
  await page.setViewportSize({ ...viewport, height: await page.evaluate<number>("document.documentElement.scrollHeight") });
  await shoot(true);
  await page.setViewportSize(viewport);
}
