/** Lists the rules for one program or framework that a reader applies by name, because no table of layouts has a place for them. */
import type { Layout } from "./layout.ts";

export const OWN_RULES = {
  argparseHidden: {
    from: ["argparse"],
    reason: "some versions print an option or a command that the program hides",
    pattern: /^==SUPPRESS==$/,
    example: "==SUPPRESS==",
  },
  awsPlaceholder: {
    from: ["aws"],
    reason: "the type of a value is its placeholder",
    pattern: /^\((?:string|integer|boolean|list|structure|blob|timestamp|map|float|double|long|json|tagged union structure)\)/,
    example: "(structure)",
  },
  awsType: {
    from: ["aws"],
    reason: "descriptions start with the type",
    pattern: /^\((?:boolean|string|integer|blob|map|list)\) (?=\S)/,
    example: "(string) Name of it",
  },
  dpkgActions: {
    from: ["dpkg"],
    reason: "a section of actions lists options, which the usage calls an action",
    pattern: /^actions?$/,
    example: "actions",
  },
  gcloudGlobals: {
    from: ["gcloud"],
    reason: "a paragraph only names the options of all commands",
    pattern: /\bavailable to all (?:sub)?commands\b/i,
    example: "These flags are available to all commands: --account, --quiet.",
  },
  gflagsText: {
    from: ["gflags"],
    reason: "the type and the default follow the text in one sentence",
    pattern: /^\((.*)\) type: (\w+) default: "?(.*?)"?(?: currently: .*)?$/,
    example: '(Format of it) type: string default: "text"',
  },
  goptionUsage: {
    from: ["GOption"],
    reason: "the summary follows the values of the usage",
    pattern: / - ([a-z][\w,]* .*[\w.)])$/,
    example: "tool [OPTION\u2026] FILE - combine files",
  },
  help2manName: {
    from: ["help2man", "Sphinx"],
    reason: "the line NAME of a program without a summary says nothing",
    pattern: /^manual page for \S+(?: [\d.]+)?$|^\S+ Documentation$/,
    example: "manual page for tool 1.2",
  },
  invokeTasks: {
    from: ["invoke"],
    reason: "further tasks of the same call follow the options, and are no values",
    pattern: /^other tasks here \.{3}$/,
    example: "other tasks here ...",
  },
  npmBrackets: {
    from: ["npm"],
    reason: "a list of options is one line in brackets",
    pattern: /^\s*\[ *-{1,2}[A-Za-z][^\]]*.*\]$/,
    example: "[--json] [-w|--workspace <name>]",
  },
  symfonyList: {
    from: ["symfony", "cleo"],
    reason: "the help of the program is that of its command `list`",
    pattern: /\bdisplay help for the list command\b/,
    example: "list  display help for the list command",
  },
  tclapList: {
    from: ["TCLAP"],
    reason: "the summary is the last paragraph, below the options",
    pattern: /^Where: ?$/,
    example: "Where:",
  },
  tclDefault: {
    from: ["cmdline of Tcl"],
    reason: "the default is in angle brackets at the end",
    pattern: / <([^<>]*)>$/,
    example: "Share of it <0.5>",
  },
  thorText: {
    from: ["Thor"],
    reason: "a number sign precedes each line of a description",
    pattern: /^# (?=\S)/,
    example: "# Write the result",
  },
  tyroType: {
    from: ["tyro"],
    reason: "positional values have the name of their type, so two can be equal",
    pattern: /^(?:STR|INT|FLOAT|PATH|BYTES)$/,
    example: "STR",
  },
  unzipCell: {
    from: ["unzip", "zip"],
    reason: "a row has several options with descriptions",
    pattern: /^ *[-+][^ ]* +(?:[^ ]+ +)*[a-z(]/,
    example: "  -p  extract files to pipe",
  },
} as const satisfies Readonly<Record<string, Omit<Layout, "name">>>;
