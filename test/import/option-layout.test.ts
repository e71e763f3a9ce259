import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { toBlocks } from "./block-arguments.ts";
import { readPage } from "../../generator/import/read/read-page.ts";
import { readOptions as read } from "./read-options.ts";

it("reads no level of an option as another option", () => {
  const text =
    "Usage: tool [options]\n\nOptions:\n -o <level>   Level (0-7)\n -o2 <file>   Second output\n\nLevels:\n -o5   <=>   -z9\n -o7   <=>   -z1-9\n";
  expect(read(text)).toEqual(["-o= Level (0-7)", "-o2= Second output"]);
});

it("reads no options below the usages of words after the command", () => {
  const below = (word: string): string =>
    `   ${word}\n       Usage: tool ${word} [options]\n       Options:\n       -${word.charAt(0)} {a,b,c}   Names for ${word}\n\n`;
  const text = `NAME\n       tool - read it\n\nOPTIONS\n       -c, --csv   Use CSV\n\nVERBS\n${["cut", "nest", "sort"].map(below).join("")}FLAGS\n       --late   Be late\n`;
  expect(readPage("tool", { from: "man", label: "tool(1)", path: [], text }).options.map(({ names }) => names)).toEqual([
    ["-c", "--csv"],
    ["--late"],
  ]);
  // A page can show two usages of one command.
  const two = text.replace("Usage: tool sort", "Example: tool sort");
  expect(readPage("tool", { from: "man", label: "tool(1)", path: [], text: two }).options.length).toBeGreaterThan(2);
});

describe("columns of options", () => {
  it("can be one for short names and one for long names", () => {
    const text = `Usage: tool [OPTIONS]
  -q                --quiet             Print nothing
  -P[WHEN]          --paint[=WHEN]      Paint hits
  -i KIND,KIND..    --include=KIND,KIND..  Only these kinds
  -f NAME, -r NAME  --from=NAME, --read=NAME
                    --data=FOLDER
  -F N              --fuzz N            Be tolerant
`;
    expect(read(text)).toEqual([
      "-q --quiet Print nothing",
      "-P --paint[=] Paint hits",
      "-i --include= Only these kinds",
      "-f -r --from --read=",
      "--data=",
      "-F --fuzz= Be tolerant",
    ]);
  });

  it.each([
    ["a colon at the start of the description", "  -f <int>    : first page\n", ["-f= first page"]],
    [
      "an equals sign at the start of the description",
      "  -S <path>      = Set it\n  --log=<level>\n                 = Set more\n",
      ["-S= Set it", "--log= Set more"],
    ],
    ["slashes among the names", "  --version,-V,/V [<file>] = Print it\n", ["--version -V Print it"]],
    ["slashes among the names, above the description", "  --version,-V,/V [<file>]\n      = Print it\n", ["--version -V Print it"]],
    ["several short names in a column", "  -h|-H  --help   Print help\n", ["-h -H --help Print help"]],
    ["a value in brackets in a column", "       -i  \u2039time\u203A[d|m]\n              Set it\n", ["-i= Set it"]],
    [
      "a usage without a heading below it",
      "Usage:\n  tool [OPTION...]\n\n  -o, --output FILE   Write it\n  -q, --quiet         Less\n",
      ["-o --output= Write it", "-q --quiet Less"],
    ],
    ["no text before a blank line", "  -plain\n    \t\n  -ratio float\n    \tShare of it\n", ["-plain", "-ratio= Share of it"]],
    ["a short and a long name on two lines", "  -u\n  --update\n     Update it\n", ["-u --update Update it"]],
    ["other names on several lines", "  -r\n  -R\n  --limit\n     Limit it\n", ["-r Limit it", "-R Limit it", "--limit Limit it"]],
    ["a colon before a wide gap", "  --rm:  remove  the  sources\n", ["--rm remove  the  sources".replaceAll("  ", " ")]],
    ["values after a comma", "  -Wa,<words>   Pass words on\n", ["-Wa,= Pass words on"]],
    ["a placeholder in capitals at the end of a name", "  --no-THING   Turn a THING off\n", ["--no-= Turn a THING off"]],
    ["signs as the whole name", "  -###   Show the commands\n", ["-### Show the commands"]],
    ["a range of digits and a number", "  -0 to -2, -11   Level\n", ["-0 -1 -2= Level"]],
    [
      "options instead of a value",
      "  -r, --remove \u2039item\u203A...|-a|--pending\n        Remove items\n",
      ["-r --remove= Remove items"],
    ],
    ["several long names", "  -n -u --show --list\n     Show it\n", ["-n -u --show --list Show it"]],
    ["a word with one dash and with two", "  -version --version  Print it\n", ["-version --version Print it"]],
    ["a short name and a word with one dash", "  -s       -summary    Be brief\n", ["-s -summary Be brief"]],
    ["short names in the next column", "  --fixed     -F             No patterns\n", ["--fixed -F No patterns"]],
    ["short names and values in the next columns", "  --arch      -a  <name>     Only this one\n", ["--arch -a= Only this one"]],
    ["short names and values below each other", "  --list    -L which [number]\n       List it\n", ["--list -L= which [number] List it"]],
    ["a long name in brackets", "  -q [--quiet]        : print nothing\n", ["-q --quiet print nothing"]],
    ["a long name in brackets and a value", "  -x [--extra] ARG    : pass ARG on\n", ["-x --extra= pass ARG on"]],
    ["a part of a name in brackets", "  -h, --[section-]headers  Show them\n", ["-h --section-headers --headers Show them"]],
    ["a number as a spelling", "  -NUM --depth=NUM    Not deeper\n", ["--depth= Not deeper"]],
    [
      "several short names above a column of long ones",
      "  -o FILE    --out=FILE     Write it\n  -V, -v     --view=KIND    Show it\n",
      ["-o --out= Write it", "-V -v --view= Show it"],
    ],
    [
      "values in both columns of names",
      "  --top=x     -t x    Limit it\n  --get[=n]   -G[n]   Get it\n  --ip6       -6      Newer\n",
      ["--top -t= Limit it", "--get -G[=] Get it", "--ip6 -6 Newer"],
    ],
    ["other names after a glued value", "  -j --jobs[=N] --threads    Jobs\n", ["-j --jobs --threads[=] Jobs"]],
    [
      "a name after the word or",
      "  -q     or --quiet   Less\n  -o FILE\n         or --output=FILE\n     Write it\n  --dump    or -d does it, too\n",
      ["-q --quiet Less", "-o --output= Write it", "--dump or -d does it, too"],
    ],
    [
      "names and values on several lines",
      "  --skip <word> [<word>] ...,\n      -s <word> [<word>] ...\n              Skip it\n",
      ["--skip -s= Skip it"],
    ],
    ["a placeholder on several lines", "  -task <String, one of: 'near' 'far'\n         'away' >\n     Do it\n", ["-task= Do it"]],
    ["a placeholder with a limit", "  -size <Integer, >=4>\n     Set it\n", ["-size= Set it"]],
    ["an underlined name with its values", "       \u2039-boot File Mode\u203A:\n              Start it\n", ["-boot= Start it"]],
    ["placeholders between stars", "  --output *FILE*, -o *FILE*\n        Write it *now*\n", ["--output -o= Write it *now*"]],
    ["an abbreviation in brackets", "  -d[isplay] <host:n>   Show it there\n", ["-d= Show it there"]],
    ["a letter that can be repeated", "  -v[v[v]]   Say more\n  -dd[dd]    Trace it\n", ["-v Say more", "-dd[=] Trace it"]],
    ["its name as the first word", "  -T  --trace trace mode    (slow)\n", ["-T --trace trace mode (slow)"]],
    [
      "a value in a column that is too narrow",
      "  -near xxx     One\n  -far xxx      Two\n  -away xxx     Three\n  -farther xxx Four\n  -fast xyz Five\n",
      ["-near= One", "-far= Two", "-away= Three", "-farther= Four", "-fast xyz Five"],
    ],
    ["a bar before the next column", "  --file <f>   | -f     Read it\n", ["--file -f= Read it"]],
    ["a family with one dash", "  -Wno-<name>   Turn it off\n", ["-Wno-= Turn it off"]],
    ["a word that is a value after a letter", "  -Wnumber   Set the level\n  -Olevel    Optimize\n", ["-W= Set the level", "-O= Optimize"]],
    [
      "a paragraph in the column of the names",
      "OPTIONS\n       --quiet (boolean)\n\n       Print nothing.\n\n       --level (string)  The  level  of  the messages that are printed here\n       and there.\n",
      ["--quiet Print nothing.", "--level= The level of the messages that are printed here and there."],
    ],
    [
      "a place below the name of the program",
      "NAME\n       tool - do it\n\n          All of it:\n\n          --all     Do all\n",
      ["--all Do all"],
    ],
    ["a number at the end of a long name", "  --i#  Number of rounds\n", ["--i= Number of rounds"]],
    [
      "a column that is too narrow for many names",
      "  -j, --junk Ignore it\n      --keep-time <sec> Keep it\n      --kind <kind> Kind of it\n      --key <key>        Key\n",
      ["-j --junk Ignore it", "--keep-time= Keep it", "--kind= Kind of it", "--key= Key"],
    ],
    [
      "no blank line above",
      "Usage: tool [-a] name\n       -c class specifies it\n       -C compares it\n       -w waits for it\n",
      ["-c class specifies it", "-C compares it", "-w waits for it", "-a"],
    ],
    [
      "a group with the name of a section of manuals",
      "Files:\n  -o, --out=FILE   Write it\n\nDiagnostics:\n  -W, --warnings   Warn\n",
      ["-o --out= Write it", "-W --warnings Warn"],
    ],
    ["a comma at the end", "  -R, --path PATH,    Look there\n", ["-R --path= Look there"]],
    ["a spelling without dashes", "  --help, help        Print it\n", ["--help Print it"]],
    ["an underlined long name", "  -e,\u2039--editable\u203A <path>\n       Edit it\n", ["-e --editable= Edit it"]],
    ["a family with a value", "  --map-<name>=[+|-]<value>   Map it\n", ["--map-= Map it"]],
    ["a family with a list", "  --kinds-(<name>|all)=<kinds>   Choose\n", ["--kinds-= Choose"]],
    ["several families", "  --no-force-<thing>, --refuse-<thing>\n       Stop\n", ["--no-force-= Stop", "--refuse-= Stop"]],
    ["choices with commas in brackets", "  --attr=[low, high]   Attributes\n", ["--attr= Attributes"]],
    ["a list with a dash", "  --attr=a1,+a2,-a3,...   Attributes\n", ["--attr= Attributes"]],
    ["a negation inside of a name", "  -m[no-]mac   Multiply\n", ["-mmac Multiply"]],
    ["an at sign in a name", "  --disable-@files   Read no files\n", ["--disable-@files Read no files"]],
    ["a slash in a name", "  -Xpath/a:<path>   Look there, too\n", ["-Xpath/a= Look there, too"]],
    ["a negative number in an example", "  --level=N   Level\n\n  --level -1   lower\n", ["--level= Level"]],
    ["words that the description repeats", "  --file path or URL     Path or URL of it\n", ["--file= Path or URL of it"]],
    ["letters that the description quotes", "  -Tv        - Set format to 'v'\n", ["-T= Set format to 'v'"]],
    ["two words that the description quotes", "  -Gname=val  - Set 'name' to 'val'\n", ["-G= Set 'name' to 'val'"]],
    ["a sign as the description", "  --deep     - \n", ["--deep"]],
    ["the end of a value that is not understood", "  --deep ]   All of it\n", ["--deep All of it"]],
    ["the ends of a range", "  N-M   from N to M\n  -M    from first to M\n  -Q    quiet\n", ["-Q quiet"]],
    [
      "remarks after the name",
      "  --full   Everything\n\n  --full with history\n     Everything, and more\n",
      ["--full Everything", "--full with history Everything, and more"],
    ],
  ])("can have %s", (_what, text, options) => {
    expect(read(text)).toEqual(options);
  });
});

describe("names of several options in one entry", () => {
  it.each([
    [
      "short names with slashes",
      "  -n/-R: Never or always look names up\n",
      ["-n Never or always look names up", "-R Never or always look names up"],
    ],
    ["words with slashes", "  -sS/sT <host>: Scan it\n", ["-sS= Scan it", "-sT= Scan it"]],
    ["long names with slashes", "  --min-rate/max-rate <n>: Limit it\n", ["--min-rate= Limit it", "--max-rate= Limit it"]],
    [
      "names in one sentence",
      "  --fast, --best   Levels 1 and 9 respectively\n",
      ["--fast Levels 1 and 9 respectively", "--best Levels 1 and 9 respectively"],
    ],
    ["words with spaces", "  -daystart -follow\n", ["-daystart", "-follow"]],
    ["pairs", "  -1 --base, -2 --ours\n      Choose a side\n", ["-1 --base Choose a side", "-2 --ours Choose a side"]],
    [
      "names that the description distinguishes",
      "  --first=<x>, --other=<x>\n      With several --first=<x>, or several --other=<x>, all count.\n",
      [
        "--first= With several --first=<x>, or several --other=<x>, all count.",
        "--other= With several --first=<x>, or several --other=<x>, all count.",
      ],
    ],
  ])("are separate: %s", (_what, text, options) => {
    expect(read(text)).toEqual(options);
  });

  it.each([
    ["a short and a long name with a slash", "  -q/--quiet   Print nothing\n", ["-q --quiet Print nothing"]],
    ["long names", "  --after=<date>, --since=<date>   Only newer ones\n", ["--after --since= Only newer ones"]],
    ["a path after a letter", "  -I/usr/include   Look there\n", ["-I /usr/include Look there"]],
  ])("are one option: %s", (_what, text, options) => {
    expect(read(text)).toEqual(options);
  });

  it("are not spellings of an option that stands for them", () => {
    const text = "  --quick -D 20 -R 3 -i S,1\n\n  -D <int>   Depth\n";
    const { options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(options.map(({ names }) => names)).toEqual([["--quick"], ["-D"]]);
  });

  it("can be negated with one dash", () => {
    const { options } = readPage("tool", {
      from: "help",
      label: "",
      path: [],
      text: "  -luby, -no-luby     (default: on)\n  -v, --v   Version\n",
    });
    expect(options.map(({ names, negation }) => [...names, negation])).toEqual([
      ["-luby", "-no-luby"],
      ["-v", "--v", undefined],
    ]);
  });

  it("keep their negations", () => {
    const text = "  --min=<n>, --max=<n>, --no-min, --no-max\n      In particular, --max=1 and --min=2, --no-min and --no-max.\n";
    const { options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(options.map(({ names, negation }) => [...names, negation])).toEqual([
      ["--min", "--no-min"],
      ["--max", "--no-max"],
    ]);
  });
});

describe("options of usage lines", () => {
  it("are not read from a word that is an option", () => {
    expect(read("usage: tool [-EB|-EL] [-abc]\n\n  -EB   Big\n  -EL   Little\n")).toEqual([
      "-EB Big",
      "-EL Little",
      "-EB",
      "-EL",
      "-a",
      "-b",
      "-c",
    ]);
  });

  it("are read from a bundle of options that are defined", () => {
    expect(read("usage: tool [-pna] [-ok]\n\n  -p   Print\n  -n   No\n  -a   All\n").slice(3)).toEqual(["-p", "-n", "-a", "-ok"]);
  });

  it("can be a bundle that ends with a range of digits", () => {
    expect(read("usage: tool [ -cdfhik0..9,11 ] [ -b size ]\n")).toEqual(["-c", "-d", "-f", "-h", "-i", "-k", "-b="]);
  });
});

describe("the end of a sentence", () => {
  it("is not the value of an option", () => {
    expect(read("  --full   Everything\n\nThis may change the order of\n  --full results.\n")[0]).toBe("--full Everything");
    expect(read("  --full results.\n").join(" ")).not.toContain("=");
  });
});

describe("a sentence that starts with an option", () => {
  it.each(["--first and --second exclude each other.", "--first is so named because it starts.", "--first can be used to start."])(
    "is not an entry: %s",
    (sentence) => {
      expect(read(`  --first   Start\n\n  ${sentence}\n`)).toEqual(["--first Start"]);
    },
  );

  it("is one if it is a description", () => {
    expect(read("  -r do not write a header\n")).toEqual(["-r do not write a header"]);
  });

  it("is not an example", () => {
    expect(read("  -p PERIOD   Period\n\n  -p2024/1/1to2024/4/1\n")).toEqual(["-p= Period"]);
  });
});

describe("descriptions of programs", () => {
  it("are not read from a text below the options", () => {
    const text =
      "Usage: tool [options] file...\nOptions:\n  -a   All of it\n\nOptions that start with -g are passed on to other programs.\n";
    expect(readPage("tool", { from: "help", label: "", path: [], text }).summary).toBeUndefined();
  });
});

describe("drafts", () => {
  it.each([
    [
      "a value after a comma",
      "  -Wa,<words>   Pass words on\n",
      'name: Wa # help:3\n        description: Pass words on\n        pattern: ".+"\n        value: "-Wa,{}"',
    ],
    ["a value in the word of a short name, which is not empty", "  -J<word>   Pass it on\n", 'pattern: ".+"\n        value: "-J{}"\n'],
    ["a value in the word of a long name with one dash", "  -Xmx<size>   Limit\n", 'value: "-Xmx{}"\n'],
    ["a value with and without a colon", "  -L<start>,<end>, -L:<name>   Lines\n", 'value: "-L{}"\n'],
    ["a value after a colon", "  -splash:<image>   Show it\n", 'value: "-splash:{}"\n'],
    ["choices after a colon", "  --drop:[logs|checks]   Omit them\n", 'enum: [logs, checks]\n        value: "--drop:{}"\n'],
    ["a repeated value after a colon", "  --define:K=V   Can be used multiple times\n", 'repeat: true\n        value: "--define:{}"\n'],
    ["a value in the word of a name with another spelling", "  -C<path>, --folder=<path>   Go there\n", "flag: --folder=\n"],
    ["a value that is a separate word of other spellings", "  -rc, -rcvbuf<size>   Buffer\n", "flag: -rc\n"],
    ["signs", "  -###   Show it\n", "name: hash # help:3\n"],
    ["a percentage", "  --similar <n>   Threshold, such as 90%\n", 'description: "Threshold, such as 90%"\n        flag: --similar='],
  ])("have %s", (_what, options, expected) => {
    const description = describeProgram({
      program: "tool",
      pages: [{ from: "help", label: "", path: [], text: `Usage: tool\n\n${options}` }],
    });
    expect(toBlocks(draftConfig(description, { maxArgs: 24, header: "" }).text)).toContain(expected);
  });
});
