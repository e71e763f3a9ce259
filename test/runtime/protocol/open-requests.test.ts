import { describe, expect, it } from "vitest";
import { createOpenRequests } from "../../../runtime/protocol/open-requests.ts";

const ping = (id: string | number): object => ({ jsonrpc: "2.0", id, method: "ping" });

describe("open requests", () => {
  it("rejects an id that is in use, and accepts it after the response", () => {
    const requests = createOpenRequests();
    expect([requests.open(ping(1)), requests.open(ping(1)), requests.open(ping("1"))]).toEqual([true, false, true]);
    requests.settle(1);
    expect(requests.open(ping(1))).toBe(true);
  });

  it("rejects a batch with one id twice or in use, and adds none of its requests", () => {
    const requests = createOpenRequests();
    requests.open(ping(1));
    expect([requests.open([ping(2), ping(2)]), requests.open([ping(2), ping(1)])]).toEqual([false, false]);
    expect(requests.open([ping(2), ping(3)])).toBe(true);
    expect([1, 2, 3].map((id) => requests.isBatched(id))).toEqual([false, true, true]);
  });

  it("closes the requests of a body, but not those of another body with the same id", () => {
    const requests = createOpenRequests();
    const [body, rejected] = [ping(1), ping(1)];
    requests.open(body);
    expect([requests.open(rejected), requests.close(rejected)]).toEqual([false, []]);
    expect([requests.close(body), requests.open(rejected)]).toEqual([[1], true]);
  });

  it.each([[undefined], [null], ["text"], [[]], [{ jsonrpc: "2.0", method: "notifications/initialized" }], [{ id: 1, result: {} }]])(
    "accepts a body without requests any number of times: %j",
    (body) => {
      const requests = createOpenRequests();
      expect([requests.open(body), requests.open(body), requests.close(body)]).toEqual([true, true, []]);
    },
  );
});
