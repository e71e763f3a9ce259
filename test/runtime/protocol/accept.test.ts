import { expect, it } from "vitest";
import { normalizeAccept } from "../../../runtime/protocol/accept.ts";

const BOTH = "application/json, text/event-stream";

it("accepts both media types by name or by a range, unless the most specific range excludes one", () => {
  const cases: readonly (readonly [header: string | undefined, isAccepted: boolean])[] = [
    [undefined, true],
    [BOTH, true],
    ["text/event-stream,application/json", true],
    ["*/*", true],
    ["application/*, text/event-stream", true],
    ["application/*, text/*;q=0.1", true],
    ["Application/JSON; charset=utf-8, TEXT/EVENT-STREAM", true],
    ["text/html, */*;q=0.8", true],
    ["application/json;q=0.0, */*;q=0, application/*, text/event-stream", false],
    ["application/json;q=0, */*", false],
    ["*/*;q=0", false],
    ["*/*;Q=0.000", false],
    ["*/*;q=0, application/json, text/event-stream", true],
    ["application/json", false],
    ["application/*", false],
    ["text/event-stream", false],
    ["text/html", false],
    ["", false],
    ["application/jsonx, text/event-streams", false],
  ];
  expect(cases.map(([header]) => [header, normalizeAccept(header)])).toEqual(
    cases.map(([header, isAccepted]) => [header, isAccepted ? BOTH : undefined]),
  );
});
