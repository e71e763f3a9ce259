import { expect, it } from "vitest";
import { chooseVersions } from "../../../scripts/catalog/versions.mjs";

it("chooses the oldest and the newest release that a requirement allows", () => {
  const versions = ["2.9.0", "10.0.1", "3.0.0", "3.10.1", "4.0.0-alpha.1", "3.2.0", "4.0.0"];
  expect([">=3 <4", ">=3.2.0", "<3", ">=3.0.1 <3.2.1", ">=11"].map((wanted) => chooseVersions(versions, wanted))).toEqual([
    ["3.0.0", "3.10.1"],
    ["3.2.0", "10.0.1"],
    ["2.9.0"],
    ["3.2.0"],
    [],
  ]);
});
