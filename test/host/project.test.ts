import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readServer } from "../../generator/host/project.ts";
import { temporaryFolder } from "../e2e/project.ts";

describe("reading a generated server", () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["without dist/", { "out/package.json": "{}" }, "no-server"],
    ["without an index", { "out/dist/server.mjs": "" }, "unreadable-server"],
    ["of another format", { "out/dist/server.mjs": "", "out/dist/index/header.json": '{"format":0}' }, "unreadable-server"],
  ])("rejects a server %s", (_, files, code) => {
    const made = temporaryFolder(files);
    expect(readServer(join(made, "out"))).toMatchObject({ code, message: expect.not.stringContaining("Error:") as string });
    rmSync(made, { recursive: true });
  });
});
