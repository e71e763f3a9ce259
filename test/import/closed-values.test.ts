import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

/** Returns the complete list of values of the first option of a help text. */
function valuesOf(text: string, from: "help" | "man" = "help"): readonly string[] | undefined {
  return readPage("tool", { from, label: "tool --help", path: [], text }).options[0]?.values?.value.words;
}

describe("lists of values", () => {
  it.each([
    ["between a backtick and an apostrophe", "  --form=FORM   Shape. FORM can be `flat', `deep' or 'wide'.\n", ["flat", "deep", "wide"]],
    ["in brackets at the end of a sentence", "  --kind <kind>   Kind of bundle (app, lib, doc)\n", ["app", "lib", "doc"]],
    [
      "in a line for each value",
      "  --tint=off    Print no colors. (default)\n  --tint=few    Print 8 colors.\n  --tint=many   Print 256 colors.\n",
      ["off", "few", "many"],
    ],
    [
      "in a line for each value, some with a short option",
      "       --tint=off    Print no colors. (default)\n       --tint=few    Print 8 colors.\n-m     --tint=many   Print 256 colors.\n",
      ["off", "few", "many"],
    ],
    ["with a common word in braces", "  --form {low,text}   Shape\n", ["low", "text"]],
    ["with a common word between bars", "  --form <low|text>   Shape\n", ["low", "text"]],
    ["with common words only", "  --sort <name|size|date>   Order\n", ["name", "size", "date"]],
    ["with a common word after a default", "  --form [form]   Shape (default: low, choices: low | text)\n", ["low", "text"]],
    ["before a default", '  --form <form>   Shape one of "low","deep", default: "low"\n', ["low", "deep"]],
    ["in brackets with a last alternative", "  -eol <string>   End of lines (unix, dos, or mac)\n", ["unix", "dos", "mac"]],
    [
      "in a long list with a few common words",
      "  --form=''   Form of output. One of: (low, deep, name, flat, wide, tall, template, thin). See the manual.\n",
      ["low", "deep", "name", "flat", "wide", "tall", "template", "thin"],
    ],
    ["in square brackets before a default of them", "  --level LEVEL   Level: [INFO, WARN] (default: WARN)\n", ["INFO", "WARN"]],
  ])("are complete %s", (_where, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it.each([
    ["are part of a pattern", "  --match <form>   Only directories such as '/(src|include)/'\n"],
    ["list words before a noun", "  -f FORM   Shape of the report; it can be either upper or lower case.\n"],
    [
      "list words in brackets in the middle of a sentence",
      "  -o FILE   Write to FILE, even if a binary format (docx, odt, epub) is used.\n",
    ],
    ["follow a verb", "  -v LEVEL   Print more. With a high level, other options are ignored and normal messages are printed.\n"],
    ["follow the adjective of a noun", "  -F FREQ   Use max for the maximum allowed frequency, i.e. that of the system.\n"],
    ["are units", "  --limit=SECS   Longest wait. Other units are understood, too (ms, us, s, min).\n"],
    ["are the default", "  --share LIST   Namespaces to share; without it, those of the default (ipc, net, uts)\n"],
    ["are underlined subjects", "  -i \u2039N\u203A   Index. Either \u2039first-index\u203A or \u2039last-index\u203A must be set.\n"],
    [
      "contain the underlined value",
      "  -A \u2039acc\u203A   Suffixes. A sign in an element of \u2039acc\u203A or \u2039rej\u203A makes it a pattern.\n",
    ],
    ["end with another list", "  -T WORD   Kind, which may be one of near, far, or one of the codes: a1, b2.\n"],
    ["belong to a condition", '  -O PAGER   Open it. If the pager is "less" or "vi", it starts there.\n'],
    ["follow a preposition", "  -p NAME   Prefix. All names start with either tool or Tool. Set another one.\n"],
    ["contain a word for a number", "  -ovr level|AUTO|AUTO-n|NONE   Overview\n"],
    ["end with dots", "  --fields {name1,name2... | all | common}   Fields\n"],
    ["belong to a part of a value with commas", "  --crop X,Y-X2,Y2   Crop it, either near or far\n"],
    ["have a part in brackets", "  -d TYPE   Type of it, one of: ata, scsi[+TYPE], nvme[,ID]\n"],
    ["belong to a part after a comma", "  -t TEST   Test: short, long, afterselect,[on|off]\n"],
    ["are followed by a definition", "  -e STYLE   Declare it. Options are: 0, 0.90 Use the old format.\n"],
    ["answer whether something applies", '  -T TYPE   It depends on whether the command is "optional" or "mandatory".\n'],
    ["contain brackets", "  -h {md5|sha1|sha2(56)}   Hash\n"],
    ["name a kind of value in brackets", "  --pager TYPE   When to page (boolean, always, auto, or never)\n"],
    ["are examples before a default that is not one of them", "  --level LEVEL   Level [NEAR, FAR] (default: OUT)\n"],
    ["define two values of one line", "  -c, --check=first   Check.\n  -C, --check=silent  Check silently.\n"],
    ["list defaults", '  -f <index>   Name of the index (default is "tags", or "TAGS" in another mode).\n'],
    ["contain a word that stands for others", "  --signal keep|clear|<signame>   Set or clear the signal\n"],
    ["belong to a part of the value", '  --proxy=host:port   Proxy. The scheme is one of: "http", "socks", "none"\n'],
    [
      "contain a word that is divided at the end of a line",
      "  --look=LOOK   Look. Options are plain, bright, ele-\n                gant, and dark.\n",
    ],
    ["belong to a key in the value", "  -X option   Set an option, such as frozen=[on|off].\n"],
    ["belong to an item of the value", '  --map=<item>[,<item>]   Map of files, either "makefile" or "readme".\n'],
    ["end a later paragraph", '  -z KEYWORD   Set a keyword.\n\n               A name is set to "begin" or "end" of a section.\n'],
  ])("are not complete if they %s", (_why, text) => {
    expect(valuesOf(text)).toBeUndefined();
  });
});

describe("lists of values in the description", () => {
  it.each([
    ["a file", "  --log=<filename>   Log actions. The action is 'add' or 'remove'.\n"],
    ["a list of options", "  -E \u2039extended-options\u203A\n     Set options. The mode is either 'low' or 'high'.\n"],
    ["a number", "  --status-fd <n>    Send lines. The word is either 'add' or 'remove'.\n"],
    [
      "a word with a part that varies",
      "  --pretty=<format>   The value can be one of short, full, email, raw, format:<string> and tformat:<string>.\n",
    ],
  ])("are not read for %s", (_what, text) => {
    expect(valuesOf(text)).toBeUndefined();
  });
});

it.each(["{a,b,c}", "{foo,bar}"])("reads %s as a sample of a list, not as its values", (sample) => {
  expect(valuesOf(`  -f ${sample}   Names of fields\n`)).toBeUndefined();
});

describe("lists of values of an option with several entries", () => {
  const lists = (text: string): readonly unknown[] => {
    const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text: `Usage: tool\n\n${text}` }] });
    return root.options.map(({ names, values }) => [names.join(" "), values?.value.words]);
  };

  it("are not those of one of its values", () => {
    const text = "  -z <statistics>   Count something\n  -z hosts          Count hosts. The order is 'name' or 'size'.\n";
    expect(lists(text)).toEqual([["-z", undefined]]);
  });

  it("are not read if an entry shows no value", () => {
    const text =
      "  -w --dump[a=all,\n            b=bits]\n     Show it\n  -wk --dump=links\n     Follow\n  -wn --dump=nothing\n     Do not\n";
    expect(new Map(lists(text) as [string, unknown][]).get("-w --dump")).toBeUndefined();
  });

  it("end before a clause", () => {
    expect(lists("  --skip <when>   Skip it. It is either 'none' or 'all', which is the default\n")).toEqual([["--skip", ["none", "all"]]]);
    expect(lists("  --skip <when>   Using one of none, dirty or all, which is the default\n")).toEqual([
      ["--skip", ["none", "dirty", "all"]],
    ]);
  });
});
