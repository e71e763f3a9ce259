/** Tests the planned action for each file of an output directory, without a file system. */
import { describe, expect, it } from "vitest";
import { formatManifest, hashContent, MANIFEST_NAME } from "../../generator/write/manifest.ts";
import type { ExistingEntry, ExistingTree } from "../../generator/write/plan-writes.ts";
import { planWrites } from "../../generator/write/plan-writes.ts";
import { reportConflicts, reportDrift } from "../../generator/write/report-plan.ts";

type Files = Readonly<Record<string, string>>;
const withManifest = (files: Files, prefix = ""): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(files).map(([path, text]) => [prefix + path, text] as const),
    [prefix + MANIFEST_NAME, formatManifest(new Map(Object.entries(files)))],
  ]);

/** A directory with the files of the previous run and later changes. */
function found(written: Files | undefined, since: Readonly<Record<string, string | ExistingEntry | undefined>> = {}): ExistingTree {
  const texts = new Map<string, string | ExistingEntry | undefined>([
    ...(written === undefined ? [] : withManifest(written)),
    ...Object.entries(since),
  ]);
  const present = [...texts].filter((entry): entry is [string, string | ExistingEntry] => entry[1] !== undefined);
  const manifests = present.filter((entry): entry is [string, string] => entry[0].endsWith(MANIFEST_NAME));
  const entries = present.map(
    ([path, text]) => [path, typeof text === "string" ? { kind: "file" as const, hash: hashContent(text) } : text] as const,
  );
  return { fileCount: present.length, manifests: new Map(manifests), entries: new Map(entries) };
}

const old = { "a.ts": "old a", "b.ts": "old b" };
const conflictOf = (kind: string): string => `conflict ${kind}`;

describe("a plan", () => {
  it.each<
    [title: string, existing: ExistingTree, files: ReadonlyMap<string, string>, force: boolean, want: Readonly<Record<string, string>>]
  >([
    [
      "creates everything in a missing folder",
      found(undefined),
      withManifest({ "a.ts": "a" }),
      false,
      { [MANIFEST_NAME]: "create", "a.ts": "create" },
    ],
    [
      "does nothing if nothing changed",
      found(old),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "unchanged", "b.ts": "unchanged" },
    ],
    [
      "updates changed files, creates new ones, removes obsolete ones",
      found(old),
      withManifest({ "a.ts": "new a", "c.ts": "c" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "update", "b.ts": "remove", "c.ts": "create" },
    ],
    [
      "recreates deleted files",
      found(old, { "a.ts": undefined }),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "create", "b.ts": "unchanged" },
    ],
    [
      "ignores unknown files",
      found(old, { "mine.txt": "mine" }),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "unchanged", "b.ts": "unchanged" },
    ],
    [
      "reports a manually edited file",
      found(old, { "a.ts": "mine" }),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": conflictOf("hand-edited"), "b.ts": "unchanged" },
    ],
    [
      "overwrites a manually edited file if forced",
      found(old, { "a.ts": "mine" }),
      withManifest(old),
      true,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "update", "b.ts": "unchanged" },
    ],
    [
      "ignores an edit that results in the new content",
      found(old, { "a.ts": "new a" }),
      withManifest({ ...old, "a.ts": "new a" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": "unchanged" },
    ],
    [
      "reports an edited file that would be removed",
      found(old, { "b.ts": "mine" }),
      withManifest({ "a.ts": "old a" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": conflictOf("hand-edited") },
    ],
    [
      "removes nothing if the file is already missing",
      found(old, { "b.ts": undefined }),
      withManifest({ "a.ts": "old a" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged" },
    ],
    [
      "reports an existing file that no manifest lists",
      found(old, { "c.ts": "mine" }),
      withManifest({ ...old, "c.ts": "c" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": "unchanged", "c.ts": conflictOf("in-the-way") },
    ],
    [
      "overwrites a file that no manifest lists if forced",
      found(old, { "c.ts": "mine" }),
      withManifest({ ...old, "c.ts": "c" }),
      true,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": "unchanged", "c.ts": "update" },
    ],
    [
      "never replaces a folder",
      found(old, { "a.ts": { kind: "folder" } }),
      withManifest(old),
      true,
      { [MANIFEST_NAME]: "unchanged", "a.ts": conflictOf("in-the-way"), "b.ts": "unchanged" },
    ],
    [
      "never writes through a link out of the folder",
      found(old, { "a.ts": { kind: "outside" } }),
      withManifest(old),
      true,
      { [MANIFEST_NAME]: "unchanged", "a.ts": conflictOf("outside"), "b.ts": "unchanged" },
    ],
    [
      "never removes through a link out of the folder",
      found(old, { "b.ts": { kind: "outside" } }),
      withManifest({ "a.ts": "old a" }),
      true,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged" },
    ],
    [
      "reports a link instead of a file",
      found(old, { "a.ts": { kind: "link" } }),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": conflictOf("in-the-way"), "b.ts": "unchanged" },
    ],
    [
      "replaces a link if forced",
      found(old, { "a.ts": { kind: "link" } }),
      withManifest(old),
      true,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "update", "b.ts": "unchanged" },
    ],
    [
      "reports a link instead of an obsolete file",
      found(old, { "b.ts": { kind: "link" } }),
      withManifest({ "a.ts": "old a" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": conflictOf("hand-edited") },
    ],
    [
      "removes a link instead of an obsolete file if forced",
      found(old, { "b.ts": { kind: "link" } }),
      withManifest({ "a.ts": "old a" }),
      true,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", "b.ts": "remove" },
    ],
    [
      "reports an obsolete file in a directory that cannot be read",
      found(old, { "b.ts": { kind: "unreadable", path: "src", reason: "EACCES" } }),
      withManifest({ "a.ts": "old a" }),
      false,
      { [MANIFEST_NAME]: "update", "a.ts": "unchanged", src: conflictOf("unreadable") },
    ],
    [
      "reports a directory that cannot be read once, also when forced",
      found(old, {
        "a.ts": { kind: "unreadable", path: "src", reason: "EACCES" },
        "b.ts": { kind: "unreadable", path: "src", reason: "EACCES" },
        "c.ts": { kind: "unreadable", path: "src", reason: "EACCES" },
      }),
      withManifest({ "a.ts": "a", "c.ts": "c" }),
      true,
      { [MANIFEST_NAME]: "update", src: conflictOf("unreadable") },
    ],
    [
      "rejects a directory of another program",
      found(undefined, { "mine.txt": "mine" }),
      withManifest({ "a.ts": "a" }),
      false,
      { "": conflictOf("not-generated"), [MANIFEST_NAME]: "create", "a.ts": "create" },
    ],
    [
      "accepts a directory of another program if forced",
      found(undefined, { "mine.txt": "mine" }),
      withManifest({ "a.ts": "a" }),
      true,
      { [MANIFEST_NAME]: "create", "a.ts": "create" },
    ],
    [
      "rejects a manifest that it cannot read",
      found(undefined, { [MANIFEST_NAME]: "<<<<<<<", "a.ts": "old" }),
      withManifest({ "a.ts": "old" }),
      false,
      { [MANIFEST_NAME]: conflictOf("broken-manifest"), "a.ts": "unchanged" },
    ],
    [
      "does not read the manifest of dist/ if it does not write dist/",
      found(old, { [`dist/${MANIFEST_NAME}`]: "<<<<<<<" }),
      withManifest(old),
      false,
      { [MANIFEST_NAME]: "unchanged", "a.ts": "unchanged", "b.ts": "unchanged" },
    ],
  ])("%s", (_, existing, files, force, want) => {
    const plan = planWrites(existing, files, { force });
    const seen = plan.files.map((file) => [file.path, file.action === "conflict" ? conflictOf(file.conflict.kind) : file.action]);
    expect(Object.fromEntries(seen)).toEqual(want);
    expect(seen.map(([path]) => path)).toEqual(Object.keys(want).toSorted());
  });

  it("keeps dist/ in a run that does not write it", () => {
    const dist = withManifest({ "server.mjs": "old" }, "dist/");
    const plan = planWrites(found(old, Object.fromEntries(dist)), withManifest(old), { force: false });
    expect(plan.files.filter(({ path }) => path.startsWith("dist/"))).toEqual([]);
  });

  it("removes old files of dist/ in a run that writes it", () => {
    const dist = withManifest({ "server.mjs": "old", "gone.cjs": "old" }, "dist/");
    const next = new Map([...withManifest(old), ...withManifest({ "server.mjs": "new" }, "dist/")]);
    const plan = planWrites(found(old, Object.fromEntries(dist)), next, { force: false });
    expect(plan.files.filter(({ action }) => action !== "unchanged").map(({ path, action }) => [path, action])).toEqual([
      ["dist/.climax-gen.json", "update"],
      ["dist/gone.cjs", "remove"],
      ["dist/server.mjs", "update"],
    ]);
    expect([...plan.journals.keys()]).toEqual(["dist/.climax-gen.json"]);
  });

  it("has no journal if nothing is written", () => {
    expect(planWrites(found(old), withManifest(old), { force: false }).journals.size).toBe(0);
  });

  it("has no journal if only the manifest changes, such as after a run that was interrupted at its end", () => {
    const next = withManifest({ ...old, "a.ts": "new a" });
    const journal = planWrites(found(old), next, { force: false }).journals.get(MANIFEST_NAME) ?? "";
    const plan = planWrites(found(old, { [MANIFEST_NAME]: journal, "a.ts": "new a" }), next, { force: false });
    expect(plan.files.filter(({ action }) => action !== "unchanged").map(({ path }) => path)).toEqual([MANIFEST_NAME]);
    expect(plan.journals.size).toBe(0);
  });

  it("lists no manifest in a journal", () => {
    const plan = planWrites(found(old), withManifest({ "a.ts": "new a" }), { force: false });
    expect(Object.keys((JSON.parse(plan.journals.get(MANIFEST_NAME) ?? "") as { files: object }).files)).toEqual(["a.ts", "b.ts"]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["before the first file", {}],
    ["in the middle", { "a.ts": "new a" }],
    ["before the manifest", { "a.ts": "new a", "c.ts": "c" }],
  ])("continues a run that was interrupted %s, even with other inputs", (_, done) => {
    const next = withManifest({ "a.ts": "new a", "b.ts": "old b", "c.ts": "c" });
    const journal = planWrites(found(old), next, { force: false }).journals.get(MANIFEST_NAME) ?? "";
    const interrupted = found(old, { [MANIFEST_NAME]: journal, ...done });
    const plan = planWrites(interrupted, withManifest({ "a.ts": "newer a" }), { force: false });
    expect(reportConflicts(plan, "out")).toEqual([]);
    expect(plan.files.filter(({ action }) => action === "remove").map(({ path }) => path)).toEqual(
      ["c.ts" in done ? ["b.ts", "c.ts"] : ["b.ts"]].flat(),
    );
  });
});

describe("--check", () => {
  const codes = (existing: ExistingTree, files: Files): readonly string[] =>
    reportDrift(planWrites(existing, withManifest(files), { force: false }), "out/", "climax-gen configs -o out").map(
      ({ path, code }) => `${path} ${code}`,
    );

  it.each<[string, ExistingTree, Files, readonly string[]]>([
    ["reports nothing if everything is up to date", found(old), old, []],
    ["reports a changed file", found(old), { ...old, "a.ts": "new" }, ["out/a.ts output-changed"]],
    ["reports a missing file", found(old, { "a.ts": undefined }), old, ["out/a.ts output-missing"]],
    ["reports an obsolete file", found(old), { "a.ts": "old a" }, ["out/b.ts output-stale"]],
    ["reports a manually edited file", found(old, { "a.ts": "mine" }), old, ["out/a.ts output-hand-edited"]],
    ["reports a directory without a manifest", found(undefined, old), old, ["out output-not-generated"]],
    [
      "reports only the missing manifest for a directory with other files",
      found(undefined, { "a.ts": "mine", "mine.ts": "mine" }),
      old,
      ["out output-not-generated"],
    ],
    [
      "reports a changed manifest if no file changed",
      found(old, { [MANIFEST_NAME]: formatManifest(new Map()) }),
      { "a.ts": "old a" },
      ["out/.climax-gen.json output-changed"],
    ],
    ["reports every file as missing in an empty directory", found(undefined), old, ["out/a.ts output-missing", "out/b.ts output-missing"]],
  ])("%s", (_, existing, files, want) => {
    expect(codes(existing, files)).toEqual(want);
  });

  it("explains how to replace a link that escapes the directory", () => {
    const [first] = reportConflicts(planWrites(found(old, { "a.ts": { kind: "outside" } }), withManifest(old), { force: false }), "out");
    expect(first?.help).toBe("replace the link with a directory");
  });

  it("prints the command that updates the output", () => {
    const [first] = reportDrift(planWrites(found(undefined), withManifest(old), { force: false }), "out", "climax-gen configs -o out");
    expect(first?.help).toBe("run `climax-gen configs -o out`");
  });
});
