/**
 * Lists the forms that one program or framework alone has, with the reason for each rule. A layout that several programs share is a row of
 * another table, such as `notations.ts`, `remark-layouts.ts` or `command-rows.ts`.
 */

/** A form of one program or framework. */
export interface OwnForm {
  readonly from: string;
  /** What the form means, or why it is not what it looks like. */
  readonly reason: string;
  /** Matches a line, a part of one, or a text that only such a page contains. */
  readonly pattern: RegExp;
  readonly example: string;
}

/** Headings of the groups in the help of git. */
const GIT_GROUPS = [
  "start a working area",
  "work on the current change",
  "examine the history",
  "grow, mark and tweak your common history",
  "collaborate",
] as const;

export const OWN_FORMS = {
  abslColons: {
    from: "absl",
    reason: "a value is between colons",
    pattern: /^(\s+(?:-\w,)?--[\w-]+): (<[^<>]+>): /,
    example: "  --format: <low|high>: Format",
  },
  abslSwitch: {
    from: "absl",
    reason: "`[no]` precedes all switches, and nothing precedes options with a value",
    pattern: /^ +(?:-\w,)?--\[no\]\w+: /m,
    example: "  --[no]quiet: Print less",
  },
  arghHelp: {
    from: "argh of Rust",
    reason: "only the usage shows values, and `--output=FILE` is not read",
    pattern: /^ +--help, help {2,}\S/m,
    example: "  --help, help      print usage",
  },
  argparseCommand: {
    from: "argparse",
    reason: "commands can follow a placeholder below the required arguments",
    pattern: /^ +<(?:sub)?command>$/i,
    example: "  <command>",
  },
  argparseHidden: {
    from: "argparse",
    reason: "some versions print an option or a command that the program hides",
    pattern: /^==SUPPRESS==$/,
    example: "==SUPPRESS==",
  },
  awsPlaceholder: {
    from: "aws",
    reason: "the type of a value is its placeholder",
    pattern: /^\((?:string|integer|boolean|list|structure|blob|timestamp|map|float|double|long|json|tagged union structure)\)/,
    example: "(structure)",
  },
  awsType: {
    from: "aws",
    reason: "descriptions start with the type",
    pattern: /^\((?:boolean|string|integer|blob|map|list)\) (?=\S)/,
    example: "(string) Name of it",
  },
  caporalRequired: {
    from: "caporal",
    reason: "the word below the names of a required option is beside the type of its value",
    pattern: /^ {2,6}required(?: {2,}(\w+)?)? *$/,
    example: "    required          number",
  },
  cmdtsCommands: {
    from: "cmd-ts",
    reason: "a sentence is the heading of the commands",
    pattern: /^where <(?:sub)?command> can be one of:$/,
    example: "where <subcommand> can be one of:",
  },
  dpkgActions: {
    from: "dpkg",
    reason: "a section of actions lists options, which the usage calls an action",
    pattern: /^actions?$/,
    example: "actions",
  },
  fireSwitch: {
    from: "fire",
    reason: "a value follows every option, and a switch has a constant of Python as its default",
    pattern: /^ {4}(?:-\w, )?--\w+=[A-Z_]+(?: \(required\))?\n {8}(?:Type|Default): /m,
    example: "    -j, --json=JSON\n        Default: False",
  },
  gcloudGlobals: {
    from: "gcloud",
    reason: "a paragraph only names the options of all commands",
    pattern: /\bavailable to all (?:sub)?commands\b/i,
    example: "These flags are available to all commands: --account, --quiet.",
  },
  gflagsLibrary: {
    from: "gflags",
    reason: "the options of these source files are those of the library",
    pattern: /(?:^|\/)gflags(?:_\w+)?\.cc$/,
    example: "/src/gflags_reporting.cc",
  },
  gflagsSource: {
    from: "gflags",
    reason: "options are listed by source file",
    pattern: /^ +Flags from (\S+):$/,
    example: "  Flags from tool.cc:",
  },
  gflagsText: {
    from: "gflags",
    reason: "the type and the default follow the text in one sentence",
    pattern: /^\((.*)\) type: (\w+) default: "?(.*?)"?(?: currently: .*)?$/,
    example: '(Format of it) type: string default: "text"',
  },
  gflagsType: {
    from: "gflags",
    reason: "the text is in brackets, one space after the name",
    pattern: /^(\s+-\w+) \((?=[A-Za-z].*)/,
    example: "    -format (Format of it) type: string",
  },
  gitHistory: {
    from: "git",
    reason: "headings of groups are sentences",
    pattern: new RegExp(`^(?:${GIT_GROUPS.join("|")}) `),
    example: "start a working area (see also: git help tutorial)",
  },
  goptionUsage: {
    from: "GOption",
    reason: "the summary follows the values of the usage",
    pattern: / - ([a-z][\w,]* .*[\w.)])$/,
    example: "tool [OPTION\u2026] FILE - combine files",
  },
  gunshiUsage: {
    from: "gunshi",
    reason: "values are in square brackets if the option has a default",
    pattern: /^ +\S.* <OPTIONS>(?: |$)/m,
    example: "  tool add <OPTIONS> <src>",
  },
  help2manName: {
    from: "help2man",
    reason: "the line NAME of a program without a summary says nothing",
    pattern: /^manual page for \S+(?: [\d.]+)?$/,
    example: "manual page for tool 1.2",
  },
  npmBrackets: {
    from: "npm",
    reason: "a list of options is one line in brackets",
    pattern: /^\s*\[ *-{1,2}[A-Za-z][^\]]*.*\]$/,
    example: "[--json] [-w|--workspace <name>]",
  },
  plumbumSummary: {
    from: "plumbum",
    reason: "each summary ends with a command",
    pattern: /; see '[^']* --help' for more info$/,
    example: "Add entries; see 'tool add --help' for more info",
  },
  sadeHelp: {
    from: "sade",
    reason: "options have no kinds: each is on alone, and takes a value after `=`",
    pattern: /^ {4}-h, --help {2,}Displays this message$/m,
    example: "    -h, --help      Displays this message",
  },
  spectreDefault: {
    from: "Spectre.Console",
    reason: "defaults have a column between the names and the texts",
    pattern: /^ +DEFAULT *$/,
    example: "                 DEFAULT",
  },
  symfonyList: {
    from: "symfony, cleo",
    reason: "the help of the program is that of its command `list`",
    pattern: /\bdisplay help for the list command\b/,
    example: "list  display help for the list command",
  },
  tclapList: {
    from: "TCLAP",
    reason: "the summary is the last paragraph, below the options",
    pattern: /^Where: ?$/,
    example: "Where:",
  },
  tclDefault: {
    from: "cmdline of Tcl",
    reason: "the default is in angle brackets at the end",
    pattern: / <([^<>]*)>$/,
    example: "Share of it <0.5>",
  },
  thorText: {
    from: "Thor",
    reason: "a number sign precedes each line of a description",
    pattern: /^# (?=\S)/,
    example: "# Write the result",
  },
  tyroType: {
    from: "tyro",
    reason: "positional values have the name of their type, so two can be equal",
    pattern: /^(?:STR|INT|FLOAT|PATH|BYTES)$/,
    example: "STR",
  },
  unzipCell: {
    from: "unzip, zip",
    reason: "a row has several options with descriptions",
    pattern: /^ *[-+][^ ]* +(?:[^ ]+ +)*[a-z(]/,
    example: "  -p  extract files to pipe",
  },
} as const satisfies Readonly<Record<string, OwnForm>>;
