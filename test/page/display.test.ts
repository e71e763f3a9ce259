/** Tests the display of the page of `climax-gen page` in a browser: on all screens, on paper, with a keyboard, and with hostile text. */
import "../property-seed.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenOptions } from "./browser.ts";
import { findAxeViolations, findInjected, findOverflow, hasChromium, takeScreenshot } from "./browser.ts";
import { toolHref } from "../../generator/page/addresses.ts";
import { escapeLines } from "../../generator/text/wording.ts";
import { renderHostilePage, renderPageOf, writePage } from "./example-pages.ts";
import { INPUTS, POLICY, useBrowser } from "./visit.ts";

describe.skipIf(!hasChromium())("a page in a browser", () => {
  const visit = useBrowser();
  /** Without a policy, and under a policy. */
  let [free, restricted] = ["", ""];
  beforeAll(async () => {
    [free, restricted] = await Promise.all([writePage(INPUTS), writePage(INPUTS, POLICY)]);
  });

  const VIEWS: readonly (readonly [name: string, fragment: string])[] = [
    ["overview", ""],
    ["list", "#tools"],
    ["tool", "#tool/git_log"],
    ["search", "#search/commit%20history"],
  ];

  it.each<[title: string, options: OpenOptions]>([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["small", { viewport: { width: 360, height: 640 } }],
  ])("has no fault on a %s screen", async (title, options) => {
    await visit(
      restricted,
      "",
      async (page) => {
        for (const [name, fragment] of VIEWS) {
          await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
          await page
            .locator(name === "overview" ? "#overview" : "#view h1")
            .first()
            .waitFor();
          if (title === "light" || name === "tool") await takeScreenshot(page, `page-${name}-${title}`, true);
          expect(await findAxeViolations(page), name).toEqual([]);
          expect(await findOverflow(page), name).toEqual([]);
        }
      },
      options,
    );
  });

  describe("long names and descriptions", () => {
    const long = "w".repeat(64);
    const config = {
      name: "long",
      description: `${long.repeat(5)} is one word`,
      command: "long",
      tools: [
        { name: "short", description: "A short tool", command: "short", risk: "destructive" },
        {
          name: long,
          description: `${"many words ".repeat(900)}${long.repeat(8)}`,
          command: "run",
          risk: "read",
          args: [
            { name: long, description: "many words ".repeat(900), required: true },
            { name: `${long.slice(1)}2`, type: "map", default: { [long]: long.repeat(5) }, keys: { pattern: `${long}|${long.repeat(4)}` } },
          ],
        },
      ],
    };

    let text: string;
    beforeAll(async () => {
      text = await renderPageOf(config);
    });

    it("fit windows of 1400, 800 and 360 pixels, in every view", async () => {
      await visit(text, "", async (page) => {
        for (const fragment of ["", "#tools", toolHref(long), "#search/many%20words"]) {
          await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
          const isSearch = fragment.startsWith("#search");
          if (isSearch) await page.locator(".try-hits > li").first().waitFor();
          for (const width of [1400, 800, 360]) {
            await page.setViewportSize({ width, height: 800 });
            expect(await findOverflow(page), `${fragment} ${width}`).toEqual([]);
            // A result of the search and a hint of the form show the first lines of a long description.
            const box = isSearch ? await page.locator(".try-hits .try-description").first().boundingBox() : undefined;
            expect(box?.height ?? 0).toBeLessThan(200);
          }
        }
      });
    });

    it("do not change the columns of the list", async () => {
      await visit(text, "#tools", async (page) => {
        const summaries = await page.locator(".tools .summary").all();
        const boxes = await Promise.all(summaries.map(async (summary) => await summary.boundingBox()));
        expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
      });
    });
  });

  it("prints a tool in light colors, without navigation and form", async () => {
    await visit(restricted, "#tool/git_log", async (page) => {
      const readTone = async (): Promise<string> =>
        await page.evaluate("getComputedStyle(document.querySelector('.badge')).backgroundColor");
      const light = await readTone();
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await readTone()).not.toBe(light);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await readTone()).toBe(light);
      expect(await page.locator(".site-header").isVisible()).toBe(false);
      expect(await page.getByRole("form").isVisible()).toBe(false);
      expect(await page.getByRole("heading", { name: "Command line" }).first().isVisible()).toBe(true);
    });
  });

  it("opens the form of a tool with the keyboard, past its arguments", async () => {
    await visit(free, "#tool/git_log", async (page) => {
      await page.getByRole("button", { name: "Try a call" }).press("Enter");
      expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Try a call");
      await expect.poll(async () => await page.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight")).toBe(true);
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.closest('.try') !== null")).toBe(true);
    });
  });

  describe("with a keyboard", () => {
    it("skips to the content, and moves the focus to the heading of an opened view", async () => {
      await visit(free, "", async (page) => {
        await page.keyboard.press("Tab");
        expect(await page.locator(":focus").innerText()).toBe("Skip to the content");
        await page.keyboard.press("Enter");
        expect(await page.locator("#main:focus").count()).toBe(1);
        expect(await page.locator("#overview").isVisible()).toBe(true);
        await page.getByRole("link", { name: "Tools", exact: true }).first().focus();
        await page.keyboard.press("Enter");
        await page.locator("h1#list-title:focus").waitFor();
        await page.keyboard.press("Tab");
        await page.keyboard.type("blame");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        expect(await page.locator(":focus").innerText()).toBe("git_blame");
        await page.keyboard.press("Enter");
        await page.locator("h1:focus", { hasText: "git_blame" }).waitFor();
      });
    });
  });

  it("shows the invisible characters of every text", async () => {
    const hidden = (text: string): string => `${text} \u202etext\u{e0041}`;
    const config = {
      name: "hidden",
      description: hidden("program"),
      command: "run",
      tools: [
        {
          name: "hide",
          title: hidden("title"),
          description: hidden("description"),
          args: [{ name: "a", description: hidden("argument"), default: hidden("default"), enum: [hidden("default"), "b"] }],
          examples: [{ description: hidden("example"), args: { a: "b" } }],
        },
      ],
    };
    await visit(await renderPageOf(config), "", async (page) => {
      for (const fragment of ["", "#tools", "#tool/hide", "#search/description"]) {
        await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await expect.poll(async () => await page.locator("main").innerText()).toContain("\\u202etext\\ue0041");
        expect(await page.locator("main").innerText(), fragment).not.toMatch(/[\u202e\u{e0041}]/u);
      }
    });
  });

  it("shows the code in the messages of hazards as code", async () => {
    const config = {
      name: "run",
      description: "Run",
      command: "bash",
      tools: [{ name: "run_it", description: "Run", args: [{ name: "c", flag: "-c" }] }],
    };
    await visit(await renderPageOf(config), "#tool/run_it", async (page) => {
      const notice = page.locator("#view .notice").first();
      await notice.waitFor();
      expect(await notice.innerText()).not.toContain("`");
      expect(await notice.locator("p code").first().innerText()).toMatch(/^\S+$/);
      expect(await notice.locator("p:not(.muted) code").count()).toBeGreaterThan(0);
    });
  });

  it("shows hostile text as text, in every view", async () => {
    const { text, tools } = await renderHostilePage(30);
    expect(tools.length).toBeGreaterThan(20);
    await visit(text, "", async (page) => {
      expect(await findInjected(page)).toEqual([]);
      await page.evaluate('location.hash = "#tools"');
      await page.locator("#list-title").waitFor();
      expect(await findInjected(page)).toEqual([]);
      for (const name of tools) {
        await page.evaluate(`location.hash = ${JSON.stringify(toolHref(name))}`);
        await expect.poll(async () => await page.locator("#view h1").textContent()).toBe(escapeLines(name));
        expect(await findInjected(page)).toEqual([]);
      }
    });
  });
});
