/** The rewritten predicates of the MCP SDK, against those of the SDK as it comes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePredicatesQuick } from "../../scripts/quick-predicates.mjs";

const NAMES = ["isJSONRPCRequest", "isJSONRPCNotification", "isJSONRPCResultResponse", "isJSONRPCErrorResponse"] as const;

type Predicates = Readonly<Record<(typeof NAMES)[number], (value: unknown) => boolean>>;

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "quick-predicates-"));
afterAll(() => rmSync(folder, { recursive: true }));

let bundled: string;
let plain: Predicates;
let quick: Predicates;
beforeAll(async () => {
  const outfile = join(folder, "plain.cjs");
  const contents = `export { ${NAMES.join(", ")} } from "@modelcontextprotocol/server";`;
  const resolveDir = fileURLToPath(new URL("../../runtime", import.meta.url));
  await build({ stdin: { contents, resolveDir }, outfile, bundle: true, platform: "node", format: "cjs" });
  bundled = readFileSync(outfile, "utf8");
  writeFileSync(join(folder, "quick.cjs"), makePredicatesQuick(bundled));
  plain = require(outfile) as Predicates;
  quick = require(join(folder, "quick.cjs")) as Predicates;
});

const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined));
const id = fc.oneof(fc.string(), fc.integer(), anything);
const error = fc.oneof(fc.record({ code: fc.integer(), message: fc.string() }, { requiredKeys: [] }), anything);
const members = {
  jsonrpc: fc.oneof(fc.constant("2.0"), anything),
  id,
  method: fc.oneof(fc.string(), anything),
  params: fc.oneof(fc.dictionary(fc.string(), anything), anything),
  result: fc.oneof(fc.dictionary(fc.string(), anything), anything),
  error,
  other: anything,
};

describe("makePredicatesQuick", () => {
  it.each(NAMES)("leaves what %s says as it is, of any value", (name) => {
    const message = fc.oneof(fc.record(members, { requiredKeys: [] }), fc.record(members, { requiredKeys: ["jsonrpc"] }), anything);
    fc.assert(
      fc.property(message, (value) => {
        expect(quick[name](value)).toBe(plain[name](value));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a request", { jsonrpc: "2.0", id: 0, method: "ping" }, "isJSONRPCRequest"],
    ["a request with parameters", { jsonrpc: "2.0", id: "", method: "ping", params: { _meta: {} } }, "isJSONRPCRequest"],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, "isJSONRPCNotification"],
    ["a result", { jsonrpc: "2.0", id: 1, result: {} }, "isJSONRPCResultResponse"],
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: -32600, message: "" } }, "isJSONRPCErrorResponse"],
    ["an error about no request", { jsonrpc: "2.0", error: { code: -32600, message: "" } }, "isJSONRPCErrorResponse"],
  ] as const)("knows %s", (_title, message, want) => {
    expect(NAMES.filter((name) => quick[name](message))).toEqual([want]);
  });

  it("holds no message of another kind against a schema", () => {
    const request = { jsonrpc: "2.0", method: "ping", id: 1 };
    let looks = 0;
    const counted = new Proxy(request, { ownKeys: (target) => ((looks += 1), Reflect.ownKeys(target)) });
    for (const name of ["isJSONRPCNotification", "isJSONRPCResultResponse", "isJSONRPCErrorResponse"] as const) quick[name](counted);
    expect(looks).toBe(0);
    quick.isJSONRPCRequest(counted);
    expect(looks).toBeGreaterThan(0);
  });

  it("refuses a program in which they have another form", () => {
    expect(() => makePredicatesQuick("var x = 1;")).toThrow("the SDK asks isJSONRPCRequest in another way");
    expect(() => makePredicatesQuick(bundled + bundled)).toThrow("in another way");
  });
});
