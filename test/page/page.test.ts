/** Tests the views of the page of `climax-gen page` in a browser: their content, links, filters and forms. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser.ts";
import { shellWords } from "../../generator/text/shell-word.ts";
import { climaxGen, ROOT } from "../e2e/project.ts";
import { renderLargePage, renderPageOf, writePage } from "./example-pages.ts";
import { INPUTS, POLICY, useBrowser } from "./visit.ts";

describe.skipIf(!hasChromium())("a page in a browser", () => {
  const visit = useBrowser();
  /** Without a policy, under a policy, and with 1,000 tools. */
  let [free, restricted, large] = ["", "", ""];
  beforeAll(async () => {
    [free, restricted, large] = await Promise.all([writePage(INPUTS), writePage(INPUTS, POLICY), renderLargePage(1000)]);
  });

  describe("the overview", () => {
    it("counts the tools by risk, and the tools that a policy disables", async () => {
      const figures = async (text: string): Promise<readonly string[]> => {
        let found: readonly string[] = [];
        await visit(text, "", async (page) => {
          found = (await page.locator(".figures > div").allInnerTexts()).map((figure) => figure.replaceAll(/\s+/g, " "));
        });
        return found;
      };
      expect(await figures(free)).toEqual(
        expect.arrayContaining(["31 read", "5 write", "1 destroy", "0 disabled by policy"].map((part) => matching(part))) as unknown,
      );
      expect(await figures(restricted)).toEqual(
        expect.arrayContaining(["10 read", "0 write", "27 disabled by policy"].map((part) => matching(part))) as unknown,
      );
    });

    it("links to the tools of a program and of a risk", async () => {
      await visit(free, "", async (page) => {
        await page.getByRole("link", { name: "jq", exact: true }).click();
        await page.getByText("4 of 37 tools").waitFor();
        await page.goBack();
        await page.getByRole("link", { name: "write", exact: true }).click();
        await page.getByText("5 of 37 tools").waitFor();
        expect(await page.locator(".tools li").allInnerTexts()).toSatisfy((all: readonly string[]) =>
          all.every((one) => /write/.test(one)),
        );
      });
    });
  });

  describe("the list", () => {
    it("filters by text, program and risk together, and resets the filters", async () => {
      await visit(free, "#tools", async (page) => {
        const names = page.locator(".tools a");
        expect(await names.count()).toBe(37);
        await page.getByLabel("Filter").fill("commit");
        expect(await names.allInnerTexts()).toContain("git_commit");
        await page.getByLabel("Risk").selectOption({ label: "write" });
        const written = await names.allInnerTexts();
        expect(written).toContain("git_commit");
        expect(written).not.toContain("git_log");
        await page.getByRole("button", { name: "Show all" }).click();
        expect(await names.count()).toBe(37);
      });
    });

    it("keeps the document small with 1,000 tools, and pages through them", async () => {
      await visit(large, "#tools", async (page) => {
        expect(await page.locator("body *").count()).toBeLessThan(2000);
        const first = await page.locator(".tools a").first().innerText();
        await page.getByRole("button", { name: "Next" }).click();
        expect(await page.locator(".tools a").first().innerText()).not.toBe(first);
        expect(await page.locator(".pager").innerText()).toContain("101 to 200 of 1,000");
        expect(await page.locator("#list-title:focus").count()).toBe(1);
      });
    });
  });

  describe("the view of a tool", () => {
    it("shows the rules of config and policy, the command line and the origin of each word", async () => {
      await visit(restricted, "#tool/git_log", async (page) => {
        const row = page.locator("tr", { has: page.getByRole("rowheader", { name: /^max_count/ }) }).first();
        expect(await row.innerText()).toMatch(/at most\s200/);
        const view = await page.locator("#view").innerText();
        expect(view).toContain("--pretty=<format>");
        expect(view).toContain("argument max_count");
        expect(view).toContain(`test/fixtures/configs/git.yaml:${lineOf("test/fixtures/configs/git.yaml", "- name: git_log")}`);
        expect(view).toContain(`git-read-only.yaml:${lineOf("test/fixtures/configs/git-read-only.yaml", "max_count:")}`);
      });
    });

    it("opens at an argument, whose link is the address", async () => {
      await visit(free, "#tool/git_log/paths", async (page) => {
        const row = page.locator("tr", { has: page.locator('a[href="#tool/git_log/paths"]') }).first();
        await expect.poll(async () => (await row.boundingBox())?.y ?? 9999).toBeLessThan(720);
        await page.locator('a[href="#tool/git_log/author"]').first().click();
        expect(page.url()).toMatch(/#tool\/git_log\/author$/);
      });
    });

    it("says that a tool is forbidden, or unknown", async () => {
      await visit(restricted, "#tool/git_commit", async (page) => {
        expect(await page.locator("#view").innerText()).toContain("disabled by the policy");
        await page.evaluate('location.hash = "#tool/constructor"');
        await page.getByText("is not on this page").waitFor();
      });
    });
  });

  describe("the search", () => {
    it("finds the same tools as the command, links to a tool, and keeps the query in the address", async () => {
      const { stdout } = await climaxGen(["search", ...INPUTS, "commit history", "--json"], { cwd: ROOT });
      const results = JSON.parse(stdout) as readonly { readonly name: string }[];
      await visit(free, "#search", async (page) => {
        await page.getByRole("searchbox").fill("commit history");
        const found = page.locator(".try-hits > li > a");
        await expect.poll(async () => await found.allInnerTexts()).toEqual(results.map(({ name }) => name));
        expect(decodeURIComponent(page.url())).toMatch(/#search\/commit history$/);
        await found.first().click();
        await page.locator("h1:focus", { hasText: results[0]?.name ?? "" }).waitFor();
        await page.goBack();
        await expect.poll(async () => await page.getByRole("searchbox").inputValue()).toBe("commit history");
      });
    });
  });

  describe("the form of a call", () => {
    const ARGS = { author: "Ada", max_count: 5, format: "oneline" };

    it("shows the command line that `explain` shows", async () => {
      const { stdout } = await climaxGen(
        ["explain", "test/fixtures/configs/git.yaml", "git_log", JSON.stringify(ARGS), "--json", ...POLICY],
        {
          cwd: ROOT,
        },
      );
      const { argv } = JSON.parse(stdout) as { readonly argv: readonly { readonly word: string }[] };
      await visit(restricted, "#tool/git_log", async (page) => {
        await page.getByRole("button", { name: "Clear" }).click();
        const form = page.getByRole("form", { name: "Arguments of git_log" });
        await form.getByLabel("author").fill(ARGS.author);
        await form.getByLabel("max_count").fill(String(ARGS.max_count));
        await form.getByLabel("format").selectOption(ARGS.format);
        await expect
          .poll(async () => await page.getByRole("region", { name: "Command line", exact: true }).innerText())
          .toBe(shellWords(argv.map(({ word }) => word)));
      });
    });

    it("shows the policy's rejection, and the limit in the input schema", async () => {
      await visit(restricted, "#tool/git_log", async (page) => {
        await page.getByRole("form").getByLabel("max_count").fill("1000");
        await page.getByText("The call would be rejected.").waitFor();
        const schema = await page.getByRole("region", { name: "Input schema" }).innerText();
        expect(JSON.parse(schema)).toMatchObject({ properties: { max_count: { minimum: 1, maximum: 200 } } });
      });
    });
  });

  it("lists the values of an option with an optional value", async () => {
    const decorate = { name: "decorate", description: "Print names", flag: "--decorate=", optional_value: true, enum: ["short", "full"] };
    const tools = [{ name: "log", description: "Show the log", args: [decorate] }];
    await visit(await renderPageOf({ name: "logs", command: "log", tools }), "#tool/log", async (page) => {
      expect(await page.locator(".arg-type").innerText()).toBe("string, or true for the flag alone");
      const control = page.getByRole("combobox", { name: "decorate" });
      expect(await control.locator("option").allInnerTexts()).toEqual(["(not passed)", "true", "false", "short", "full"]);
      const commandLine = page.getByLabel("Command line", { exact: true });
      await control.selectOption({ label: "full" });
      await expect.poll(async () => await commandLine.innerText()).toBe("log --decorate=full");
      await control.selectOption({ label: "true" });
      await expect.poll(async () => await commandLine.innerText()).toBe("log --decorate");
    });
  });

  it("shows the program that runs, and the sources of values that its command line lacks", async () => {
    const args = [
      { name: "text", stdin: true },
      { name: "key", env: "NOTES_KEY" },
      { name: "folder", cwd: true },
      { name: "script", file: true },
      { name: "plain" },
    ];
    const tools = [{ name: "note", description: "Add a note", args: args.map((arg) => ({ ...arg, description: "A value" })) }];
    await visit(await renderPageOf({ name: "notes", command: "notes --plain", tools }), "", async (page) => {
      expect(await page.locator(".programs td").first().innerText()).toBe("runs notes --plain");
      await page.evaluate('location.hash = "#tool/note"');
      const types = await page.locator(".arg-type").allInnerTexts();
      expect(types).toEqual([
        "string, as standard input",
        "string, as the variable NOTES_KEY",
        "string, as the working directory",
        "string, in a temporary file",
        "string",
      ]);
    });
  });

  it("says that the policy disables all tools", async () => {
    const config = { name: "up", command: "uptime", tools: [{ name: "up", description: "Show the load" }] };
    await visit(await renderPageOf(config, { kind: "policy", tools: {} }), "", async (page) => {
      expect(await page.locator("#overview").innerText()).toContain("no tools, version 1.0.0. The policy disables 1 tool.");
      expect(await page.getByRole("table").count()).toBe(0);
      await page.evaluate('location.hash = "#tools"');
      await page.getByText("The policy disables all tools.").waitFor();
      expect(await page.getByLabel("Filter").count()).toBe(0);
    });
  });
});

/** Returns the number of the first line of a file of this repository that contains a text. */
function lineOf(path: string, text: string): number {
  const lines = readFileSync(join(ROOT, path), "utf8").split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

function matching(part: string): unknown {
  const [number = "", label = ""] = part.split(/ (.*)/);
  return expect.stringMatching(new RegExp(`^(?:${label} ${number}|${number} ${label})$`)) as unknown;
}
