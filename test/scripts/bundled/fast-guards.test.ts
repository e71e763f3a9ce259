/** Compares the guards of the server's bundle with those of the MCP SDK that they replace. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { makeGuardsFast } from "../../../scripts/bundled/fast-guards.mjs";

const NAMES = ["isJSONRPCRequest", "isJSONRPCNotification", "isJSONRPCResultResponse", "isJSONRPCErrorResponse"];

/** A program that has the form of the MCP SDK. `asked` lists the schemas that validated a message. */
const PROGRAM = [
  "var asked = [];",
  "var accept = (name) => ({ safeParse: (value) => (asked.push(name), { success: value.jsonrpc === '2.0' }) });",
  ...NAMES.map((name) => `var ${name.slice(2)}Schema = accept("${name}");`),
  ...NAMES.map((name) => `var ${name} = (value) => ${name.slice(2)}Schema.safeParse(value).success;`),
].join("\n");

const run = (expression: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`${makeGuardsFast(PROGRAM)}\n(${expression})`)));

const kindsOf = `(message) => [${NAMES.join(", ")}].map((guard) => guard(message))`;

describe("makeGuardsFast", () => {
  it.each([
    ["a request", { jsonrpc: "2.0", id: 0, method: "ping" }, [true, false, false, false], ["isJSONRPCRequest"]],
    ["a notification", { jsonrpc: "2.0", method: "ping" }, [false, true, false, false], ["isJSONRPCNotification"]],
    ["a result", { jsonrpc: "2.0", id: 0, result: {} }, [false, false, true, false], ["isJSONRPCResultResponse"]],
    ["an error", { jsonrpc: "2.0", id: 0, error: {} }, [false, false, false, true], ["isJSONRPCErrorResponse"]],
    ["a request that the schema rejects", { jsonrpc: "1.0", id: 0, method: "ping" }, [false, false, false, false], ["isJSONRPCRequest"]],
    ["null", null, [false, false, false, false], []],
    ["a string", "ping", [false, false, false, false], []],
    ["a list", [], [false, false, false, false], []],
  ])("validates only by the schema that can accept %s", (_title, message, kinds, asked) => {
    expect(run(`{ kinds: (${kindsOf})(${JSON.stringify(message)}), asked }`)).toEqual({ kinds, asked });
  });

  it("validates an accepted message once, and an equal message again", () => {
    const twice = `((message) => [isJSONRPCRequest(message), isJSONRPCRequest(message), isJSONRPCRequest({ ...message }), asked.length])`;
    expect(run(`${twice}({ jsonrpc: "2.0", id: 0, method: "ping" })`)).toEqual([true, true, true, 2]);
  });

  it("throws if a guard has another form", () => {
    expect(() => makeGuardsFast(PROGRAM.replace("(value) =>", "value =>").replace("var isJSONRPCRequest", "let isJSONRPCRequest"))).toThrow(
      "the SDK defines isJSONRPCRequest in another way",
    );
  });
});
