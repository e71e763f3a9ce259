import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readPage } from "../../../runtime/output/read-spool.ts";
import type { Spool, SpooledText } from "../../../runtime/output/spool.ts";
import { createSpool } from "../../../runtime/output/spool.ts";

const opened: Spool[] = [];
afterEach(() => opened.splice(0).forEach((spool) => spool.close()));

function open(options: Parameters<typeof createSpool>[0] = {}): Spool {
  const spool = createSpool(options);
  opened.push(spool);
  return spool;
}

function keep(
  spool: Spool,
  texts: readonly string[],
  { owner, maxBytes = 1e9 }: { readonly owner?: string; readonly maxBytes?: number } = {},
): SpooledText {
  const writer = spool.create(owner, maxBytes);
  for (const text of texts) writer?.write(text);
  const kept = writer?.finish();
  if (kept === undefined) throw new Error("nothing was kept");
  return kept;
}

const isFound = (spool: Spool, id: string, owner?: string): string => {
  const found = spool.find(id, owner);
  if (found.kind === "found") found.release();
  return found.kind;
};

/** Returns the open files of this process in a folder. */
const openFiles = (folder: string): readonly string[] =>
  readdirSync("/proc/self/fd")
    .map((name) => tryLink(join("/proc/self/fd", name)))
    .filter((target) => target.startsWith(folder));

function tryLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

describe("the spool", () => {
  it.runIf(process.platform === "linux")("keeps text in files without a name that only the user can read", () => {
    const folder = mkdtempSync(join(tmpdir(), "climax-spool-"));
    const spool = open({ folders: [folder] });
    keep(spool, ["hello\n"]);
    expect(readdirSync(folder)).toEqual([]);
    const files = openFiles(folder);
    expect(files).toHaveLength(1);
    const descriptor = readdirSync("/proc/self/fd").find((name) => tryLink(`/proc/self/fd/${name}`) === files[0]);
    expect(statSync(`/proc/self/fd/${descriptor}`).mode & 0o777).toBe(0o600);
    spool.close();
    expect(openFiles(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("keeps nothing without a writable directory", () => {
    expect(open({ folders: ["/nonexistent/folder"] }).create(undefined, 10)).toBeUndefined();
  });

  it("issues ids of 128 random bits that name the replica", () => {
    const [one, two] = [open(), open()];
    const ids = [keep(one, ["a"]).id, keep(one, ["b"]).id, keep(two, ["c"]).id];
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[\w-]{22}$/);
    expect(ids[0]?.slice(0, 8)).toBe(ids[1]?.slice(0, 8));
    expect(isFound(two, ids[0] ?? "")).toBe("other_replica");
    expect(isFound(one, `${ids[0]?.slice(0, -1)}!`)).toBe("unknown");
    expect(isFound(one, "guess")).toBe("unknown");
  });

  it("is readable only by the caller that received the id", () => {
    const spool = open();
    const { id } = keep(spool, ["mine"], { owner: "ann" });
    expect([isFound(spool, id, "ann"), isFound(spool, id, "bob"), isFound(spool, id)]).toEqual(["found", "unknown", "unknown"]);
  });

  it("keeps the start of text that exceeds the limit of a call", () => {
    const kept = keep(open(), ["12345", "678", "90123", "x"], { maxBytes: 8 });
    expect(kept).toMatchObject({ bytes: 8, isComplete: false });
  });

  it("removes the oldest text if all of it exceeds the limit of the server", () => {
    const spool = open({ maxTotalBytes: 10 });
    const ids = ["12345", "67890", "abc"].map((text) => keep(spool, [text]).id);
    expect(ids.map((id) => isFound(spool, id))).toEqual(["unknown", "found", "found"]);
  });

  it("removes the oldest text if there are too many files, so that descriptors do not run out", () => {
    const spool = open({ maxFiles: 2 });
    const ids = ["1", "2", "3"].map((text) => keep(spool, [text]).id);
    expect(ids.map((id) => isFound(spool, id))).toEqual(["unknown", "found", "found"]);
  });

  it("keeps no further text while the maximum number of files is being written", () => {
    const spool = open({ maxFiles: 1 });
    spool.create(undefined, 10);
    expect(spool.create(undefined, 10)).toBeUndefined();
  });

  it("removes text that exceeds the maximum age", () => {
    const spool = open({ maxAgeMs: 0 });
    expect(isFound(spool, keep(spool, ["old"]).id)).toBe("unknown");
  });

  it("drops the text that a call in flight writes after the spool has closed", () => {
    const folder = mkdtempSync(join(tmpdir(), "climax-spool-"));
    const spool = open({ folders: [folder] });
    const early = spool.create(undefined, 1e9);
    const late = spool.create(undefined, 1e9);
    early?.write("before\n");
    spool.close();
    // Opened after the spool has closed its files, so that they have their descriptors.
    const files = ["a", "b"].map((name) => join(folder, name));
    const descriptors = files.map((file) => openSync(file, "w"));
    early?.write("after\n");
    late?.write("after\n");
    expect([early?.finish(), late?.finish()]).toEqual([undefined, undefined]);
    expect(files.map((file) => readFileSync(file, "utf8"))).toEqual(["", ""]);
    descriptors.forEach((descriptor) => closeSync(descriptor));
    rmSync(folder, { recursive: true });
  });

  it("lets a reader finish after its text is removed", async () => {
    const spool = open({ maxTotalBytes: 10 });
    const found = spool.find(keep(spool, ["1234567890"]).id, undefined);
    if (found.kind !== "found") throw new Error(found.kind);
    keep(spool, ["abcdefghij"]);
    expect(String(await found.text.read(2, 3))).toBe("345");
    found.release();
  });
});

const LINES = Array.from({ length: 30_000 }, (_, index) => `line ${index + 1} of the log\n`);

describe("a page", () => {
  const page = async (texts: readonly string[], request: Parameters<typeof readPage>[1], budget = 65536): Promise<string> =>
    await readPage(keep(open(), texts), request, budget);

  it.each<[string, Parameters<typeof readPage>[1], string]>([
    ["has lines", { from_line: 2, lines: 2 }, "line 2 of the log\nline 3 of the log\n\n[lines 2 to 3 of 30000; next: from_line 4]"],
    [
      "has lines from the middle of long text",
      { from_line: 29_999 },
      "line 29999 of the log\nline 30000 of the log\n\n[lines 29999 to 30000 of 30000]",
    ],
    ["says that a line is beyond the end", { from_line: 30_001 }, "[line 30001 is beyond the end: the output has 30000 lines]"],
    [
      "says that a search starts beyond the end",
      { from_line: 30_001, match: "log" },
      "[line 30001 is beyond the end: the output has 30000 lines]",
    ],
    [
      "has a match with the lines around it",
      { match: "line 20000 " },
      "19998- line 19998 of the log\n19999- line 19999 of the log\n20000: line 20000 of the log\n20001- line 20001 of the log\n" +
        '20002- line 20002 of the log\n\n[1 match of "line 20000 " in 30000 lines]',
    ],
    [
      "has matches apart and matches next to each other",
      { match: "99 of the log", from_line: 29_795, lines: 0 },
      '29799: line 29799 of the log\n--\n29899: line 29899 of the log\n--\n29999: line 29999 of the log\n\n[3 matches of "99 of the log" in lines 29795 to 30000]',
    ],
    [
      "says that nothing matches, and how matches are found",
      { match: "Line .* of" },
      '[0 matches of "Line .* of" in 30000 lines; match is a literal text, and its case counts]',
    ],
    [
      "counts only the matches after the requested line",
      { match: "absent", from_line: 20_000 },
      '[0 matches of "absent" in lines 20000 to 30000; match is a literal text, and its case counts]',
    ],
    ["says that an offset is beyond the end", { offset: 1e9 }, "[offset 1000000000 is beyond the end: the output has 648894 bytes]"],
    [
      "says that an offset of a search is beyond the end",
      { offset: 1e9, match: "log" },
      "[offset 1000000000 is beyond the end: the output has 648894 bytes]",
    ],
    [
      "marks all lines of a match",
      { match: "log\nline 3 of the log\n", lines: 1 },
      "1- line 1 of the log\n2: line 2 of the log\n3: line 3 of the log\n4- line 4 of the log\n\n" +
        '[1 match of "log\\nline 3 of the log\\n" in 30000 lines]',
    ],
  ])("%s", async (_title, request, want) => {
    expect(await page(LINES, request)).toBe(want);
  });

  it("says that only a part was kept if a line or an offset is beyond that part", async () => {
    const kept = keep(open(), ["1\n2\n", "3\n"], { maxBytes: 4 });
    const whole = "the part of the output that was kept";
    expect(await readPage(kept, { from_line: 3 }, 4096)).toBe(`[line 3 is beyond the end: ${whole} has 2 lines]`);
    expect(await readPage(kept, { offset: 4 }, 4096)).toBe(`[offset 4 is beyond the end: ${whole} has 4 bytes]`);
  });

  it("is within the budget, and names the arguments of the next page", async () => {
    for (const request of [{}, { match: "log" }, { offset: 0 }]) {
      const text = await page(LINES, request, 4096);
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(4096);
      expect(text).toMatch(/next: (from_line|offset) \d+\]$/);
    }
  });

  it("names the next page in its last line, through all lines", async () => {
    const kept = keep(open(), LINES);
    const seen: string[] = [];
    for (let next: number | undefined = 1; next !== undefined;) {
      const text: string = await readPage(kept, { from_line: next }, 60_000);
      const [body = "", status = ""] = text.split("\n\n[");
      seen.push(body);
      const more = /next: from_line (\d+)/.exec(status)?.[1];
      next = more === undefined ? undefined : Number(more);
    }
    expect(`${seen.join("\n")}\n` === LINES.join("")).toBe(true);
  });

  it("names the next page of a long line by its offset, without dividing characters", async () => {
    const line = "añ😀".repeat(5000);
    const kept = keep(open(), [line]);
    expect(await readPage(kept, {}, 4096)).toBe("[line 1 is too long for a reply: read it with offset 0]");
    let all = "";
    for (let next: number | undefined = 0; next !== undefined;) {
      const text: string = await readPage(kept, { offset: next }, 4096);
      const [body = "", status = ""] = text.split("\n\n[");
      all += body;
      const more = /next: offset (\d+)/.exec(status)?.[1];
      next = more === undefined ? undefined : Number(more);
    }
    expect(all === line).toBe(true);
  });

  it("shows the surroundings and the offset of a match in a long line", async () => {
    const text = await page([`${"x".repeat(500_000)}needle${"y".repeat(500_000)}\nend`], { match: "needle" });
    expect(text).toMatch(/^1: \[offset 500000\] …x+needley+…\n\n\[1 match of "needle" in 2 lines\]$/);
    expect(text.length).toBeLessThan(700);
  });

  it.each([
    ["", 5000],
    [" that is longer than a read", 500_000],
  ])("shows the match in a long line%s after another match", async (_, length) => {
    const text = await page([`needle\n${"x".repeat(length)}needle${"y".repeat(length)}\nend`], { match: "needle" });
    expect(text).toMatch(/^1: needle\n2: \[offset \d+\] …x{200}needley{200}…\n\n\[2 matches of "needle" in 3 lines\]$/);
  });

  it("shows the start of a long line without a match after a match", async () => {
    const text = await page([`needle\n${"x".repeat(5000)}\nend`], { match: "needle" });
    expect(text).toMatch(/^1: needle\n2- x{2000}…\n3- end\n\n\[1 match of "needle" in 3 lines\]$/);
  });

  it("shows a match of two lines in a long line", async () => {
    const text = await page([`before\n${"x".repeat(5000)}needle\nthread${"y".repeat(5000)}\nend`], { match: "needle\nthread" });
    expect(text).toMatch(/^2: \[offset 5007\] …x{200}needle\nthready{200}…\n\n\[1 match of "needle\\nthread" in 4 lines\]$/);
  });

  it.each([
    ["absent", "\u0001"],
    ["in a long line", '"'],
    ["in a short line", "m"],
  ])("stays within the smallest budget with the longest match: %s", async (place, character) => {
    const match = character.repeat(1000);
    const padding = place === "in a long line" ? "x".repeat(3000) : "";
    const text = await page([`${padding}${place === "absent" ? "" : match}${padding}\n`], { match }, 2048);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(2048);
    expect(text).toContain(place === "absent" ? "[0 matches of" : "[1 match of");
    expect(text.includes(character)).toBe(place !== "absent");
  });

  it("finds a match that two reads share", async () => {
    const text = await page(["a".repeat(256 * 1024 - 3), "needle\n", "b".repeat(10)], { match: "needle", lines: 0 });
    expect(text).toContain("[1 match");
  });

  it("shows no more context than fits", async () => {
    const text = await page(LINES, { match: "line 15000 ", lines: 1e9 }, 4096);
    expect(text).toContain("15000: [offset");
    expect(text.length).toBeLessThan(1000);
  });

  it("counts matches of one line once", async () => {
    expect(await page(["ab ab ab\nab\n"], { match: "ab", lines: 0 })).toBe('1: ab ab ab\n2: ab\n\n[4 matches of "ab" in 2 lines]');
  });
});
