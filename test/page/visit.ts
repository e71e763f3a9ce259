/** Opens pages in a browser that the tests of a file share. */
import { afterAll, beforeAll, expect } from "vitest";
import type { OpenDocument, OpenOptions, TestBrowser } from "./browser.ts";
import { openBrowser } from "./browser.ts";
import { configPath, coreutilsConfigs } from "../fixtures/example-configs.ts";

export const INPUTS = [...["git", "jq"].map(configPath), ...coreutilsConfigs];
export const POLICY = ["--policy", "test/fixtures/configs/git-read-only.yaml"];

/** Runs a test on the page of a document, opened at a fragment. The page must have no fault at its end. */
export type Visit = (
  text: string,
  fragment: string,
  run: (page: OpenDocument["page"]) => Promise<void>,
  options?: OpenOptions,
) => Promise<void>;

/** Starts a browser for the tests of a file. */
export function useBrowser(): Visit {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await browser.close());
  return async (text, fragment, run, options = {}) => {
    const { page, faults, close } = await browser.open(text, options, fragment);
    await run(page);
    expect(faults()).toEqual([]);
    await close();
  };
}
