import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readPackageManual } from "../../generator/host/package-manual.ts";
import type { Answer } from "../../generator/import/crawl/read-help.ts";
import { crawlProgram } from "../../generator/import/crawl/crawl.ts";
import { describeUsage, readUsageList, usageListWords } from "../../generator/import/crawl/usage-list.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-usage-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROOT = `deliver <command>

Usage:

deliver send       send a parcel
deliver -l         display usage info for all commands

All commands:

    send, track

deliver@1.2.0 /opt/deliver
`;

const LIST = `deliver <command>

All commands:

    send   Send a parcel
           
           Usage:
           deliver send <parcel> [<parcel> ...]
           
           Options:
           [-f|--fast] [--no-stamp|--stamp <stamp>]
           [--old]
           
           alias: post
           
           Run "deliver help send" for more info

    track  Track a parcel
           
           Usage:
           deliver track
           
           Run "deliver help track" for more info

Specify configs in the ini-formatted file
`;

const MANUAL = String.raw`.TH "DELIVER-SEND" "1"
.SH "NAME"
\fBdeliver-send\fR - Send a parcel
.SS "\fBfast\fR"
.RS 0
.IP \(bu 4
Default: false
.RE 0

.P
Send the parcel with the next truck, which costs
more than usual.
.P
Not on Sundays.
.SS "\fBstamp\fR"
.P
The stamp to use.
.SS "\fBold\fR"
.RS 0
.IP \(bu 4
DEPRECATED: use \fB--fast\fR
.RE 0

.P
Send it on foot.
.SH "SEE ALSO"
deliver
`;

it("finds the option that lists the help of all commands", () => {
  expect(usageListWords("deliver", ROOT)).toEqual(["-l"]);
  expect(usageListWords("other", ROOT)).toBeUndefined();
  expect(usageListWords("deliver", ROOT.replace("-l         display", "--rm       display"))).toBeUndefined();
  expect(usageListWords("deliver", ROOT.replace("display usage info for all commands", "list all files"))).toBeUndefined();
});

it("reads the help of each command, and adds the descriptions of its man page", () => {
  const helps = readUsageList(LIST);
  expect([...helps.keys()]).toEqual(["send", "track"]);
  const track = 'Track a parcel\n\nUsage:\ndeliver track\n\nRun "deliver help track" for more info\n';
  expect(helps.get("track")).toBe(track);
  expect(describeUsage(track, undefined)).toBe(track);
  expect(describeUsage(helps.get("send") ?? "", MANUAL)).toBe(`Send a parcel

Usage:
deliver send <parcel> [<parcel> ...]

Options:
[-f|--fast] [--no-stamp|--stamp <stamp>]
[--old]

  -f|--fast
    Send the parcel with the next truck, which costs more than usual.

  --stamp
    The stamp to use.

  --old
    DEPRECATED: Send it on foot.

alias: post

Run "deliver help send" for more info
`);
});

it("leaves a command whose options are not all described to its own help", () => {
  const send = readUsageList(LIST).get("send") ?? "";
  expect(describeUsage(send, undefined)).toBeUndefined();
  expect(describeUsage(send, MANUAL.replace("fBold", "fBnew"))).toBeUndefined();
});

it("starts a program once for all commands of the list", async () => {
  const asked: string[] = [];
  const outputs: Readonly<Record<string, string>> = { "--help": ROOT, "-l": LIST, "--version": "1.2.0" };
  const ask = async (words: readonly string[]): Promise<Answer> => {
    const line = words.slice(1).join(" ");
    asked.push(line);
    const text = outputs[line];
    return text === undefined ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts: [text] };
  };
  const interviewer = {
    ask,
    manuals: async () => [],
    packageManual: (_: string, name: string) => (name === "deliver-send" ? MANUAL : undefined),
  };
  const { pages } = await crawlProgram({ program: "deliver", path: [], maxDepth: 3, maxPages: 20 }, interviewer);
  expect(asked.toSorted()).toEqual(["--help", "--version", "-l"]);
  expect(pages.map(({ label }) => label)).toEqual(["deliver --help", "deliver -l", "deliver -l"]);
  const { root } = describeProgram({ program: "deliver", pages });
  const [send] = root.commands;
  expect(send?.options.map(({ names, isDeprecated = false }) => [...names, isDeprecated])).toEqual([
    ["-f", "--fast", false],
    ["--stamp", false],
    ["--old", true],
    ["--no-stamp", false],
  ]);
});

it("reads the man pages of the package of a program, and no file outside it", () => {
  const root = join(folder, "node_modules", "deliver");
  for (const path of ["bin", "man/man1"]) mkdirSync(join(root, path), { recursive: true });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(root, "bin", "cli.js"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync(join(root, "bin", "cli.js"), join(folder, "bin", "deliver"));
  writeFileSync(join(root, "man/man1/deliver-send.1"), MANUAL);
  writeFileSync(join(folder, "deliver-secret.1"), "secret");
  symlinkSync(join(folder, "deliver-secret.1"), join(root, "man/man1/deliver-secret.1"));
  const program = join(folder, "bin", "deliver");
  const read = (name: string, manifest: unknown): string | undefined => {
    writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
    return readPackageManual(program, name);
  };
  const manifest = { directories: { man: "./man" } };
  expect(read("deliver-send", manifest)).toBe(MANUAL);
  expect(read("deliver-other", manifest)).toBeUndefined();
  expect(read("deliver-secret", manifest)).toBeUndefined();
  expect(read("../man1/deliver-send", manifest)).toBeUndefined();
  mkdirSync(join(folder, "man1"));
  writeFileSync(join(folder, "man1", "deliver-send.1"), "outside");
  expect(read("deliver-send", { directories: { man: "../.." } })).toBeUndefined();
  expect(read("deliver-send", { directories: "man" })).toBeUndefined();
});
