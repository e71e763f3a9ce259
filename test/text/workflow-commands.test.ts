import { describe, expect, it } from "vitest";
import { disarmBrackets, disarmCommands } from "../../generator/text/workflow-commands.ts";

describe("text that a CI service would execute", () => {
  it.each([
    ["a command at the start of a line", "a\n::error::x\nb", "a\n\\u003a:error::x\nb"],
    ["a command after whitespace, which the runner removes", "  \t::set-output name=a::b", "  \t\\u003a:set-output name=a::b"],
    ["brackets anywhere", "4 | x ##[set-output name=a]b ##[error]c", "4 | x \\u0023#[set-output name=a]b \\u0023#[error]c"],
    ["brackets of Azure Pipelines, in any case", "x ##vso[task.x]y ##VSO[task.x]y", "x \\u0023#vso[task.x]y \\u0023#VSO[task.x]y"],
    ["more signs than are needed", "###[error]c", "#\\u0023#[error]c"],
  ])("is escaped: %s", (_title, given, want) => {
    expect(disarmCommands(given)).toBe(want);
  });

  it.each(["a ::error::x", "::1", "std::vector", "  ::1 is this machine", "## [x]", "#[x]", "##x", ""])("is unchanged in %j", (text) => {
    expect(disarmCommands(text)).toBe(text);
  });

  it("keeps its meaning in JSON", () => {
    const value = { "##[a]": ["##vso[b]\\##[c]", "::error::x\n::error::x"] };
    const text = JSON.stringify(value, null, 2);
    expect(disarmCommands(text)).not.toMatch(/##(?:vso)?\[/);
    expect(JSON.parse(disarmCommands(text))).toEqual(value);
  });

  it("keeps intended commands", () => {
    expect(disarmBrackets("::error title=a::b ##[error]c\n")).toBe("::error title=a::b \\u0023#[error]c\n");
  });
});
