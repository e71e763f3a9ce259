/** Tests that files written into a copy of a project change nothing outside of it. */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeInto } from "../../generator/host/example-folder.ts";

const root = fs.mkdtempSync(join(tmpdir(), "climax-example-folder-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

it("replaces links, and does not write to what they lead to", () => {
  const [copy, outside] = [join(root, "copy"), join(root, "outside")];
  fs.mkdirSync(join(copy, "bin"), { recursive: true });
  fs.mkdirSync(outside);
  fs.writeFileSync(join(outside, "python"), "interpreter");
  fs.symlinkSync(join(outside, "python"), join(copy, "bin/python"));
  fs.symlinkSync(outside, join(copy, "linked"));
  fs.linkSync(join(outside, "python"), join(copy, "hard"));
  fs.symlinkSync(join(outside, "missing"), join(copy, "dangling"));
  for (const path of ["bin/python", "linked/python", "hard", "dangling", "new/file"]) writeInto(copy, path, "trap", true);
  expect(fs.readdirSync(outside)).toEqual(["python"]);
  expect(fs.readFileSync(join(outside, "python"), "utf8")).toBe("interpreter");
  const texts = ["bin/python", "linked/python", "hard", "dangling", "new/file"].map((path) => fs.readFileSync(join(copy, path), "utf8"));
  expect(texts).toEqual(["trap", "trap", "trap", "trap", "trap"]);
});
