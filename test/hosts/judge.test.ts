/** Tests how `npm run hosts` compares what the server sent with what the model received. */
import { describe, expect, it } from "vitest";
import { judgeConfirmation, judgeConnection, judgeInstructions, judgeListing, judgePermissions, judgeReplies } from "../../hosts/judge.ts";
import type { SessionResult, WireMessage } from "../../hosts/session.ts";

interface Given {
  readonly id: string;
  readonly sent?: readonly string[];
  readonly isError?: boolean;
  readonly heard?: string;
  readonly before?: WireMessage;
}

/** Builds a session with one call of a classic tool. */
function session({ id, sent, isError = false, heard, before }: Given): SessionResult {
  const call: WireMessage = { id: 7, method: "tools/call", params: { name: "demo_x", arguments: {} } };
  const content = sent?.map((text) => ({ type: "text", text }));
  const results = new Map(heard === undefined ? [] : [[id, heard]]);
  return {
    steps: [{ id, tool: "demo_x", args: {} }],
    heard: { first: undefined, results, called: new Map([[id, 0]]), seconds: new Map() },
    wire: [
      ...(before ? [{ time: 0, from: "client" as const, message: before }] : []),
      ...(content
        ? [
            { time: 0, from: "client" as const, message: call },
            { time: 0, from: "server" as const, message: { id: 7, result: { content, isError } } },
          ]
        : []),
    ],
    ended: { status: 0, stdout: "", stderr: "", isTimeout: false },
  };
}

describe("a reply", () => {
  it.each<[string, Given, string]>([
    ["without its notes", { id: "report", sent: ['{"a":1}', "[stderr]"], heard: '{"a":1}' }, "lost"],
    ["with some of its notes", { id: "report", sent: ["{}", "one", "two"], heard: "{} one" }, "partly lost"],
    ["with notes inside JSON", { id: "report", sent: ["{}", "exit\ncode"], heard: '["{}","exit\\ncode"]' }, "shown"],
    ["with notes that are glued", { id: "report", sent: ["read", "Ignored"], heard: "readIgnored" }, "shown, glued together"],
    ["of a failure without a mark", { id: "fail", sent: ["exit code 3"], isError: true, heard: "exit code 3" }, "text only"],
    ["of a failure with a mark", { id: "fail", sent: ["exit code 3"], isError: true, heard: '{"error":"exit code 3"}' }, "text and flag"],
    ["that is whole", { id: "long", sent: ["a b c"], heard: "a b c" }, "whole"],
    [
      "that is cut, without the id",
      { id: "cut", sent: [`${"a".repeat(900)} output_read: 0a1b2c3d4e`], heard: "a".repeat(300) },
      "300 of 924 characters; id lost",
    ],
    ["with a table inside JSON", { id: "table", sent: [], heard: '"name,count\\napples,3\\npears,5"' }, "inside JSON"],
    ["with an image", { id: "picture", sent: [], heard: "[model image, 10 characters]" }, "image"],
    ["without its image", { id: "picture", sent: [], heard: "[image/png, 70 bytes]" }, "only a note"],
    ["that never came", { id: "sound", sent: [] }, "ends the run"],
    ["to a call that the host rejected", { id: "call", heard: "no" }, "refused by the host"],
  ])("%s", (_, given, want) => {
    expect(judgeReplies(session(given))).toEqual({ [given.id]: want });
  });
});

describe("a confirmation", () => {
  const elicited = (action: string): WireMessage => ({ id: 1, result: { action } });
  it.each<[string, Given, string]>([
    ["that is accepted", { id: "confirm", sent: ["wiped the disk"], before: elicited("accept") }, "accepts: runs"],
    ["that is declined", { id: "confirm", sent: ["Not run"], before: elicited("decline") }, "declines: not run"],
    ["that is not asked", { id: "confirm", sent: ["Not run"] }, "cannot ask: not run"],
    ["of a call that the host rejects", { id: "confirm" }, "refused by the host"],
  ])("%s", (_, given, want) => {
    expect(judgeConfirmation(session(given))).toBe(want);
  });
});

it("lists the tools that ran", () => {
  expect(judgePermissions(session({ id: "read", sent: ["shown"] }))).toBe("read");
  expect(judgePermissions(session({ id: "read", sent: ["no"], isError: true }))).toBe("nothing");
});

it("describes the connection", () => {
  const hello: WireMessage = {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: { roots: {} }, clientInfo: { name: "a-client", version: "1" } },
  };
  const variables = ["CLIMAX_HOSTS_API_KEY", "CLIMAX_HOSTS_MARK", "OPENAI_API_KEY"];
  const { wire, ...rest } = session({ id: "x", sent: [], before: hello });
  expect(judgeConnection({ ...rest, wire: [{ time: 0, from: "start", variables }, ...wire] })).toEqual({
    handshake: "initialize 2025-06-18",
    client: "a-client",
    declares: "roots",
    progress: "no",
    environment: "all, also `OPENAI_API_KEY`",
  });
});

describe("the first request", () => {
  const given = session({ id: "x", sent: [] });
  const hello = { time: 0, from: "server" as const, message: { id: 0, result: { instructions: "One line.\nTwo lines." } } };
  const withFirst = (prompt: string, name: string): SessionResult => ({
    ...given,
    wire: [hello],
    heard: { ...given.heard, first: { prompt, tools: [{ name, text: "{...}" }] } },
  });

  it("contains the tools, their names, or neither", () => {
    expect(judgeListing(withFirst("", "mcp__demo__demo_x"))).toBe("5 characters");
    expect(judgeListing(withFirst("search for demo_x", "search"))).toBe("names only");
    expect(judgeListing(withFirst("", "search"))).toBe("no");
  });

  it("contains the instructions, their first line, or neither", () => {
    expect(judgeInstructions(withFirst("One line.\nTwo lines.", "a"))).toBe("whole");
    expect(judgeInstructions(withFirst("- demo: One line.", "a"))).toBe("first line");
    expect(judgeInstructions(withFirst("", "a"))).toBe("no");
  });
});
