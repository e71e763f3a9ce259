/** Compares the replies of the server with those that the model received. Pure: each function returns the text of a cell. */
import { findTool } from "./model/script.ts";
import type { Step } from "./model/script.ts";
import type { SessionResult, WireMessage } from "./session.ts";

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly resource?: { readonly text?: string };
}

/** A reply of the server. */
interface Sent {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/** Returns the last reply to a call. Undefined if the server received no such call. */
function findSent(wire: SessionResult["wire"], { tool, args }: Step): Sent | undefined {
  const inner = (args["args"] ?? args) as Readonly<Record<string, unknown>>;
  const words = [tool, args["tool_name"], inner["lines"]].filter((word) => typeof word === "string" || typeof word === "number");
  const isCall = ({ method, params }: WireMessage): boolean => {
    const text = JSON.stringify(params);
    return method === "tools/call" && words.every((word) => text.includes(`${word}`));
  };
  const messages = wire.flatMap(({ from, message }) => (message === undefined ? [] : [{ from, message }]));
  const at = messages.findLastIndex(({ from, message }) => from === "client" && isCall(message));
  const id = messages[at]?.message.id;
  const reply = messages.slice(at + 1).find(({ from, message }) => from === "server" && message.id === id && message.method === undefined);
  const content = reply?.message.result?.["content"];
  if (at === -1 || !Array.isArray(content)) return undefined;
  const texts = (content as readonly Content[]).flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
  return { texts, isError: reply?.message.result?.["isError"] === true };
}

/** Removes escapes, quotes and white space, so that a text inside JSON or Python is found. */
function plain(text: string): string {
  return text.replaceAll(/\\+u[0-9a-f]{4}|\\+[nrt]|[^a-z0-9]/gi, "");
}

const holds = (heard: string, text: string): boolean => plain(heard).includes(plain(text));

const NUMBER = new Intl.NumberFormat("en-US");

/** Results of the calls with all permissions, by scenario. */
export function judgeReplies(session: SessionResult): Readonly<Record<string, string>> {
  const entries = session.steps.map((step): [string, string] => {
    const heard = session.heard.results.get(step.id);
    const sent = findSent(session.wire, step);
    if (heard === undefined) return [step.id, session.heard.called.has(step.id) ? "ends the run" : "not called"];
    return [step.id, sent === undefined ? "refused by the host" : judge(step.id, heard, sent)];
  });
  return Object.fromEntries(entries);
}

function judge(id: string, heard: string, sent: Sent): string {
  switch (id) {
    case "report":
      return judgeNotes(heard, sent);
    case "fail":
      return judgeError(heard, sent);
    case "long":
    case "cut":
      return judgeLength(heard, sent);
    case "table":
      if (heard.includes("name,count\napples,3\npears,5")) return "text";
      return holds(heard, "name,count\napples,3\npears,5") ? "inside JSON" : "lost";
    case "picture":
      return judgeMedia(heard, "image", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB");
    case "sound":
      return judgeMedia(heard, "audio", "UklGRrQBAABXQVZFZm10IBAAAAABAAEA");
    default:
      return sent.texts.every((text) => holds(heard, text)) ? "shown" : "lost";
  }
}

/** The notes after the first text: standard error, exit code and ignored arguments. */
function judgeNotes(heard: string, { texts: [first = "", ...notes] }: Sent): string {
  if (notes.length === 0) return holds(heard, first) ? "shown" : "lost";
  const shown = notes.filter((note) => holds(heard, note));
  if (shown.length === 0) return "lost";
  if (shown.length < notes.length) return "partly lost";
  const all = [first, ...notes];
  const isGlued = notes.some(
    (note, index) => heard.includes(`${(all[index] ?? "").slice(-12)}${note.slice(0, 8)}`) && !note.startsWith("\n"),
  );
  return isGlued ? "shown, glued together" : "shown";
}

function judgeError(heard: string, { texts, isError }: Sent): string {
  const isShown = texts.every((text) => holds(heard, text));
  const rest = texts.reduce((left, text) => left.replaceAll(plain(text), ""), plain(heard));
  const hasFlag = isError && /error(?!false)|failed/i.test(rest);
  if (!isShown) return hasFlag ? "only the flag" : "lost";
  return hasFlag ? "text and flag" : "text only";
}

function judgeLength(heard: string, { texts }: Sent): string {
  const sent = texts.join("\n");
  if (texts.every((text) => holds(heard, text))) return "whole";
  const [, hint] = /output_read[^]{0,80}?([0-9a-f]{8,})/.exec(sent) ?? [];
  const id = hint === undefined ? "" : heard.includes(hint) ? "; id shown" : "; id lost";
  const rounded = Math.round(heard.length / 100) * 100;
  return `${NUMBER.format(rounded)} of ${NUMBER.format(sent.length)} characters${id}`;
}

function judgeMedia(heard: string, kind: string, start: string): string {
  if (heard.includes(`[model ${kind}`)) return kind;
  if (heard.includes(start)) return "base64 in text";
  return "only a note";
}

/** The kinds of tools that ran without options of the host. */
export function judgePermissions(session: SessionResult): string {
  const ran = session.steps.filter((step) => step.id !== "confirm" && findSent(session.wire, step)?.isError === false).map(({ id }) => id);
  return ran.length === 0 ? "nothing" : ran.join(", ");
}

/** The answer to a confirmation prompt, and its effect. */
export function judgeConfirmation(session: SessionResult): string {
  const step = session.steps.find(({ id }) => id === "confirm");
  const sent = step && findSent(session.wire, step);
  if (sent === undefined) return "refused by the host";
  const ran = sent.texts.join("").includes("wiped") ? "runs" : "not run";
  const actions = session.wire.flatMap(({ from, message }) => (from === "client" ? findActions(message) : []));
  const [action] = actions;
  if (action === undefined) return `cannot ask: ${ran}`;
  return `${action}: ${ran}`;
}

/** Returns the actions of elicitation results in a message, of both eras of the protocol. */
function findActions(message: unknown): readonly string[] {
  return Array.from(JSON.stringify(message).matchAll(/"action":"(accept|decline|cancel)"/g), ([, action = ""]) => `${action}s`);
}

/** Facts about the connection, by name. */
export function judgeConnection({ wire }: SessionResult): Readonly<Record<string, string>> {
  const messages = wire.flatMap(({ from, message }) => (from === "client" && message !== undefined ? [message] : []));
  const call = messages.find(({ method }) => method === "tools/call");
  const text = JSON.stringify(messages.find(({ method }) => method === "server/discover" || method === "initialize") ?? {});
  const probe = messages.some(({ method }) => method === "server/discover") && !messages.some(({ method }) => method === "initialize");
  const [, version = ""] = /rotocolVersion":"([^"]+)"/.exec(text) ?? [];
  const variables = wire.find(({ from }) => from === "start")?.variables ?? [];
  return {
    handshake: `${probe ? "discover" : "initialize"} ${version}`,
    client: /lientInfo":\{[^}]*?"name":"([^"]+)"/.exec(text)?.[1] ?? "",
    declares: ["roots", "sampling", "elicitation"].filter((name) => text.includes(`"${name}":`)).join(", "),
    progress: JSON.stringify(call?.params ?? {}).includes('"progressToken"') ? "yes" : "no",
    environment: describeVariables(variables),
  };
}

/** Variables with the key of the model, for hosts that read it from their environment. */
const OWN_KEYS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "COPILOT_PROVIDER_API_KEY"];

function describeVariables(variables: readonly string[]): string {
  if (!variables.includes("CLIMAX_HOSTS_MARK")) return variables.join(" ");
  if (!variables.includes("CLIMAX_HOSTS_API_KEY")) return "all but keys";
  const own = OWN_KEYS.find((name) => variables.includes(name));
  return own === undefined ? "all" : `all, also \`${own}\``;
}

/** The server's tools in the first request: the number of characters, or their absence. */
export function judgeListing({ heard, steps }: SessionResult): string {
  const { first } = heard;
  if (first === undefined) return "no request";
  const names = [...new Set(steps.map(({ tool }) => tool))];
  const found = names.map((name) => findTool(first.tools, name));
  if (found.every((tool) => tool === undefined)) {
    const isNamed = names.every((name) => first.prompt.includes(name) || first.tools.some(({ text }) => text.includes(name)));
    return isNamed ? "names only" : "no";
  }
  const size = found.reduce((sum, tool) => sum + (tool?.text.length ?? 0), 0);
  return `${NUMBER.format(size)} characters${found.includes(undefined) ? ", not all" : ""}`;
}

/** Reports which part of the server's instructions the first request contains. */
export function judgeInstructions({ wire, heard }: SessionResult): string {
  const sent = wire.map(({ message }) => message?.result?.["instructions"]).find((text) => typeof text === "string");
  if (typeof sent !== "string") return "none sent";
  const { prompt = "", tools = [] } = heard.first ?? {};
  const text = plain(`${prompt}\n${tools.map((tool) => tool.text).join("\n")}`);
  if (text.includes(plain(sent))) return "whole";
  const [line = ""] = sent.split("\n");
  return text.includes(plain(line)) ? "first line" : "no";
}

/** The end of a call of 70 seconds. */
export function judgeSlow({ heard }: SessionResult): string {
  const result = heard.results.get("wait");
  const seconds = heard.seconds.get("wait");
  if (result === undefined || seconds === undefined) return "no result";
  if (result.includes("waited")) return "waits";
  // Codex gives the model control of a script that is still running.
  return `${result.startsWith("Script running") ? "continues in the background" : "gives up"} after ${Math.round(seconds)} s`;
}
