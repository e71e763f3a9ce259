import { describe, expect, it } from "vitest";
import { listText, readLaunch } from "../../../runtime/launch/launch.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";

const index = createToolIndex([
  {
    cli: { name: "t", description: "", command: ["echo"], tool_count: 1 },
    tools: { say: { name: "say", description: "Say\n  it", command: ["echo"], args: {} } },
  },
]);
const defaults = { name: "demo", version: "1.0.0", classic: false };
const launch = (...argv: readonly string[]): ReturnType<typeof readLaunch> => readLaunch(argv, defaults);

describe("launch arguments", () => {
  it.each([
    ["serve as generated without arguments", [], false, "warn"],
    ["serve classic with --classic", ["--classic"], true, "warn"],
    ["take a log level", ["--log-level", "debug"], false, "debug"],
    ["take a log level after =", ["--log-level=silent", "--progressive"], false, "silent"],
  ] as const)("%s", (_title, argv, classic, logLevel) => {
    expect(launch(...argv)).toEqual({ kind: "serve", classic, logLevel, policyFiles: [], auditValues: false });
  });

  it("accept policy files, for serving and for listing", () => {
    expect(launch("--policy", "p.yaml")).toMatchObject({ kind: "serve", policyFiles: ["p.yaml"] });
    expect(launch("--list", "--policy=p.yaml")).toEqual({ kind: "list", policyFiles: ["p.yaml"] });
    expect(launch("--policy", "a.yaml", "--policy=b.yaml")).toMatchObject({ kind: "serve", policyFiles: ["a.yaml", "b.yaml"] });
    expect(launch("--list")).toEqual({ kind: "list", policyFiles: [] });
  });

  it("accept the directory of Directive tools", () => {
    expect(launch("--root", "/srv/project")).toMatchObject({ kind: "serve", directory: "/srv/project" });
    expect(launch("--root", "")).toMatchObject({
      kind: "refused",
      text: expect.stringContaining("--root needs the path of a directory") as string,
    });
  });

  it("are escaped in the message about them, because the name of a file can control a terminal", () => {
    expect(launch("a\n::error::b\u001B[2J")).toMatchObject({
      kind: "refused",
      text: expect.stringMatching(/^demo: Unexpected argument 'a\\u000a::error::b\\u001b\[2J'/) as string,
    });
  });

  it("show values in the audit only with --audit-values", () => {
    expect(launch("--audit-values")).toMatchObject({ kind: "serve", auditValues: true });
  });

  it("override a classic generation with --progressive", () => {
    expect(readLaunch(["--progressive"], { ...defaults, classic: true })).toMatchObject({ kind: "serve", classic: false });
    expect(readLaunch([], { ...defaults, classic: true })).toMatchObject({ kind: "serve", classic: true });
  });

  it("select the mode with --discovery", () => {
    expect(launch("--discovery", "classic")).toMatchObject({ classic: true });
    expect(readLaunch(["--discovery=progressive"], { ...defaults, classic: true })).toMatchObject({ classic: false });
    expect(launch("--discovery", "auto", "--split-calls")).toMatchObject({ isAuto: true, splitCalls: true });
    expect(launch("--discovery", "progressive")).not.toHaveProperty("isAuto");
  });

  it("override the options of discovery of the generation", () => {
    expect(launch("--split-calls", "--search-schemas", "3")).toMatchObject({ splitCalls: true, searchSchemas: 3 });
    const generated = { ...defaults, splitCalls: true, searchSchemas: 5 };
    expect(readLaunch([], generated)).toMatchObject({ splitCalls: true, searchSchemas: 5 });
    expect(readLaunch(["--search-schemas=0"], generated)).toMatchObject({ splitCalls: true, searchSchemas: 0 });
    expect(readLaunch(["--classic"], generated)).toMatchObject({ classic: true });
  });

  it.each([
    ["a number of schemas that is not one", ["--search-schemas", "few"], "--search-schemas needs a whole number, 0 or more"],
    ["a negative number of schemas", ["--search-schemas=-1"], "--search-schemas needs a whole number, 0 or more"],
    ["split calls of a classic server", ["--classic", "--split-calls"], "--split-calls has no effect on a classic server"],
    ["schemas of a classic server", ["--classic", "--search-schemas=3"], "--search-schemas has no effect on a classic server"],
    ["both modes", ["--classic", "--progressive"], "--classic and --progressive are mutually exclusive"],
    ["a mode twice", ["--classic", "--discovery", "auto"], "--classic and --discovery are mutually exclusive"],
    ["an unknown mode", ["--discovery", "some"], "--discovery must be one of: progressive, classic, auto"],
    ["an unknown level", ["--log-level", "loud"], "--log-level must be one of: debug, info, warn, error, silent"],
    ["an unknown option", ["--clasic"], "Unknown option '--clasic'"],
    ["a policy without a name", ["--policy="], "--policy needs the name of a file"],
    ["a stray word", ["serve"], "Unexpected argument 'serve'"],
    ["a serving option without --http", ["--drain", "5"], "--drain needs --http"],
  ])("with %s are rejected in one line, followed by a line that names --help", (_title, argv, want) => {
    const refused = launch(...argv);
    expect(refused).toMatchObject({ kind: "refused", text: expect.stringContaining(`demo: ${want}`) as string });
    expect((refused as { readonly text: string }).text).toMatch(/^demo: .+\nstart the server with --help alone to see its options\n$/);
  });

  it.each([
    ["--help", "Usage: node server.mjs"],
    ["--help", "\n  CLIMAX_AUDIT_FILE "],
    ["--help", "\n  OTEL_EXPORTER_OTLP_ENDPOINT\n"],
    ["--version", "demo 1.0.0\n"],
  ])("print with %s: %j", (flag, want) => {
    expect(launch(flag)).toMatchObject({ kind: "print", text: expect.stringContaining(want) as string });
  });

  it("list one tool per line", () => {
    expect(listText(index)).toBe("say\tSay it\n");
  });
});
