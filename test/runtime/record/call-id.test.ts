import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCallId, readSystemId } from "../../../runtime/record/call-id.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "climax-call-id-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("returns another UUID for each call", () => {
  const ids = [createCallId(), createCallId()];
  expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
  expect(ids[0]).not.toBe(ids[1]);
});

it("uses no file that is missing, or contains something else", () => {
  const other = join(folder, "uuid");
  writeFileSync(other, "00000000-0000-0000-0000-000000000000\n");
  expect([readSystemId(other), readSystemId(join(folder, "missing"))]).toEqual([undefined, undefined]);
});
