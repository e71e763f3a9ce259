import { describe, expect, it } from "vitest";
import { splitCommand, unquoteWords } from "../../../runtime/tool/command-words.ts";

const split: readonly [title: string, text: string, words: readonly string[], unquoted: readonly string[]][] = [
  ["an empty command has no words", "", [], []],
  ["whitespace alone makes no word", " \t\n ", [], []],
  ["words are separated by any whitespace", "  git\tlog\n-n \u00a05", ["git", "log", "-n", "5"], ["git", "log", "-n", "5"]],
  ["a byte order mark is not whitespace", "a\ufeffb", ["a\ufeffb"], ["a\ufeffb"]],
  ["double quotes keep a word unsplit", '"/opt/my dir/bin" -v', ['"/opt/my dir/bin"', "-v"], ["/opt/my dir/bin", "-v"]],
  ["single quotes keep a word unsplit", "sh -c 'echo hi'", ["sh", "-c", "'echo hi'"], ["sh", "-c", "echo hi"]],
  ["quotes may appear inside a word", `--name="a b"c'd e'`, [`--name="a b"c'd e'`], ["--name=a bcd e"]],
  ["the other quote is an ordinary character between quotes", `"it's" '"'`, [`"it's"`, `'"'`], ["it's", '"']],
  ["empty quotes make an empty word", `a "" ''`, ["a", '""', "''"], ["a", "", ""]],
  ["a backslash is an ordinary character", 'my\\ app "a\\" b', ["my\\", "app", '"a\\"', "b"], ["my\\", "app", "a\\", "b"]],
  [
    "other characters have no special meaning",
    "a;b $(id) | *.txt `x` #c",
    ["a;b", "$(id)", "|", "*.txt", "`x`", "#c"],
    ["a;b", "$(id)", "|", "*.txt", "`x`", "#c"],
  ],
];

describe("splitCommand and unquoteWords", () => {
  it.each(split)("%s", (_title, text, words, unquoted) => {
    expect(splitCommand(text)).toEqual({ kind: "words", words });
    expect(unquoteWords(words)).toEqual(unquoted);
  });
});

// The mark ^ precedes the expected quote, and is removed.
const unterminated: readonly [title: string, marked: string][] = [
  ["a double quote is never closed", 'app ^"a b'],
  ["a single quote is never closed", "it^'s"],
  ["the closing quote differs from the opening one", `"a" ^'b"`],
  ["the last of three quotes is not closed", "'a' b ^'"],
];

describe("splitCommand points at a quote that is never closed", () => {
  it.each(unterminated)("%s", (_title, marked) => {
    const offset = marked.indexOf("^");
    expect(splitCommand(marked.replace("^", ""))).toEqual({ kind: "unterminated_quote", offset });
  });
});
