import { describe, expect, it } from "vitest";
import { formatManifest, hashContent, parseManifest } from "../../generator/write/manifest.ts";

describe("a manifest", () => {
  it("lists paths and hashes, sorted by code unit, and reads back", () => {
    const text = formatManifest(
      new Map<string, string | Uint8Array>([
        ["b", "2"],
        ["B", "1"],
        ["a/c", new Uint8Array([51])],
      ]),
    );
    expect(text).toBe(`{
  "formatVersion": 1,
  "files": {
    "B": "${hashContent("1")}",
    "a/c": "${hashContent("3")}",
    "b": "${hashContent("2")}"
  }
}
`);
    const parsed = parseManifest(text);
    expect(parsed.kind === "parsed" && [...parsed.entries.keys()]).toEqual(["B", "a/c", "b"]);
  });

  it("without files is JSON too", () => {
    expect(parseManifest(formatManifest(new Map()))).toEqual({ kind: "parsed", entries: new Map() });
  });

  const files = (paths: object): string => JSON.stringify({ formatVersion: 1, files: paths });
  it.each<[string, string, string]>([
    ["invalid JSON", "<<<<<<< HEAD", "not valid JSON"],
    ["an array", "[]", "not a manifest"],
    ["a missing list of files", '{"formatVersion":1}', "not a manifest"],
    ["invalid hashes", files({ a: 1 }), "not a manifest"],
    ["another version", '{"formatVersion":2,"files":{}}', "another format version"],
    ["a path that escapes the directory", files({ "../a": "x" }), "unsafe path"],
    ["a path that escapes the directory later", files({ "a/../../b": "x" }), "unsafe path"],
    ["a path from the root", files({ "/etc/passwd": "x" }), "unsafe path"],
    ["a Windows path", files({ "a\\..\\b": "x" }), "unsafe path"],
    ["a Windows drive", files({ "C:/a": "x" }), "unsafe path"],
    ["an empty path", files({ "": "x" }), "unsafe path"],
    ["a path with a component `.`", files({ "a/./b": "x" }), "unsafe path"],
    ["a NUL character in a path", files({ "a\0b": "x" }), "unsafe path"],
  ])("is not used if it has %s", (_, text, reason) => {
    expect(parseManifest(text)).toEqual({ kind: "invalid", reason });
  });
});
