import { expect, it } from "vitest";
import { formatExplanation } from "../../generator/explain/format-explanation.ts";
import { explain } from "../../generator/explain/explain.ts";
import { findDefinitions } from "../../generator/check/files/definitions.ts";
import { describeMachines } from "../../generator/describe/describe-machines.ts";
import { formatToolTable } from "../../generator/list/tool-table.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { renderOverview } from "../../generator/page/overview.ts";
import { listTools, toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { checked } from "../resolve/checked.ts";

const CONFIG = `name: journal
description: Logs of this machine
command: journalctl
os: [linux, macos]
when_missing: hide
tools: [{ name: journal_show, description: Show entries, risk: read }]
`;

it("describes the systems of tools, and the effect of a missing program", () => {
  expect(describeMachines({})).toEqual([]);
  expect(describeMachines({ when_missing: "warn" })).toEqual([]);
  expect(describeMachines({ os: ["linux"], when_missing: "fail" })).toEqual([
    "only on Linux",
    "the server does not start if the program is missing",
  ]);
});

it("the list, the explanation and the page show both", async () => {
  const file = checked(CONFIG);
  const model = resolveModel([file], { classic: false });
  const said = "only on Linux or macOS · left out if the program is missing";
  expect(formatToolTable(model, 200).split("\n")[0]).toBe(`journal · Logs of this machine · ${said}`);
  const definition = findDefinitions([file]).get("journal_show");
  const [tool] = listTools(model.clis);
  if (definition === undefined || tool === undefined) throw new Error("no tool");
  const text = formatExplanation(await explain({ tool, given: {}, definition, policies: [], env: {} }));
  expect(text).toContain(
    'machines\n  os            ["linux","macos"]  configs/test.yaml:4:1\n  when_missing  "hide"             configs/test.yaml:5:1\n',
  );
  const { markup: overview } = renderOverview(buildPage({ ...model, clis: toCliTools(model.clis) }).data, []);
  for (const phrase of said.split(" · ")) expect(overview).toContain(phrase);
});
