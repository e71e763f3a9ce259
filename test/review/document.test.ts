/** Tests `diff --format html` in a browser: every golden change and hostile text, on screens, in both color schemes and on paper. */
import "../property-seed.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change, Sides } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import type { NewHazard } from "../../generator/review/new-hazards.ts";
import { printHtml } from "../../generator/review/print/html.ts";
import type { DiffReport } from "../../generator/review/report.ts";
import { CHANGE_CLASSES } from "../../generator/review/rule.ts";
import type { Side } from "../../generator/review/side.ts";
import { toYamlSide } from "../../generator/review/yaml-side.ts";
import { emptyDocument, hostileConfig, hostileText } from "../fixtures/hostile-configs.ts";
import type { OpenOptions, TestBrowser } from "../page/browser.ts";
import { findAxeViolations, findInjected, findOverflow, hasChromium, openBrowser, takeScreenshot } from "../page/browser.ts";
import { goldenSides, reviewCases } from "./golden-sides.ts";
import { toHazards, toSide } from "./sides.ts";

const OLD = `
name: git-tools
description: Look around in a Git repository
command: git
tools:
  - name: git_log
    description: Show the newest commits, one a line
    command: log --oneline
    args:
      - { name: max_count, type: integer, default: 10, flag: -n, description: How many commits to show }
      - { name: path, positional: true, description: "עברית: Only commits that touch this file" }
`;
const NEW = OLD.replace("max_count", "limit").replace("10", "20").replace("newest", "最新の").replace("עברית", "العربية");
const oldPolicy = `kind: policy\ndefault: enabled\ntools:\n  git_log:\n    confirm: true\n    args:\n      path: { pattern: "(src|docs)/[a-z/]+" }\n`;
const newPolicy = oldPolicy.replace("    confirm: true\n", "").replace("[a-z/]+", ".*");
const ADDED = "  - { name: git_push, description: Send commits to the server, command: push }\n";

const PLACE = { side: "new", path: "new.yaml", line: 1, column: 1 } as const;

const print = (sides: Sides, hazards: readonly NewHazard[], failOn: DiffReport["failOn"] = []): string =>
  printHtml(
    { old: "git:main:configs", new: "configs", changes: compareSides(sides, { places: true }), hazards, failOn },
    { oldTools: sides.old.tools, newTools: sides.new.tools },
  );

/** Prints a review with changes of several classes, a witness and a hazard. */
async function printExample(): Promise<string> {
  const sides = { old: await toSide("old", OLD, oldPolicy), new: await toSide("new", NEW + ADDED, newPolicy) };
  const [hazard] = await toHazards("new", NEW + ADDED, newPolicy);
  const place = { side: "new", path: "new-policy.yaml", line: 6, column: 15 } as const;
  return print(sides, [{ code: "path-pattern", message: hazard?.diagnostic.message ?? "", help: "add `within`", place }], ["breaking"]);
}

/** Prints many comparisons as one review. */
function printAll(
  all: readonly (Sides & { readonly hazards: readonly NewHazard[] })[],
  labels: readonly [old: string, now: string],
): string {
  const changes = all.flatMap((sides) => compareSides(sides, { places: true }));
  const sorted = CHANGE_CLASSES.flatMap((one) => changes.filter((change) => change.class === one));
  const toolsOf = (side: "old" | "new") => new Map(all.flatMap((sides) => Array.from(sides[side].tools)));
  const report = { old: labels[0], new: labels[1], changes: sorted, hazards: all.flatMap(({ hazards }) => hazards), failOn: [] };
  return printHtml(report, { oldTools: toolsOf("old"), newTools: toolsOf("new") });
}

/** Prints the first case of each code as one review. */
async function printGolden(): Promise<string> {
  const cases = new Map(reviewCases.map((name) => [name.split(".", 1)[0], name]));
  return printAll(await Promise.all(Array.from(cases.values(), goldenSides)), ["old", "new"]);
}

function toHostileSide(label: string, config: Omit<Parameters<typeof toYamlSide>[1][number] & { kind: "cli" }, "kind" | "document">): Side {
  const place = { path: label, line: 1, column: 1 };
  const side = toYamlSide(label, [{ kind: "cli", document: emptyDocument({ path: label, text: "" }), ...config }], []);
  return { ...side, locate: () => place };
}

/** Prints three reviews of hostile configs, each of which is compared with the next one. */
function printHostile(): readonly string[] {
  const configs = fc.sample(hostileConfig, 60);
  const labels = fc.sample(hostileText, 60);
  const compared = configs.slice(1).map((config, index) => {
    const [before = config, label = ""] = [configs[index], labels[index]];
    const first = before.tools[0];
    // One tool has the same name on both sides, so that there are changes inside a tool.
    const kept = first === undefined ? [] : [{ ...first, description: label }];
    const tools = [...kept, ...config.tools.filter(({ name }) => name !== first?.name)];
    const hazard: NewHazard = { code: "shell-syntax", message: label, help: labels[index + 1] ?? "" };
    return { old: toHostileSide(label, before), new: toHostileSide("new", { ...config, tools }), hazards: [hazard] };
  });
  return [0, 20, 40].map((from) => printAll(compared.slice(from, from + 20), [labels[from] ?? "", labels[from + 1] ?? ""]));
}

describe.skipIf(!hasChromium())("a review in a browser", () => {
  let browser: TestBrowser;
  let example = "";
  let golden = "";
  beforeAll(async () => {
    [browser, example, golden] = await Promise.all([openBrowser(), printExample(), printGolden()]);
  });
  afterAll(async () => await browser.close());

  it.each<[title: string, options: OpenOptions]>([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["small", { viewport: { width: 360, height: 640 } }],
  ])("has no fault on a %s screen", async (title, options) => {
    const { page, faults, close } = await browser.open(example, options);
    await takeScreenshot(page, `review-${title}`, true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    expect(faults()).toEqual([]);
    await close();
  });

  it("has no fault with all codes", async () => {
    const { page, faults, close } = await browser.open(golden, { viewport: { width: 360, height: 640 } });
    expect(await findOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await findOverflow(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(faults()).toEqual([]);
    await close();
  });

  it("shows the summary on the first screen", async () => {
    for (const text of [example, golden]) {
      const { page, close } = await browser.open(text);
      for (const [width, height] of [
        [1280, 720],
        [360, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        const box = await page.locator("#summary table").boundingBox();
        expect(box && box.y + box.height, `${width} × ${height}`).toBeLessThanOrEqual(height);
      }
      await close();
    }
  });

  it.each([
    [1280, true],
    [360, false],
  ])("has old and new values side by side at %i pixels: %s", async (width, isBeside) => {
    const { page, close } = await browser.open(example, { viewport: { width, height: 720 } });
    const sides = page.locator(".change", { hasText: "pattern-loosened" }).locator(".sides > div");
    await sides.first().scrollIntoViewIfNeeded();
    const [old, now] = await Promise.all([sides.nth(0).boundingBox(), sides.nth(1).boundingBox()]);
    expect(old?.y === now?.y).toBe(isBeside);
    await expect.poll(async () => await sides.nth(0).locator("del").innerText()).toBe("[a-z/]+");
    await expect.poll(async () => await sides.nth(1).locator("ins").innerText()).toBe(".*");
    await close();
  });

  it("shows the value that a pattern newly accepts, and the new tool", async () => {
    const { page, close } = await browser.open(example);
    await expect.poll(async () => await page.locator(".witness").innerText()).toBe("For example src/..: rejected before, accepted now.");
    const added = page.locator(".change", { hasText: "tool-added" });
    await expect
      .poll(async () => await added.locator("pre").innerText())
      .toBe("Send commits to the server\nrisk: not declared\ncommand: git push");
    await close();
  });

  it("names the policies of each side", async () => {
    const policies = { old: [], new: ["base.yaml", "team.yaml"] };
    const report = { old: "git:main:configs", new: "configs", policies, changes: [], hazards: [], failOn: [] };
    const { page, close } = await browser.open(printHtml(report, { oldTools: new Map(), newTools: new Map() }));
    expect(await page.locator(".versions dd").allInnerTexts()).toEqual(["git:main:configs", "configs under base.yaml, team.yaml"]);
    await close();
  });

  it("fits the window with names of any length", async () => {
    const tool = "t".repeat(64);
    const change: Change = { code: "tool-added", class: "widening", cli: "c".repeat(64), tool, message: `added "${tool}"`, place: PLACE };
    const report = { old: "old", new: "new", changes: [change], hazards: [], failOn: [] };
    const text = printHtml(report, { oldTools: new Map(), newTools: new Map() });
    const { page, close } = await browser.open(text, { viewport: { width: 360, height: 640 } });
    expect(await findOverflow(page)).toEqual([]);
    await close();
  });

  it("links a class to its changes, a change to its line, and back", async () => {
    const { page, close } = await browser.open(example);
    await page.getByRole("link", { name: "widening" }).click();
    expect(await page.getByRole("heading", { name: /^widening/ }).isVisible()).toBe(true);
    await page.locator(".change", { hasText: "default-changed" }).getByRole("link", { name: "new.yaml:10" }).click();
    const line = page.locator("tr:target");
    expect(await line.getByRole("rowheader").innerText()).toBe("10");
    await line.getByRole("link", { name: "default-changed" }).click();
    expect(await page.locator(".change:target").innerText()).toContain("`default`".replaceAll("`", ""));
    await close();
  });

  it("can be read with the keyboard: the first focusable link skips to the changes", async () => {
    const { page, close } = await browser.open(example);
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Skip to the changes");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator("main a:focus").count()).toBe(1);
    await close();
  });

  it("prints dark on white, and no part is cut off", async () => {
    const { page, close } = await browser.open(golden, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.locator(".skip-link").isVisible()).toBe(false);
    await page.setViewportSize({ width: 680, height: 1000 });
    expect(await findOverflow(page)).toEqual([]);
    expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
    await close();
  });

  it("opens at a change that a fragment names", async () => {
    const { page, close } = await browser.open(golden, {}, "#change-60");
    expect(await page.locator("#change-60").isVisible()).toBe(true);
    const box = await page.locator("#change-60").boundingBox();
    expect(box?.y).toBeLessThan(720);
    await close();
  });

  it("shows hostile text as text", async () => {
    for (const text of printHostile()) {
      const { page, faults, close } = await browser.open(text);
      expect(await findInjected(page)).toEqual([]);
      expect(await page.locator("script, form, input, svg:not(.class-bar)").count()).toBe(0);
      expect(await page.locator(".change").count()).toBeGreaterThan(0);
      expect(faults()).toEqual([]);
      await close();
    }
  });
});
