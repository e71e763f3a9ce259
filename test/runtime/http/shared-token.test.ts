import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSharedTokenCheck, fileToken, fixedToken } from "../../../runtime/http/shared-token.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-token-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a shared token", () => {
  it.each([
    ["16 characters", "1234567890123456", "found"],
    ["15 characters", "123456789012345", "failed"],
    ["every character of a token", "AZaz09-._~+/====", "found"],
    ["an equals sign before its end", "1234567890=123456", "failed"],
    ["a space", "12345678 12345678", "failed"],
  ])("with %s: %s is %s", (_title, token, kind) => {
    expect(fixedToken(token, "test").kind).toBe(kind);
  });

  it.each<[string, string | undefined, string]>([
    ["the token", "Bearer 1234567890123456", "authenticated"],
    ["the scheme in lower case", "bearer 1234567890123456", "authenticated"],
    ["the scheme in upper case", "BEARER 1234567890123456", "authenticated"],
    ["several spaces", "Bearer   1234567890123456  ", "authenticated"],
    ["no space", "Bearer1234567890123456", "missing"],
    ["a tab", "Bearer\t1234567890123456", "missing"],
    ["another scheme", "Basic 1234567890123456", "missing"],
    ["two tokens", "Bearer 1234567890123456 1234567890123456", "missing"],
    ["the start of the token", "Bearer 123456789012345", "wrong"],
    ["more than the token", "Bearer 12345678901234567", "wrong"],
    ["no header", undefined, "missing"],
  ])("is checked in a header with %s", async (_title, header, want) => {
    const found = await createSharedTokenCheck(() => "1234567890123456")(header);
    expect(found.kind === "authenticated" || found.refusal.kind !== "unauthorized" ? found.kind : found.refusal.reason).toBe(want);
  });
});

describe("a token file", () => {
  it("is reread, and warns once of each error while the previous token remains valid", () => {
    const path = join(folder, "token");
    const warnings: string[] = [];
    writeFileSync(path, "first-token-of-all\n");
    const found = fileToken(path, { rereadMs: 0, warn: (problem) => warnings.push(problem) });
    const tokens = (...texts: readonly string[]): readonly string[] =>
      texts.map((text) => {
        writeFileSync(path, text);
        return found.kind === "found" ? found.token() : found.problem;
      });
    const [first, second] = ["first-token-of-all", "second-token-of-all"];
    expect(tokens(first, "short", "short", second, "short")).toEqual([first, first, first, second, second]);
    expect(warnings).toEqual([expect.stringContaining("at least 16"), expect.stringContaining("at least 16")]);
    rmSync(path);
    expect(found.kind === "found" && [found.token(), found.token()]).toEqual([second, second]);
    expect(warnings.slice(2)).toEqual([expect.stringContaining("ENOENT")]);
  });

  it("is reread at most once in the given time", () => {
    const path = join(folder, "token");
    writeFileSync(path, "first-token-of-all");
    const found = fileToken(path, { rereadMs: 60_000, warn: () => {} });
    writeFileSync(path, "second-token-of-all");
    expect(found.kind === "found" && found.token()).toBe("first-token-of-all");
  });
});
