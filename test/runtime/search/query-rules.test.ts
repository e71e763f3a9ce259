/** Tests the rules that weigh the words of a query: position, verbs with particles, abbreviations, wishes, and words of low weight. */
import { expect, it } from "vitest";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import { joinPhrasalVerbs } from "../../../runtime/search/phrasal-verbs.ts";
import { positionWeight } from "../../../runtime/search/query-terms.ts";
import { splitWords } from "../../../runtime/search/words.ts";
import { found, part } from "./found.ts";

it("weighs the first two words of a query fully, and later ones less", () => {
  const weights = [0, 1, 2, 3, 10].map(positionWeight);
  expect(weights.slice(0, 2)).toEqual([1, 1]);
  expect(weights.slice(1)).toEqual(weights.slice(1).toSorted((left, right) => right - left));
  const reader = createMemoryReader([part("web", { crawl: "Collect reports", draw: "Plot charts" })]);
  expect(found(reader, "collect the newest reports of a week to plot charts")[0]).toBe("crawl");
  expect(found(reader, "plot the newest charts of a week to collect reports")[0]).toBe("draw");
});

it.each([
  ["log in to a server", ["login", "to", "a", "server"]],
  ["Logged in with a token", ["login", "with", "a", "token"]],
  ["log into a server", ["login", "a", "server"]],
  ["am I logged in", ["am", "i", "login"]],
  ["log out", ["logout"]],
  ["show the log in color", ["show", "the", "log", "in", "color"]],
  ["look up a name", ["look", "up", "a", "name"]],
])("joins verbs and particles that are a term: %j", (query, want) => {
  const { words } = joinPhrasalVerbs(splitWords(query), (stem) => ["login", "logout"].includes(stem));
  expect(words.map(({ text }) => text)).toEqual(want);
});

it("finds the subcommand of a verb with its particle before one that has only the verb", () => {
  const reader = createMemoryReader([
    part("hub", { hub_logs: "Read the log of a deployment", hub_login: "Authenticate with a host", hub_stop: "Stop a deployment" }),
  ]);
  expect(found(reader, "log in with a token")[0]).toBe("hub_login");
});

it("finds words by their abbreviations", () => {
  const reader = createMemoryReader([part("hub", { org_ls: "Print members", team_ls: "Print members", site_ls: "Print members" })]);
  expect(found(reader, "members of an organization")[0]).toBe("org_ls");
});

it("finds weak keywords after the words of a description", () => {
  const reader = createMemoryReader([
    part("files", {
      copy: { description: "Copy files", weak_keywords: ["compress", "reflink"] },
      pack: "Compress files",
      move: { description: "Move files", keywords: ["rename"] },
    }),
  ]);
  expect(found(reader, "compress")).toEqual(["pack"]);
  expect(found(reader, "compress something")).toEqual(["pack", "copy"]);
  expect(found(reader, "reflink")).toEqual(["copy"]);
});

it("uses the keyword `need`, but not in a wish", () => {
  const reader = createMemoryReader([
    part("npm", { npm_why: { description: "Explain an entry", keywords: ["need"] }, npm_ls: "Show the packages" }),
  ]);
  expect(found(reader, "which need this")).toEqual(["npm_why"]);
  expect(found(reader, "I need the packages")).toEqual(["npm_ls"]);
});
