/** Tests file system access in real directories. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyPlan } from "../../generator/host/output-folder.ts";
import { readExistingTree } from "../../generator/host/output-tree.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { formatManifest, MANIFEST_NAME } from "../../generator/write/manifest.ts";
import { planWrites } from "../../generator/write/plan-writes.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "climax-host-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

function write(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe("reading inputs", () => {
  const read = (paths: readonly string[]): { readonly paths: readonly string[]; readonly codes: readonly string[] } => {
    const { files, diagnostics } = readInputs(paths.map((path) => join(folder, path)));
    const short = (path: string): string => path.slice(folder.length + 1);
    return { paths: files.map(({ path }) => short(path)), codes: diagnostics.map(({ path, code }) => `${short(path)} ${code}`) };
  };

  it.each<[title: string, files: Files, named: readonly string[], paths: readonly string[], codes: readonly string[]]>([
    ["reads files that are named, with any name", { "b.txt": "", "a.yaml": "" }, ["b.txt", "a.yaml"], ["b.txt", "a.yaml"], []],
    [
      "searches folders, sorted by code unit",
      { "c/b.yaml": "", "c/a.yml": "", "c/B.yaml": "", "c/sub/x.yaml": "", "c/notes.txt": "", "c/x.yaml.bak": "" },
      ["c"],
      ["c/B.yaml", "c/a.yml", "c/b.yaml", "c/sub/x.yaml"],
      [],
    ],
    [
      "skips hidden folders and installed packages",
      { "c/.git/a.yaml": "", "c/node_modules/p/a.yaml": "", "c/a.yaml": "" },
      ["c/"],
      ["c/a.yaml"],
      [],
    ],
    [
      "reads a file once if it is named twice",
      { "c/a.yaml": "", "c/b.yaml": "" },
      ["c/b.yaml", "c", "c/a.yaml"],
      ["c/b.yaml", "c/a.yaml"],
      ["c/a.yaml duplicate-input"],
    ],
    ["reports a missing file", { "git.yaml": "" }, ["gti.yaml"], [], ["gti.yaml file-not-found"]],
    ["reports a directory without configs", { "c/notes.txt": "" }, ["c"], [], ["c no-input-files"]],
    ["reports a path through a file", { "a.yaml": "" }, ["a.yaml/b.yaml"], [], ["a.yaml/b.yaml unreadable-file"]],
    ["reports a file that is too large", { "a.yaml": "#".repeat(6_000_000) }, ["a.yaml"], [], ["a.yaml file-too-large"]],
  ])("%s", (_, files, named, paths, codes) => {
    write(files);
    expect(read(named)).toEqual({ paths, codes });
  });

  it.skipIf(!existsSync("/dev/zero"))("stops reading a device or a pipe that is too large, or has no end", () => {
    expect(readInputs(["/dev/zero"]).diagnostics.map(({ code }) => code)).toEqual(["file-too-large"]);
    expect(readInputs([], ["/dev/zero"]).diagnostics.map(({ code }) => code)).toEqual(["file-too-large"]);
  });

  it("suggests a similar name", () => {
    write({ "git.yaml": "", "other.txt": "" });
    expect(readInputs([join(folder, "gti.yaml")]).diagnostics[0]?.help).toBe('did you mean "git.yaml"?');
  });

  it("distinguishes files found in directories from named files", () => {
    write({ "c/a.yaml": "", "b.yaml": "" });
    const { files } = readInputs([join(folder, "b.yaml"), join(folder, "c")]);
    expect(files.map(({ isFromFolder }) => isFromFolder ?? false)).toEqual([false, true]);
  });

  it("reads the policy separately from the inputs, under any name", () => {
    write({ "c/a.yaml": "config", "c/p.yaml": "policy" });
    symlinkSync(join(folder, "c"), join(folder, "link"));
    const { files, policies, diagnostics } = readInputs([join(folder, "c")], [join(folder, "link/p.yaml")]);
    expect(files.map(({ bytes }) => String(bytes))).toEqual(["config"]);
    expect([policies.map(({ bytes }) => String(bytes)), diagnostics]).toEqual([["policy"], []]);
  });

  it.each([
    ["does not exist", "q.yaml", "file-not-found"],
    ["is a folder", "c", "unreadable-file"],
  ])("reports that the policy %s", (_, path, code) => {
    write({ "c/a.yaml": "" });
    const { files, policies, diagnostics } = readInputs([join(folder, "c")], [join(folder, path)]);
    expect([files.length, policies, diagnostics.map((diagnostic) => diagnostic.code)]).toEqual([1, [], [code]]);
  });

  it("follows links to files, but not to directories, which can form cycles", () => {
    write({ "elsewhere/a.yaml": "a", "c/b.yaml": "b" });
    symlinkSync(join(folder, "elsewhere/a.yaml"), join(folder, "c/linked.yaml"));
    symlinkSync(join(folder, "c"), join(folder, "c/circle"));
    symlinkSync(join(folder, "nowhere"), join(folder, "c/dangling.yaml"));
    expect(read(["c"]).paths).toEqual(["c/b.yaml", "c/linked.yaml"]);
  });
});

describe("writing a tree", () => {
  const generated = (files: Files): ReadonlyMap<string, string> => {
    const map = new Map(Object.entries(files));
    return new Map([...map, [MANIFEST_NAME, formatManifest(map)]]);
  };
  const out = (): string => join(folder, "out");
  const run = (files: Files, force = false): { readonly actions: readonly string[]; readonly failure: string | undefined } => {
    const tree = generated(files);
    const plan = planWrites(readExistingTree(out(), tree), tree, { force });
    const conflicts = plan.files.filter(({ action }) => action === "conflict").map(({ path }) => `conflict ${path}`);
    if (conflicts.length > 0) return { actions: conflicts, failure: undefined };
    const failure = applyPlan(out(), plan);
    return { actions: plan.files.map(({ action, path }) => `${action} ${path}`), failure: failure && `${failure.code} ${failure.path}` };
  };
  const tree = (): Files =>
    Object.fromEntries(
      readdirSync(out(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .toSorted()
        .map((path) => [path.slice(out().length + 1), readFileSync(path, "utf8")]),
    );

  it("writes everything, then nothing, then only changes", () => {
    expect(run({ "a.txt": "a", "src/deep/b.txt": "b" })).toEqual({
      actions: [`create ${MANIFEST_NAME}`, "create a.txt", "create src/deep/b.txt"],
      failure: undefined,
    });
    expect(tree()).toEqual(Object.fromEntries(generated({ "a.txt": "a", "src/deep/b.txt": "b" })));
    expect(run({ "a.txt": "a", "src/deep/b.txt": "b" }).actions.filter((action) => !action.startsWith("unchanged"))).toEqual([]);
    expect(run({ "a.txt": "new" }).actions).toEqual([`update ${MANIFEST_NAME}`, "update a.txt", "remove src/deep/b.txt"]);
    expect(tree()).toEqual(Object.fromEntries(generated({ "a.txt": "new" })));
    expect(existsSync(join(out(), "src")), "the empty directories are removed").toBe(false);
  });

  it("keeps directories that contain other files", () => {
    run({ "a.txt": "a", "src/b.txt": "b" });
    write({ "out/src/mine.txt": "mine" });
    run({ "a.txt": "a" });
    expect(tree()).toMatchObject({ "src/mine.txt": "mine" });
  });

  it("writes nothing into a directory with other files at any depth", () => {
    write({ "out/docs/mine.txt": "mine" });
    expect(run({ "a.txt": "a" }).actions).toEqual(["conflict "]);
    expect(tree()).toEqual({ "docs/mine.txt": "mine" });
    expect(run({ "a.txt": "a" }, true).failure).toBeUndefined();
    expect(tree()).toMatchObject({ "a.txt": "a", "docs/mine.txt": "mine" });
  });

  it("accepts an empty directory, and one with the files of a killed run", () => {
    write({ "out/src/.climax-gen-1-0.tmp": "half" });
    expect(run({ "a.txt": "a" }).failure).toBeUndefined();
  });

  it("replaces the temporary files of a killed run with the same process id, but never through a link", () => {
    write({ [`out/.climax-gen-${process.pid}-0.tmp`]: "half", "elsewhere.txt": "mine" });
    symlinkSync(join(folder, "elsewhere.txt"), join(out(), `.climax-gen-${process.pid}-1.tmp`));
    expect(run({ "a.txt": "a", "b.txt": "b" }).failure).toBeUndefined();
    expect(tree()).toEqual(Object.fromEntries(generated({ "a.txt": "a", "b.txt": "b" })));
    expect(readFileSync(join(folder, "elsewhere.txt"), "utf8")).toBe("mine");
  });

  it.each(["elsewhere", "out-evil"])("never writes or removes through a link that escapes the directory: %s", (elsewhere) => {
    run({ "a.txt": "a", "src/b.txt": "b" });
    write({ [`${elsewhere}/b.txt`]: "b" });
    rmSync(join(out(), "src"), { recursive: true });
    symlinkSync(join(folder, elsewhere), join(out(), "src"));
    expect(run({ "a.txt": "a", "src/b.txt": "new" }, true).actions).toEqual(["conflict src/b.txt"]);
    expect(run({ "a.txt": "a" }, true).actions).not.toContain("remove src/b.txt");
    expect(readFileSync(join(folder, elsewhere, "b.txt"), "utf8")).toBe("b");
  });

  it("writes through a link inside the directory, and to a directory that is a link", () => {
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), out());
    run({ "a.txt": "a", "real-src/b.txt": "b" });
    symlinkSync("real-src", join(out(), "src"));
    expect(run({ "a.txt": "a", "src/c.txt": "c", "real-src/b.txt": "b" }).failure).toBeUndefined();
    expect(readFileSync(join(folder, "real/real-src/c.txt"), "utf8")).toBe("c");
  });

  it("replaces a link to a file with --force, and keeps the link's target", () => {
    run({ "a.txt": "a" });
    write({ "mine.txt": "mine" });
    rmSync(join(out(), "a.txt"));
    symlinkSync(join(folder, "mine.txt"), join(out(), "a.txt"));
    expect(run({ "a.txt": "a" }).actions).toEqual(["conflict a.txt"]);
    expect(run({ "a.txt": "a" }, true).failure).toBeUndefined();
    expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(out(), "a.txt"), "utf8")).toBe("a");
  });

  it("keeps the old tree, without temporary files, if a file cannot be written", () => {
    run({ "a.txt": "a", "b.txt": "b" });
    const before = tree();
    // The name exceeds the limit of file systems, so its temporary file cannot be created.
    const long = `${"x".repeat(300)}/c.txt`;
    expect(run({ "a.txt": "new", "b.txt": "b", [long]: "c" }).failure).toBe(`output-unwritable ${join(out(), dirname(long))}`);
    expect(tree()).toEqual(before);
    expect(readdirSync(out()).toSorted()).toEqual([MANIFEST_NAME, "a.txt", "b.txt"]);
  });

  it("leaves no files if the first run fails", () => {
    expect(run({ "a.txt": "a", [`${"x".repeat(300)}/c.txt`]: "c" }).failure).toMatch(/^output-unwritable /);
    expect(existsSync(out())).toBe(false);
  });

  it("reports a file at the path of the directory", () => {
    write({ out: "mine" });
    expect(run({ "a.txt": "a" }).failure).toBe(`output-unwritable ${out()}`);
    expect(readFileSync(out(), "utf8")).toBe("mine");
    const { help } = diagnose("output-unwritable", { path: out() }, { reason: "EEXIST" });
    expect(help).toBe("choose another path: this one is a file or a broken link");
  });
});
