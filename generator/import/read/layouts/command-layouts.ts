/** Lists the notations of lists of commands: their rows, and the headings that no other page has. */
import type { Layout } from "./layout.ts";

/** Headings of the groups in the help of git. */
const GIT_GROUPS = [
  "start a working area",
  "work on the current change",
  "examine the history",
  "grow, mark and tweak your common history",
  "collaborate",
] as const;

/** Headings of lists of commands. Those of most programs end with the word "commands" (`listsCommands`). */
export const HEADING_LAYOUTS: readonly Layout[] = [
  {
    name: "sentence about a group",
    from: ["git"],
    reason: "headings of groups are sentences",
    pattern: new RegExp(`^(?:${GIT_GROUPS.join("|")}) `),
    example: "start a working area (see also: git help tutorial)",
  },
  {
    name: "placeholder",
    from: ["argparse"],
    reason: "commands can follow a placeholder below the required arguments",
    pattern: /^ +<(?:sub)?command>$/i,
    example: "    <command>",
  },
  {
    name: "sentence about a placeholder",
    from: ["cmd-ts", "cryptsetup"],
    pattern: /^(?:where )?<(?:(?:sub)?command|action)> (?:can be|is) one of:$/,
    example: "where <subcommand> can be one of:",
  },
];

/** Rows of lists of commands. The groups of `pattern` are the name with its values, and the summary. The first that matches decides. */
export const ROW_LAYOUTS: readonly Layout[] = [
  {
    name: "page in a list of manuals",
    from: ["npm"],
    reason: "elsewhere, a name with a number is a reference",
    pattern: /^([\w-]+)\(\d\)(?: \S+)?()$/,
    example: "add(1) tool-add.1.html",
  },
  {
    name: "bullet",
    from: ["aws"],
    reason: "the list has only names",
    pattern: /^[*\u2022o+-] +([\w][\w.:-]*)()$/,
    example: "* add",
  },
  {
    name: "bullet and summary",
    from: ["cmd-ts"],
    reason: "elsewhere, a bullet precedes prose",
    pattern: /^[*\u2022-] +([\w][\w.:-]*) - (.+)$/,
    example: "- add - Add entries",
  },
  {
    name: "bullet and gap",
    from: ["tyro"],
    reason: "elsewhere, a bullet precedes prose",
    pattern: /^[*\u2022-] +([\w][\w.:-]*)\s{2,}(.+)$/,
    example: "\u2022 add   Add entries",
  },
  {
    name: "number sign before the summary",
    from: ["Thor"],
    reason: "the gap before the sign can be one space",
    // Brackets can contain the sign: `<output # or name>`.
    pattern: /^(\S(?:[^<]|<[^<>]*>)*?)\s+# (.+)$/,
    example: "add SRC DST --id=N   # Add entries",
  },
  { name: "gap", from: ["clap", "cobra"], pattern: /^(\S+(?: \S+)*?)\s{2,}(?:- )?(\S.*)$/, example: "add <src>  Add entries" },
  { name: "colon", from: ["git", "openssl"], pattern: /^(\S+(?: \S+)*?\w): +(\S.*)$/, example: "add: Add entries" },
  {
    name: "dash",
    from: ["pm2"],
    reason: "elsewhere, a dash is a part of a sentence",
    pattern: /^(\S+(?: \S+)*?) - (\S.*)$/,
    example: "add - Add entries",
  },
  {
    name: "one space",
    from: ["caddy"],
    reason: "the name is as wide as its column",
    pattern: /^([a-z][\w-]+) ([A-Z][a-z]* [a-z]+ \S.*)$/,
    example: "add Adds entries to it",
  },
  {
    name: "one space after values",
    from: ["systemd"],
    reason: "the name with its values in capitals is as wide as its column",
    pattern: /^([a-z][\w-]+(?: \[*[A-Z][A-Z0-9_=|]*(?:\.{3}|\]|\u2026)*)+) ([A-Z][a-z]+\S* [a-z]+ \S.*)$/,
    example: "add ID KEY=VALUE... Adds one or more entries",
  },
  { name: "name alone", from: ["kingpin", "kong"], pattern: /^(\S+(?: \S+)*)()$/, example: "add --id=N [flags] <src>" },
];
