/** Tries the search and the call form in Chromium, and compares them with the server's search and with `climax-gen explain`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDefinitions } from "../../../generator/check/files/definitions.ts";
import { checkQueries } from "../../../generator/check/queries/check-queries.ts";
import { explain } from "../../../generator/explain/explain.ts";
import { loadDocument } from "../../../generator/load/document.ts";
import { namesOf } from "../../../generator/search/searchable.ts";
import { shellWords } from "../../../generator/text/shell-word.ts";
import { escapeUnprintable } from "../../../generator/text/wording.ts";
import type { FoundTools } from "../../../runtime/client.ts";
import { answerSearch } from "../../../runtime/server/answer-search.ts";
import { createPartsReader } from "../../../runtime/tool-index/index-reader.ts";
import { createIndexOver } from "../../../runtime/tool-index/tool-index.ts";
import { exampleConfigPaths } from "../../fixtures/example-configs.ts";
import { ROOT } from "../../imports.ts";
import type { OpenDocument, TestBrowser } from "../browser.ts";
import { findAxeViolations, findOverflow, hasChromium, openBrowser, takeScreenshot } from "../browser.ts";
import { readServer } from "./server-store.ts";
import { renderTryDocument } from "./try-document.ts";

const { configs, parts, store } = await readServer(exampleConfigPaths);
const tools = parts.flatMap((part) => part.tools);
const index = createIndexOver(createPartsReader(parts));

/** Every twelfth query and call is entered with the controls, every fourth without them. `agreement.test.ts` checks more, in Node.js. */
const STEP = 12;
const isTried = (_: unknown, number: number): boolean => number % 4 === 0;

describe.runIf(hasChromium())("the page in Chromium", () => {
  let browser: TestBrowser;
  let text: string;
  beforeAll(async () => {
    text = await renderTryDocument(store);
    browser = await openBrowser();
  });
  afterAll(async () => await browser?.close());

  const open = async (tool = "", options = {}): Promise<OpenDocument> => await browser.open(text, options, `#${encodeURIComponent(tool)}`);

  describe("search", () => {
    const { document } = loadDocument({ path: "golden.yaml", bytes: readFileSync(join(ROOT, "test/search/golden.yaml")) });
    if (document === undefined) throw new Error("golden.yaml is not a YAML mapping");
    const { queries = [] } = checkQueries(document, namesOf(parts));
    const all = queries.map(({ query, cli, category }) => ({
      query,
      ...(cli !== undefined && { cli }),
      ...(category !== undefined && { category }),
    }));

    it("replies to golden queries as the server does", async () => {
      const { page, faults, close } = await open();
      const some = all.filter(isTried);
      expect(some.length).toBeGreaterThan(30);
      const found = await page.evaluate(`${JSON.stringify(some)}.map((given) => tryPage.search.answer(given).texts[0])`);
      expect(found).toEqual(some.map((given) => answerSearch(index, given).text));
      expect(faults()).toEqual([]);
      await close();
    });

    it("shows the reply and the results of a query that is typed", async () => {
      const { page, faults, close } = await open();
      const typed = all.filter((given, number) => number % STEP === 0 && Object.keys(given).length === 1);
      expect(typed.length).toBeGreaterThan(5);
      await page.locator(".try-reply > summary").click();
      for (const given of typed) {
        await page.getByRole("searchbox", { name: "Query" }).fill(given.query);
        const reply = JSON.parse(answerSearch(index, given).text) as FoundTools;
        const names = [...reply.results, ...(reply.more ?? [])].map(({ tool_name }) => tool_name);
        await expect
          .poll(async () => await page.evaluate<Shown>(READ_SEARCH))
          .toEqual({
            request: expect.stringContaining(JSON.stringify(given)) as string,
            reply,
            names,
          });
      }
      await page.locator(".try-hits summary").first().click();
      expect(await page.locator(".try-reasons li").first().innerText()).toMatch(/: \d/);
      await takeScreenshot(page, "search-as-an-agent");
      expect(faults()).toEqual([]);
      await close();
    });

    it("pages through results, and reports an invalid number", async () => {
      const { page, close } = await open();
      await page.getByLabel("Results").fill("3");
      await page.getByRole("searchbox").fill("list");
      const status = page.getByRole("status");
      await expect.poll(async () => await status.innerText()).toMatch(/\d+ tools match/);
      await page.getByRole("button", { name: "Next results" }).click();
      const given = { query: "list", limit: 3, offset: 3 };
      const { results } = JSON.parse(answerSearch(index, given).text) as { readonly results: readonly { readonly tool_name: string }[] };
      await expect
        .poll(async () => await page.locator(".try-hits > li > a").allInnerTexts())
        .toEqual(results.map(({ tool_name }) => tool_name));
      await page.getByLabel("Results").fill("x");
      expect(await describedBy(page, "Results")).toContain("Not a whole number");
      await close();
    });
  });

  describe("a call", () => {
    const definitions = findDefinitions(configs);
    const calls = tools.flatMap((tool) => (tool.examples ?? []).map(({ args }, example) => ({ tool, args, example })));
    const machine = { directory: process.cwd(), variables: { HOME: "/home/user" } };
    const commandOf = async ({ tool, args }: (typeof calls)[number]): Promise<string> => {
      const definition = definitions.get(tool.name);
      if (definition === undefined) throw new Error(`no definition of ${tool.name}`);
      const { argv = [], reply, reads } = await explain({ tool, given: args, definition, policies: [], env: machine.variables });
      return reply ?? (reads === undefined ? shellWords(argv.map(({ word }) => word)) : reads.join("\n"));
    };

    it("of an example has the command line of `explain`", async () => {
      const { page, faults, close } = await open();
      const some = calls.filter(isTried);
      expect(some.length).toBeGreaterThan(25);
      const shown = await page.evaluate(`(async () => {
        const { store, tools, startInput, readInput, explainPageCall, toServerTool } = tryPage;
        const found = [];
        for (const [name, args] of ${JSON.stringify(some.map(({ tool, args }) => [tool.name, args]))}) {
          const tool = toServerTool(store, tools.find(({ record }) => record.name === name));
          const { given } = readInput(tool, startInput(tool, args));
          const { explanation } = await explainPageCall(store, tool, given, ${JSON.stringify(machine)});
          found.push(explanation.text ?? explanation.paths ?? [...explanation.prefix, ...explanation.words.map(({ text }) => text)]);
        }
        return found;
      })()`);
      const expected = await Promise.all(some.map(commandOf));
      expect(
        (shown as readonly (string | readonly string[])[]).map((found) => (typeof found === "string" ? found : shellWords(found))),
      ).toEqual(expected);
      expect(faults()).toEqual([]);
      await close();
    });

    it("of an example that is chosen shows the command line", async () => {
      const { page, faults, close } = await open();
      for (const call of calls.filter((_, number) => number % STEP === 0)) {
        await page.evaluate(`location.hash = ${JSON.stringify(encodeURIComponent(call.tool.name))}`);
        const { description = `Example ${call.example + 1}` } = call.tool.examples?.[call.example] ?? {};
        await page.getByRole("button", { name: description, exact: true }).click();
        const expected = await commandOf(call);
        await expect
          .poll(async () => await page.locator(".try-result pre").first().innerText(), { message: call.tool.name })
          .toBe(escapeUnprintable(expected));
      }
      expect(faults()).toEqual([]);
      await close();
    });

    it("is rejected with the reply to the agent, and the field shows the reason", async () => {
      const { page, faults, close } = await open("git_log");
      await page.getByLabel("max_count").fill("many");
      await expect.poll(async () => await page.getByRole("status").innerText()).toBe("The call would be rejected.");
      const reply = await page.getByRole("region", { name: "Reply to the agent" }).innerText();
      expect(reply).toContain("Argument validation failed:");
      const field = page.getByLabel("max_count");
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const error = (await describedBy(page, "max_count")).split("\n").at(-1) ?? "";
      expect(reply).toContain(error);
      expect(error).toContain("'max_count'");
      await takeScreenshot(page, "refused-call");
      await field.fill("3");
      await expect.poll(async () => await page.getByRole("status").innerText()).toBe("The call would run.");
      expect(await field.getAttribute("aria-invalid")).toBe(null);
      expect(faults()).toEqual([]);
      await close();
    });

    it("that is incomplete names the missing arguments, without an error", async () => {
      const { page, faults, close } = await open("directive/file.get");
      const status = page.getByRole("status");
      await expect.poll(async () => await status.innerText()).toBe("A call needs 'path'.");
      expect(await status.getAttribute("data-tone")).toBe("neutral");
      expect(await page.locator('[aria-invalid="true"], .try-error, .try-result pre').count()).toBe(0);
      await page.getByLabel("path").fill("directive/x.md");
      await expect.poll(async () => await status.innerText()).toBe("The call would read a file.");
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(async () => await status.innerText()).toBe("A call needs 'path'.");
      await page.getByLabel("JSON", { exact: true }).check();
      await expect.poll(async () => await status.innerText()).toBe("The call would be rejected.");
      expect(faults()).toEqual([]);
      await close();
    });

    it("hides a secret value in its field and in the command line", async () => {
      const { page, faults, close } = await open("curl_get");
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByLabel(/^url/).fill("http://127.0.0.1");
      await page.getByLabel("bearer_token").fill("hunter2");
      await page.getByLabel("headers", { exact: true }).fill("X-Key=hunter3");
      expect(await page.getByLabel("bearer_token").getAttribute("type")).toBe("password");
      expect(await page.evaluate(LIST_HIDDEN)).toEqual(["X-Key=hunter3"]);
      const line = page.getByRole("region", { name: "Command line" });
      await expect.poll(async () => await line.innerText()).toContain("'X-Key: ***'");
      expect(await line.innerText()).toContain("--oauth2-bearer '***'");
      expect(await page.locator("body").innerText()).not.toMatch(/hunter[23]/);
      expect(faults()).toEqual([]);
      await close();
    });

    it("can be written as JSON, which the form shows if it can represent it", async () => {
      const { page, close } = await open("git_log");
      await page.getByLabel("JSON", { exact: true }).check();
      const json = page.getByLabel("Arguments as JSON");
      await json.fill('{ "max_count": 4');
      expect(await describedBy(page, "Arguments as JSON")).toContain("not valid JSON");
      await json.fill('{ "max_count": "4" }');
      await page.getByLabel("Form", { exact: true }).click();
      expect(await page.getByRole("alert").innerText()).toContain("cannot show");
      expect(await page.getByLabel("JSON", { exact: true }).isChecked()).toBe(true);
      await json.fill('{ "max_count": 4 }');
      await page.getByLabel("Form", { exact: true }).check();
      expect(await page.getByLabel("max_count").inputValue()).toBe("4");
      await close();
    });

    it("can be made with the keyboard alone", async () => {
      const { page, close } = await open("git_log");
      await page.getByRole("button", { name: "Clear" }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.type("7");
      expect(await page.getByLabel("max_count").inputValue()).toBe("7");
      await expect.poll(async () => await page.locator(".try-result pre").first().innerText()).toContain("-n 7");
      await close();
    });
  });

  describe("every view", () => {
    let document: OpenDocument;
    beforeAll(async () => {
      document = await open();
    });
    afterAll(async () => await document.close());

    it.each([
      ["", "light", 1280],
      ["", "dark", 390],
      ["git_log", "light", 1280],
      ["git_log", "dark", 390],
      ["image_resize", "light", 320],
      ["find_files", "light", 720],
    ] as const)("has no accessibility violation and no horizontal scroll: #%s, %s, %i pixels wide", async (tool, colorScheme, width) => {
      const { page, faults } = document;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(`location.hash = ${JSON.stringify(encodeURIComponent(tool))}`);
      await page.getByRole("heading", { level: 1, name: tool || "Search", exact: true }).waitFor();
      await expect.poll(async () => await page.getByRole("status").innerText()).toMatch(/\.$/);
      if (tool === "") await page.getByRole("searchbox").fill("files");
      if (tool === "") await expect.poll(async () => await page.locator(".try-hits > li").count()).toBeGreaterThan(1);
      await page.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
      if (tool !== "git_log") await takeScreenshot(page, `try-${tool || "search"}-${width}-${colorScheme}`, true);
      expect(faults()).toEqual([]);
    });
  });
});

/** Lists the values of text areas that are hidden. */
const LIST_HIDDEN = `[...document.querySelectorAll("textarea")]
  .filter((area) => getComputedStyle(area).webkitTextSecurity === "disc")
  .map(({ value }) => value)`;

/** Content of the search view. */
interface Shown {
  readonly request: string;
  readonly reply: unknown;
  readonly names: readonly string[];
}

/** Reads all at once, since each request to the browser takes longer than reading. */
const READ_SEARCH = `(() => {
  const textOf = (label) => document.querySelector('[role=region][aria-label="' + label + '"]').innerText;
  const names = [...document.querySelectorAll(".try-hits > li > a")].map((link) => link.innerText);
  return { request: textOf("Request of the agent"), reply: JSON.parse(textOf("Reply to the agent")), names };
})()`;

/** Returns the descriptions of a control, one per line. */
async function describedBy(page: Page, label: string): Promise<string> {
  const ids = ((await page.getByLabel(label, { exact: true }).getAttribute("aria-describedby")) ?? "").split(" ");
  return (await Promise.all(ids.map(async (id) => await page.locator(`[id="${id}"]`).innerText()))).join("\n");
}
