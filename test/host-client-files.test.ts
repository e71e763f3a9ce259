import { once } from "node:events";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientFile } from "../generator/host-client-files.ts";
import { readClientFile, readServer, replaceClientFile } from "../generator/host-client-files.ts";
import { temporaryFolder } from "./e2e/project.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder({ "app/mcp.json": "{}\n" });
  path = join(folder, "app/mcp.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The file, which must be readable. */
function open(file: string): ClientFile {
  const read = readClientFile(file);
  if ("code" in read) throw new Error(read.message);
  return read;
}

const names = (): readonly string[] => readdirSync(join(folder, "app")).toSorted();

describe("reading a client's file", () => {
  it("keeps a byte order mark", () => {
    writeFileSync(path, "\uFEFF{}");
    expect(open(path).text).toBe("\uFEFF{}");
  });

  it("finds an empty text where there is no file", () => {
    expect(readClientFile(join(folder, "no/mcp.json"))).toEqual({ path: join(folder, "no/mcp.json"), text: "" });
  });

  it.each<[string, () => void, string]>([
    ["a file that is not UTF-8", () => writeFileSync(path, Buffer.from("{}\xff", "latin1")), "not-utf8"],
    ["a folder", () => [rmSync(path), mkdirSync(path)], "unreadable-file"],
    ["a link that leads nowhere", () => [rmSync(path), symlinkSync("gone.json", path)], "unreadable-file"],
  ])("refuses %s", (_, make, code) => {
    make();
    expect(readClientFile(path)).toMatchObject({ code });
  });
});

/** Every right that a file of the folder has at any time, in one number. */
const WATCH_MODES = `
  const { readdirSync, statSync } = require("node:fs");
  const { parentPort, workerData: { modes, folder } } = require("node:worker_threads");
  parentPort.postMessage("started");
  for (;;) for (const name of readdirSync(folder)) {
    const stats = statSync(folder + "/" + name, { throwIfNoEntry: false });
    if (stats) Atomics.or(modes, 0, stats.mode & 0o777);
  }
`;

describe("replacing a client's file", () => {
  it("keeps the old one beside it, under a name that is free", () => {
    const backups = [1, 2, 3].map((number) => replaceClientFile(open(path), `${number}`));
    expect(backups).toEqual([
      { backup: `${path}.climax-gen.bak` },
      { backup: `${path}.climax-gen.bak.2` },
      { backup: `${path}.climax-gen.bak.3` },
    ]);
    expect(names().map((name) => readFileSync(join(folder, "app", name), "utf8"))).toEqual(["3", "{}\n", "1", "2"]);
  });

  it("keeps its mode, for the backup too", () => {
    chmodSync(path, 0o640);
    replaceClientFile(open(path), "new");
    expect(names().map((name) => statSync(join(folder, "app", name)).mode & 0o777)).toEqual([0o640, 0o640]);
  });

  it("never lets others read what they could not read before", async () => {
    // Large, so that it is seen while it is written.
    writeFileSync(path, "{}".padEnd(32 * 1024 * 1024), { mode: 0o600 });
    chmodSync(path, 0o600);
    const modes = new Int32Array(new SharedArrayBuffer(8));
    const watcher = new Worker(WATCH_MODES, { eval: true, workerData: { modes, folder: join(folder, "app") } });
    await once(watcher, "message");
    for (let time = 0; time < 3; time++) replaceClientFile(open(path), `${"[]".padEnd(32 * 1024 * 1024)}${time}`);
    await watcher.terminate();
    expect((modes[0] ?? 0).toString(8)).toBe("600");
  });

  it("makes a new one with its folders, and no backup", () => {
    const fresh = join(folder, "a/b/mcp.json");
    expect(replaceClientFile(open(fresh), "new")).toEqual({});
    expect(readdirSync(join(folder, "a/b"))).toEqual(["mcp.json"]);
    expect(readFileSync(fresh, "utf8")).toBe("new");
  });

  it("follows a link instead of replacing it", () => {
    mkdirSync(join(folder, "dotfiles"));
    const real = join(folder, "dotfiles/mcp.json");
    writeFileSync(real, "{}\n");
    rmSync(path);
    symlinkSync("../dotfiles/mcp.json", path);
    replaceClientFile(open(path), "new");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe("new");
    expect(readdirSync(join(folder, "dotfiles"))).toEqual(["mcp.json"]);
    expect(readFileSync(`${path}.climax-gen.bak`, "utf8")).toBe("{}\n");
  });

  it.each<[string, () => void]>([
    ["was changed", () => writeFileSync(path, '{ "a": 1 }')],
    ["was removed", () => rmSync(path)],
  ])("does nothing where the file %s since it was read", (_, change) => {
    const file = open(path);
    change();
    const before = names();
    expect(replaceClientFile(file, "new")).toMatchObject({ code: "client-file-changed" });
    expect(names()).toEqual(before);
  });

  it("does nothing where a file has come into being since", () => {
    const file = open(join(folder, "app/other.json"));
    writeFileSync(join(folder, "app/other.json"), "theirs");
    expect(replaceClientFile(file, "new")).toMatchObject({ code: "client-file-changed" });
    expect(readFileSync(join(folder, "app/other.json"), "utf8")).toBe("theirs");
    expect(names()).toEqual(["mcp.json", "other.json"]);
  });

  it("says where it cannot write", () => {
    expect(replaceClientFile({ path: join(path, "below/mcp.json"), text: "" }, "new")).toMatchObject({ code: "output-unwritable" });
  });
});

describe("reading a generated server", () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["that has no dist/", { "out/package.json": "{}" }, "no-server"],
    ["without an index", { "out/dist/server.mjs": "" }, "unreadable-server"],
    ["of another format", { "out/dist/server.mjs": "", "out/dist/index/header.json": '{"format":0}' }, "unreadable-server"],
  ])("refuses one %s", (_, files, code) => {
    const made = temporaryFolder(files);
    expect(readServer(join(made, "out"))).toMatchObject({ code });
    rmSync(made, { recursive: true });
  });
});
