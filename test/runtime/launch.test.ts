import { describe, expect, it } from "vitest";
import { readLaunch } from "../../runtime/launch.ts";
import { createToolIndex } from "../../runtime/tool-index.ts";

const index = createToolIndex([
  {
    cli: { name: "t", description: "", command: ["echo"], tool_count: 1 },
    tools: { say: { name: "say", description: "Say\n  it", command: ["echo"], args: {} } },
  },
]);
const defaults = { name: "demo", version: "1.0.0", index, classic: false };
const launch = (...argv: readonly string[]): ReturnType<typeof readLaunch> => readLaunch(argv, defaults);

describe("launch arguments", () => {
  it.each([
    ["serve as generated without arguments", [], false, "warn"],
    ["serve classic with --classic", ["--classic"], true, "warn"],
    ["take a log level", ["--log-level", "debug"], false, "debug"],
    ["take a log level after =", ["--log-level=silent", "--progressive"], false, "silent"],
  ] as const)("%s", (_title, argv, classic, logLevel) => {
    expect(launch(...argv)).toEqual({ kind: "serve", classic, logLevel });
  });

  it("override a classic generation with --progressive", () => {
    expect(readLaunch(["--progressive"], { ...defaults, classic: true })).toMatchObject({ kind: "serve", classic: false });
    expect(readLaunch([], { ...defaults, classic: true })).toMatchObject({ kind: "serve", classic: true });
  });

  it.each([
    ["both modes", ["--classic", "--progressive"], "--classic and --progressive exclude each other"],
    ["an unknown level", ["--log-level", "loud"], "--log-level must be one of: debug, info, warn, error, silent"],
    ["an unknown option", ["--clasic"], "Unknown option '--clasic'"],
    ["a stray word", ["serve"], "Unexpected argument 'serve'"],
  ])("refuse %s, with the usage", (_title, argv, want) => {
    const refused = launch(...argv);
    expect(refused).toMatchObject({ kind: "refused", text: expect.stringContaining(`demo: ${want}`) as string });
    expect(refused).toMatchObject({ text: expect.stringContaining("Usage: node server.mjs") as string });
  });

  it.each([
    ["--help", "Usage: node server.mjs"],
    ["--version", "demo 1.0.0\n"],
    ["--list", "say\tSay it\n"],
  ])("print with %s", (flag, want) => {
    expect(launch(flag)).toMatchObject({ kind: "print", text: expect.stringContaining(want) as string });
  });
});
