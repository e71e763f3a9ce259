import { expect, it } from "vitest";
import { measuredProgram } from "../../../runtime/word-grammar/measured-program.ts";
import { WORD_GRAMMARS } from "../../../runtime/word-grammar/table.ts";
import { findGrammar, listGrammars, readRow, writeCells } from "../../../runtime/word-grammar/word-grammar.ts";

const rows = WORD_GRAMMARS.trim().split("\n");

it("has well-formed rows, sorted, each name once, and about 170 programs", () => {
  const row = /^\S+ [\d.][\w.-]* \S+ [ynlp?][ynw?][yn?]{5}[ynro=?][lfea?][eai?][yn?][yn?] (?:\d+|\?)(?: \S+)*$/;
  expect(rows.filter((one) => !row.test(one))).toEqual([]);
  const names = rows.flatMap((one) => one.slice(0, one.indexOf(" ")).split(","));
  expect(names.length).toBe(new Set(names).size);
  expect(new Set(listGrammars().map((name) => name.split("/")[0])).size).toBeGreaterThan(170);
});

it("reads every letter of the cells, and writes it again", () => {
  expect(rows.filter((one) => !one.includes(` ${writeCells(readRow(one))}`))).toEqual([]);
});

it("reads a row", () => {
  expect(readRow("tool 1.2 clap pwynyny=fiyn 2 @ $TOOL_OPTS >2 -N")).toEqual({
    version: "1.2",
    parser: "clap",
    doubleDash: "partly",
    optionAfterOperand: "written",
    abbreviates: true,
    joins: false,
    separates: true,
    attaches: false,
    dropsEquals: true,
    dashValue: "joined",
    repeat: "first",
    switchFalse: "on",
    underscores: true,
    obeysPosix: false,
    unknownExit: 2,
    specialWords: ["@"],
    variables: ["TOOL_OPTS"],
    passesAfter: 2,
    readsNegatives: true,
  });
});

it("finds the grammar of a program, of its subcommand, and nothing for others", () => {
  expect(findGrammar(["/usr/bin/grep"])).toMatchObject({ doubleDash: "ends", joins: true });
  expect(findGrammar(["git", "-c", "a=b", "grep"])).toMatchObject({ optionAfterOperand: "operand" });
  expect(findGrammar(["git", "log"])).toMatchObject({ optionAfterOperand: "option", abbreviates: false });
  expect([findGrammar(["no-such-program"]), findGrammar([]), findGrammar(["a b"])]).toEqual([{}, {}, {}]);
});

it("keeps only the facts in which programs of the same name agree", () => {
  const { doubleDash, dropsEquals, joins, version } = findGrammar(["head"]);
  expect([doubleDash, joins, dropsEquals, version]).toEqual(["ends", true, undefined, undefined]);
});

it("keeps only the facts that all named subcommands have", () => {
  expect(findGrammar(["git", "log", "show"]).dashValue).toBeUndefined();
  expect(findGrammar(["git", "rev-parse", "log"]).dashValue).toBeUndefined();
  expect(findGrammar(["git", "rev-parse", "HEAD", "log"]).doubleDash).toBeUndefined();
  expect(findGrammar(["git", "log", "grep"])).toMatchObject({ doubleDash: "ends", dashValue: "value", specialWords: ["^", ":"] });
  expect(findGrammar(["git", "log", "bisect"]).passesAfter).toBe(1);
});

it("gives the dash guard only what was measured", () => {
  const guard = (...words: readonly string[]): string => {
    const { endsOptions, takesDashes } = measuredProgram(words);
    return `${words.join(" ")}: ${endsOptions ? "ends" : "-"} ${takesDashes ? "takes" : "-"}`;
  };
  expect(
    [
      ["curl"],
      ["pytest"],
      ["qpdf"],
      ["mocha"],
      ["prettier"],
      ["python3"],
      ["env"],
      ["ls"],
      ["docker", "exec"],
      ["docker", "exec", "web"],
    ].map((words) => guard(...words)),
  ).toEqual([
    "curl: ends takes",
    "pytest: - -",
    "qpdf: - takes",
    "mocha: - -",
    "prettier: ends -",
    "python3: - -",
    "env: - -",
    "ls: ends -",
    "docker exec: ends -",
    "docker exec web: - -",
  ]);
});
