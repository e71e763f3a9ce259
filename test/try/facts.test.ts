/** Tests the pure parts of `climax-gen try`: streams, changes, network, records and comparisons. */
import { describe, expect, it } from "vitest";
import { compareFacts } from "../../generator/try/compare-facts.ts";
import { agreeOnFacts, type ExampleFacts, toFacts } from "../../generator/try/facts.ts";
import { agreeOnChanges, compareChanges, listChanges } from "../../generator/try/file-changes.ts";
import { readNetworkTrace } from "../../generator/try/network-trace.ts";
import type { ObservedCall } from "../../generator/try/observed-call.ts";
import { formatRecord, readRecord } from "../../generator/try/record-file.ts";
import { describeStream } from "../../generator/try/stream-facts.ts";

describe("describeStream", () => {
  it.each([
    ["", { kind: "empty" }],
    [" \n", { kind: "empty" }],
    ["done\n", { kind: "text" }],
    ["42\n", { kind: "text" }],
    ["[1] not JSON\n", { kind: "text" }],
    ['{"a":1} trailing', { kind: "text" }],
    ['add x\n{"a":1}', { kind: "text" }],
    ['{"b":1,"a":{"c":2}}\n', { kind: "json", keys: ["a", "b"] }],
    ['[{"a":1},{"b":2}]', { kind: "json", keys: ["a", "b"] }],
    ["[]", { kind: "json" }],
    ['{"a":1}\n{"a":"}"}\n', { kind: "json-lines", keys: ["a"] }],
    ['{\n"a":1\n}\n{\n"b":2\n}\n', { kind: "json-stream", keys: ["a", "b"] }],
    ['\u001b[?25l[{"a":1}]\n\u001b[?25h', { kind: "json", keys: ["a"] }],
    ["\u0000\u0001", { kind: "binary" }],
    ['{"name":"\uFFFD"}', { kind: "json", keys: ["name"] }],
  ])("describes %j", (text, want) => {
    expect(describeStream(Buffer.from(text))).toEqual({ ...want, bytes: Buffer.byteLength(text) });
  });

  it("describes bytes that are not UTF-8 as binary, and keeps the size of a stream that was cut", () => {
    expect(describeStream(Buffer.from([0xff, 0xfe, 0x41]))).toEqual({ kind: "binary", bytes: 3 });
    expect(describeStream(Buffer.from("text"), 9_000_000)).toEqual({ kind: "text", bytes: 9_000_000 });
  });
});

describe("changes", () => {
  it("lists files, links and empty directories, but no directory with files", () => {
    const before = new Map(Object.entries({ "a.txt": "1", "b.txt": "1", "d/": "", "d/x": "1" }));
    const after = new Map(Object.entries({ "a.txt": "2", "d/": "", "d/x": "1", "e/": "", "e/y": "1", "f/": "" }));
    expect(listChanges(before, after)).toEqual(["changed a.txt", "removed b.txt", "added e/y", "added f/"]);
  });

  it("generalizes paths that differ between runs to the deepest common directory", () => {
    const first = ["added .git/objects/ab/1", "changed HEAD", "added log-1", "added only-first/x/y"];
    const second = ["added .git/objects/cd/2", "changed HEAD", "added log-2"];
    expect(agreeOnChanges(first, second)).toEqual(["added *", "added .git/objects/*", "changed HEAD"]);
    expect(agreeOnChanges(["added a"], [])).toEqual([]);
  });

  it("generalizes names that depend on the machine or the day", () => {
    const changes = [
      "added .cache/uv/interpreter/ee29edfd57359aa6/bfd5.msgpack",
      "added lib/__pycache__/main.cpython-311.pyc",
      "added .local/lib/python3.11/site-packages/demo.py",
      "changed .config/telemetry/go-2026-11-29.v1.count",
      "added .git/objects/01/23456789abcdef0123456789abcdef01234567",
      "added 2026-11-29.jpg",
      "added notes/python.md",
      "added target/deps/demo-5879f69cea0da43c",
      "added target/deps/demo-5879f69cea0da43c.d",
    ];
    expect(agreeOnChanges(changes, changes)).toEqual([
      "added .cache/uv/interpreter/*",
      "changed .config/telemetry/*",
      "added .git/objects/01/23456789abcdef0123456789abcdef01234567",
      "added .local/lib/*",
      "added 2026-11-29.jpg",
      "added lib/__pycache__/*",
      "added notes/python.md",
      "added target/deps/*",
    ]);
  });

  it("compares recorded changes, in which * covers a directory", () => {
    const recorded = ["added .git/objects/*", "changed HEAD"];
    expect(compareChanges(recorded, ["added .git/objects/ef/3", "changed HEAD"])).toEqual({ missing: [], unexpected: [] });
    expect(compareChanges(recorded, ["added other"])).toEqual({ missing: recorded, unexpected: ["added other"] });
  });

  it("ignores when SQLite moves its log into a database", () => {
    const recorded = ["changed store/index.db", "removed store/index.db-shm", "removed store/index.db-wal", "changed other.db"];
    expect(compareChanges(recorded, ["changed store/index.db-shm", "added notes-wal.txt"])).toEqual({
      missing: ["changed other.db"],
      unexpected: ["added notes-wal.txt"],
    });
  });
});

it("reads the addresses of strace without loopback addresses and routes", () => {
  const trace = [
    '12 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
    '12 connect(3, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("203.0.113.7")}, 16) = -1 ENETUNREACH (x)',
    '12 connect(3, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), x}, 28) = -1',
    '12 connect(3, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '12 connect(3, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("203.0.113.9")}, 16) = 0',
    "12 sendto(3, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0}, 12) = 20",
  ].join("\n");
  expect(readNetworkTrace(trace)).toEqual(["203.0.113.7:443", "[2001:db8::1]:80", "name lookup"]);
});

const CALL: ObservedCall = {
  argv: ["tool", "list"],
  outcome: "exited",
  exit: 0,
  stdout: Buffer.from('{"a":1,"b":2}'),
  stderr: Buffer.alloc(0),
  stdoutSize: 13,
  stderrSize: 0,
  project: [],
  home: [],
  network: [],
  reply: { texts: ["{}"], isError: false },
  sprung: [],
};

const factsOf = (changes: Partial<ObservedCall> = {}): ExampleFacts => toFacts({ all: true }, { ...CALL, ...changes });

describe("records", () => {
  it("keep what two runs agree on", () => {
    const first = factsOf({ argv: ["tool", "/tmp/1"], exit: 0, network: ["a:1", "b:2"] });
    const second = factsOf({ argv: ["tool", "/tmp/2"], exit: 1, network: ["a:1"], stdout: Buffer.from('{"a":1}'), stdoutSize: 7 });
    expect(agreeOnFacts(first, second)).toEqual({
      example: { all: true },
      argv: ["tool", "*"],
      stdout: { kind: "json", keys: ["a"] },
      stderr: { kind: "empty" },
      project: [],
      home: [],
      network: ["a:1"],
    });
  });

  it("are written in a stable order, and read again", () => {
    const record = { program: "tool", version: "1.0", tools: { b: [factsOf()], a: [] } };
    const text = formatRecord(record);
    expect(Object.keys(JSON.parse(text).tools)).toEqual(["a", "b"]);
    expect(text).toContain('        "argv": ["tool", "list"],\n');
    expect(readRecord(text)).toEqual(record);
  });

  it.each([
    ["no JSON", "it is not a JSON object"],
    ['{"program":"x"}', "`program` or `tools` is missing"],
    ['{"program":"x","tools":{"t":[{"example":{}}]}}', 'the facts about "t" are not a list of examples'],
  ])("are rejected with the reason: %s", (text, problem) => {
    expect(readRecord(text)).toEqual({ problem });
  });
});

describe("compareFacts", () => {
  const compare = (old: ExampleFacts, now: ExampleFacts): readonly string[] =>
    compareFacts(new Map([["t", [old]]]), new Map([["t", [now]]])).map(({ text }) => text);

  it.each<[string, Partial<ObservedCall>, string]>([
    ["exit status", { exit: 1 }, "the exit status is 1, recorded is 0"],
    ["outcome", { outcome: "timed_out" }, "the outcome is timed_out, recorded is exited"],
    ["command line", { argv: ["tool"] }, "the command line is [tool], recorded is [tool, list]"],
    ["kind", { stdout: Buffer.from("text") }, "standard output is text, recorded is json"],
    ["keys", { stdout: Buffer.from('{"a":1}') }, 'standard output lacks the recorded key "b"'],
    ["size", { stdoutSize: 1300 }, "standard output has about 1300 bytes, recorded are 13"],
    ["standard error", { stderr: Buffer.from("warning") }, "standard error is text, recorded is empty"],
    ["project", { project: ["added x"] }, "the project has changes that are not recorded: added x"],
    ["network", { network: ["a:1"] }, "it tries to reach a:1, which is not recorded"],
  ])("reports another %s", (_, changes, text) => {
    expect(compare(factsOf(), factsOf(changes))).toEqual([text]);
  });

  it("reports nothing for equal facts, similar sizes and facts that the record omits", () => {
    expect(compare(factsOf(), factsOf({ stdoutSize: 70 }))).toEqual([]);
    const { exit: _exit, network: _network, ...omitted } = factsOf();
    expect(compare(omitted, factsOf({ exit: 3, network: ["a:1"] }))).toEqual([]);
  });

  it("reports examples and tools that only one side has", () => {
    const other = toFacts({ all: false }, CALL);
    expect(compare(other, factsOf())).toEqual([
      "the record does not have the example",
      'the config does not have the recorded example {"all":false}',
    ]);
    expect(compareFacts(new Map([["gone", [other]]]), new Map())).toEqual([
      { tool: "gone", index: undefined, text: 'the config does not have the recorded example {"all":false}' },
    ]);
  });
});
