import { describe, expect, it } from "vitest";
import { formatRecord, parseRecord } from "../../generator/write/run-record.ts";

const record = { key: "k", command: [{ path: "../configs" }, "-o", { path: "" }], files: { "src/main.ts": "1" }, diagnostics: [] };
const { formatVersion } = JSON.parse(formatRecord(record)) as { readonly formatVersion: number };

describe("the record of a run", () => {
  it("reads back unchanged", () => {
    expect(parseRecord(formatRecord(record))).toMatchObject(record);
  });

  it.each<[string, string]>([
    ["no text", ""],
    ["half a record", formatRecord(record).slice(0, 20)],
    ["no object", "null"],
    ["another version", JSON.stringify({ ...record, formatVersion: 0 })],
    ["a record without a key", JSON.stringify({ ...record, formatVersion, key: undefined })],
    ["a record without a command", JSON.stringify({ ...record, formatVersion, command: undefined })],
    ["a record without files", JSON.stringify({ ...record, formatVersion, files: null })],
    ["a record with something else for a diagnostic", JSON.stringify({ ...record, formatVersion, diagnostics: [null] })],
  ])("is none where there is %s, so that the run is gone through", (_title, text) => {
    expect(parseRecord(text)).toBeUndefined();
  });
});
