/** The closures of a connection, which V8 must not allocate in the old generation. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { allocateClosuresYoung } from "../../../scripts/bundled/young-closures.mjs";

/** A program that has the form of the MCP SDK, and reads the state of its object through the closures. */
const CONNECT = `
class Connection {
  _transport = {};
  state = new Array(100).fill("state");
  connect() {
    this._transport.onclose = () => this.state;
    this._transport.onerror = () => this.state;
    this._transport.onmessage = () => this.state;
    if (this.state.length > 0) {
      this._abortCleanup = () => this.state;
    }
    return this;
  }
}
`;

/** Prints how many bytes of each unused connection remain after collections of the young generation alone. */
const MEASURE = `
const used = () => (gc({ type: "minor" }), gc({ type: "minor" }), process.memoryUsage().heapUsed);
const connect = (count) => {
  for (let index = 0; index < count; index += 1) new Connection().connect();
};
connect(1000);
gc();
const before = used();
connect(1000);
console.log(Math.max(0, (used() - before) / 1000));
`;

function measure(program: string): number {
  return Number(execFileSync(process.execPath, ["--expose-gc", "-e", program + MEASURE], { encoding: "utf8" }));
}

it("lets V8 collect a connection with the young generation", () => {
  expect(measure(allocateClosuresYoung(CONNECT))).toBeLessThan(measure(CONNECT) / 4);
});

it("assigns the same functions", () => {
  const read = `const { _transport, _abortCleanup } = new Connection().connect();
    console.log([...Object.values(_transport), _abortCleanup].map((read) => read().length).join());`;
  expect(execFileSync(process.execPath, ["-e", allocateClosuresYoung(CONNECT) + read], { encoding: "utf8" })).toBe("100,100,100,100\n");
});

it("throws if the SDK assigns in another way", () => {
  expect(() => allocateClosuresYoung(CONNECT.replace("onerror = () =>", "onerror = function () {} ?? (() =>"))).toThrow(
    "the SDK assigns a function to this._transport.onerror in another way",
  );
});
