/**
 * Writes docs/page.png, the screenshot in the README: the overview of a page of the catalog, in an installed Chromium. The variable
 * `CHROMIUM` selects another path of Chromium.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { listConfigs } from "./catalog/configs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "climax-screenshot-"));
try {
  const args = [join(root, "bin/climax-gen.cjs"), "page", ...listConfigs(), "--name", "catalog", "-o", folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error("the page cannot be written");
  // The sandbox of Chromium does not work as root. The page is our own, and sends no requests.
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, colorScheme: "light" });
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
    await page.screenshot({ path: join(root, "docs/page.png") });
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
