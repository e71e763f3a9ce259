import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientFile } from "../../generator/host/client-files.ts";
import { readClientFile, replaceClientFile } from "../../generator/host/client-files.ts";
import { temporaryFolder } from "../e2e/project.ts";

/** Polls the modes of all files in a directory, and posts all modes that it found. */
const WATCHER = `
  const { readdirSync, statSync } = require("node:fs");
  const { parentPort, workerData: { watched, enough } } = require("node:worker_threads");
  const modes = new Set();
  while (Atomics.load(enough, 0) === 0)
    for (const name of readdirSync(watched)) {
      const found = statSync(watched + "/" + name, { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
    }
  parentPort.postMessage([...modes]);
`;

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder({ "app/mcp.json": "{}\n" });
  path = join(folder, "app/mcp.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file, which must be valid. */
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

  it("returns an empty text if there is no file", () => {
    expect(readClientFile(join(folder, "no/mcp.json"))).toEqual({ path: join(folder, "no/mcp.json"), text: "" });
  });

  it.each<[string, () => void, string]>([
    ["a file that is not UTF-8", () => writeFileSync(path, Buffer.from("{}\xff", "latin1")), "not-utf8"],
    ["a folder", () => [rmSync(path), mkdirSync(path)], "unreadable-file"],
    ["a named pipe, without waiting for it", () => [rmSync(path), execFileSync("mkfifo", [path])], "unreadable-file"],
    ["a link without a target", () => [rmSync(path), symlinkSync("gone.json", path)], "unreadable-file"],
  ])("rejects %s", (_, make, code) => {
    make();
    expect(readClientFile(path)).toMatchObject({ code });
  });
});

describe("replacing a client's file", () => {
  it("keeps a backup next to it, under an unused name", () => {
    const backups = [1, 2, 3].map((number) => replaceClientFile(open(path), `${number}`));
    expect(backups).toEqual([
      { backup: `${path}.climax-gen.bak` },
      { backup: `${path}.climax-gen.bak.2` },
      { backup: `${path}.climax-gen.bak.3` },
    ]);
    expect(names().map((name) => readFileSync(join(folder, "app", name), "utf8"))).toEqual(["3", "{}\n", "1", "2"]);
  });

  it("removes the files of killed processes, which can contain tokens", () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const [old, recent] = [`.climax-gen-${pid}-client.tmp`, `.climax-gen-${pid}-other.tmp`];
    for (const name of [old, recent]) writeFileSync(join(folder, "app", name), "token");
    utimesSync(join(folder, "app", old), 0, 0);
    replaceClientFile(open(path), "new");
    // A process with this id may be writing in another container.
    expect(names()).toEqual([recent, "mcp.json", "mcp.json.climax-gen.bak"]);
  });

  it("keeps its mode, for the backup too", () => {
    chmodSync(path, 0o640);
    replaceClientFile(open(path), "new");
    expect(names().map((name) => statSync(join(folder, "app", name)).mode & 0o777)).toEqual([0o640, 0o640]);
  });

  it("never exposes a private file to other users", async () => {
    chmodSync(path, 0o600);
    const enough = new Int32Array(new SharedArrayBuffer(4));
    const watcher = new Worker(WATCHER, { eval: true, workerData: { watched: join(folder, "app"), enough } });
    await once(watcher, "online");
    const text = "x".repeat(30_000_000);
    for (let round = 0; round < 5; round++) replaceClientFile(open(path), text);
    const told = once(watcher, "message");
    Atomics.store(enough, 0, 1);
    const [modes] = (await told) as [readonly number[]];
    expect(modes).toEqual([0o600]);
  });

  it("creates a new file with its directories, without a backup", () => {
    const fresh = join(folder, "a/b/mcp.json");
    expect(replaceClientFile(open(fresh), "new")).toEqual({});
    expect(readdirSync(join(folder, "a/b"))).toEqual(["mcp.json"]);
    expect(readFileSync(fresh, "utf8")).toBe("new");
  });

  it("creates a new file readable only by its owner, because it can contain tokens", () => {
    const fresh = join(folder, "app/fresh.json");
    const old = process.umask(0);
    replaceClientFile(open(fresh), "new");
    process.umask(old);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
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
  ])("does nothing if the file %s since it was read", (_, change) => {
    const file = open(path);
    change();
    const before = names();
    expect(replaceClientFile(file, "new")).toMatchObject({ code: "client-file-changed" });
    expect(names()).toEqual(before);
  });

  it("does nothing if a file has been created since", () => {
    const file = open(join(folder, "app/other.json"));
    writeFileSync(join(folder, "app/other.json"), "theirs");
    expect(replaceClientFile(file, "new")).toMatchObject({ code: "client-file-changed" });
    expect(readFileSync(join(folder, "app/other.json"), "utf8")).toBe("theirs");
    expect(names()).toEqual(["mcp.json", "other.json"]);
  });

  it("reports a path that cannot be written", () => {
    expect(replaceClientFile({ path: join(path, "below/mcp.json"), text: "" }, "new")).toMatchObject({ code: "output-unwritable" });
  });
});
