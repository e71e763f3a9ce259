/** Tests warnings of required positionals after optional ones. */
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

async function check(text: string): Promise<readonly string[]> {
  const checked = await checkInputs([{ path: "git.yaml", bytes: new TextEncoder().encode(text) }]);
  const hazards = (await findHazards(checked)).filter(({ code }) => code === "positional-order");
  return [...checked.diagnostics, ...hazards].map(
    ({ severity, code, message, help }) => `${severity}[${code}]: ${message}; help: ${help ?? "none"}`,
  );
}

describe("positionals", () => {
  const withArgs = (...args: readonly string[]): string =>
    `command: git\ntools:\n  - name: t\n    description: d\n    args: [${args.map((arg) => `{ ${arg} }`).join(", ")}]\n`;
  const required = "name: b, positional: true, required: true";

  it("are reported if a required positional follows an optional one", async () => {
    expect(await check(withArgs("name: a, positional: true", required))).toEqual([
      'warning[positional-order]: in calls without "a", the value of "b" takes its position; help: define "a" after the required positionals, or add `required: true`, a `default` or a `flag` to it',
    ]);
  });

  it.each([
    [[required, "name: a, positional: true"]],
    [["name: a, positional: true, required: true", required]],
    [["name: a, positional: true, default: x", required]],
    [["name: a, flag: -a", required]],
  ])("are accepted as %j", async (args) => {
    expect(await check(withArgs(...args))).toEqual([]);
  });

  it.each([
    ["--", []],
    ["-", ["positional-order"]],
  ])("are accepted after an optional positional and the constant word %s: %j", async (word, codes) => {
    const args = withArgs("name: a, positional: true", `words: ["${word}"]`, required).replace(
      "    args:",
      "    order: as_written\n    args:",
    );
    expect((await check(args)).map((text) => /\[(.*?)\]/.exec(text)?.[1])).toEqual(codes);
  });
});
