import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../imports.ts";

describe("the readers of help and man pages", () => {
  it("contain only ASCII outside comments, because the bundled command is read as Latin-1 and patterns keep their characters", () => {
    const files = ["import", "verify"].flatMap((folder) =>
      readdirSync(join(ROOT, "generator", folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => join(ROOT, "generator", folder, name)),
    );
    const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.filter((line) => /[^\t -~]/.test(line) && !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))).toEqual([]);
  });
});
