import { expect, it } from "vitest";
import { findVersion } from "../../generator/import/crawl/program-version.ts";

it("finds the version number of a text", () => {
  const cases = [
    ["git version 2.39.5", "2.39.5"],
    ["go version go1.26.8 linux/amd64", "1.26.8"],
    ["OpenSSH_9.2p1 Debian-2", "9.2"],
    ["pip 23.2.1 from /usr/lib/python3.11 (python 3.11)", "23.2.1"],
    ["listening on 10.0.0.1#53", undefined],
    ["UDP setup with 10.0.0.1#53(10.0.0.1) for version", undefined],
    ["browser 120.0.6099.109", "120.0.6099.109"],
    ["tool v1.2.3.4", "1.2.3.4"],
    ["no number", undefined],
  ] as const;
  expect(cases.map(([text]) => [text, findVersion(text)])).toEqual(cases);
});
