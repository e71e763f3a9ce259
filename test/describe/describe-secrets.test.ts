/** Tests that reviewers find the sources of secret variables in lists and on pages, those of configs and those of single tools. */
import { expect, it } from "vitest";
import { describeCliSecrets, describeOwnSecrets } from "../../generator/describe/describe-secrets.ts";
import { formatToolTable } from "../../generator/list/tool-table.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { renderOverview } from "../../generator/page/overview.ts";
import { listTools, toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { checked } from "../resolve/checked.ts";

const CONFIG = `name: gh
description: Issues
command: gh
env: { GH_TOKEN: { file: ~/token }, GH_HOST: example.org }
tools:
  - { name: gh_list, description: List issues, risk: read }
  - { name: gh_close, description: Close an issue, risk: write, env: { GH_OTP: { header: x-otp } } }
`;
const model = resolveModel([checked(CONFIG)], { classic: false });

it("describes the secret variables of a CLI, and those that a tool adds", () => {
  expect(describeCliSecrets({})).toEqual([]);
  expect(model.clis.flatMap(({ cli }) => describeCliSecrets(cli))).toEqual(["secret variables: GH_TOKEN from the file ~/token"]);
  const ofTools = listTools(model.clis).map((tool) => [tool.name, ...describeOwnSecrets(tool)]);
  expect(ofTools).toEqual([["gh_close", "secret variables: GH_OTP from the caller's header x-otp"], ["gh_list"]]);
});

it("the list and the page show them", () => {
  const table = formatToolTable(model, 300);
  expect(table.split("\n")[0]).toBe("gh · Issues · secret variables: GH_TOKEN from the file ~/token");
  expect(table).toMatch(/gh_close .* write, secret variables: GH_OTP from the caller's header x-otp/);
  const page = buildPage({ ...model, clis: toCliTools(model.clis) });
  expect(renderOverview(page.data, []).markup).toContain("secret variables: GH_TOKEN from the file ~/token");
});
