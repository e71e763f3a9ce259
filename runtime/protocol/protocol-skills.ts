/**
 * Serves the skill of a server to clients of the extension `io.modelcontextprotocol/skills` (SEP-2640), which is specified for the protocol
 * of 2026-07-28. The skill is written at the first request for it, from the tools that the policies of the moment enable.
 */
import type { Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError } from "@modelcontextprotocol/server";
import type { ServedTools, ToolServer } from "../server/tool-server.ts";
import { invalidParams } from "./protocol-errors.ts";
import { RPC_CODES } from "./protocol-messages.ts";
import { ANY_PARAMS } from "./protocol-params.ts";
import { declaresExtension } from "./protocol-request.ts";
import type { ServedSkill } from "../skill/served-skill.ts";
import { MARKDOWN } from "../skill/markdown.ts";

/** Identifier of the extension. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** Capabilities that a server states only to clients of the extension. */
export const SKILL_CAPABILITIES = { resources: {}, extensions: { [SKILLS_EXTENSION]: {} } } as const satisfies ServerCapabilities;

/**
 * Registers the methods of the extension. A client that does not declare the extension gets the error of an unknown method.
 * @param ttlMs time for which a client may cache the results, in milliseconds
 */
export function serveSkills(sdk: Server, server: ToolServer, ttlMs: number): void {
  const cache = { ttlMs, cacheScope: "private" as const };
  const open = async ({ mcpReq }: ServerContext): Promise<ServedSkill> => {
    if (!declaresExtension(mcpReq, SKILLS_EXTENSION)) throw new ProtocolError(RPC_CODES.methodNotFound, "Method not found");
    return await skillOf(server);
  };
  sdk.setRequestHandler("skills/list", { params: ANY_PARAMS }, async (params, context) => {
    const { entry } = await open(context);
    rejectCursor(params["cursor"]);
    return { skills: [entry], ...cache };
  });
  sdk.setRequestHandler("skills/get", { params: ANY_PARAMS }, async ({ uri }, context) => {
    const { entry } = await open(context);
    if (uri !== entry.uri) throw invalidParams(`uri: no skill is served at ${shown(uri)}; skills/list returns the URI of the skill`);
    return { skill: entry, ...cache };
  });
  sdk.setRequestHandler("resources/list", async ({ params }, context) => {
    const { resources } = await open(context);
    rejectCursor(params?.cursor);
    return { resources: [...resources], ...cache };
  });
  sdk.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const text = (await open(context)).texts.get(uri);
    if (text === undefined) throw invalidParams(`uri: no file is served at ${shown(uri)}; resources/list returns the URIs`);
    return { contents: [{ uri, mimeType: MARKDOWN, text }], ...cache };
  });
}

/** Rejects a cursor, because every list has one page. */
function rejectCursor(cursor: unknown): void {
  if (cursor) throw invalidParams("cursor: this server did not return it; list without a cursor");
}

function shown(uri: unknown): string {
  return JSON.stringify(uri) ?? "undefined";
}

/** The skill of each set of tools that a server has had, written at most once. */
const written = new WeakMap<ServedTools, Promise<ServedSkill>>();

function skillOf(server: ToolServer): Promise<ServedSkill> {
  const tools = server.tools();
  const known = written.get(tools);
  if (known !== undefined) return known;
  const skill = import("../skill/served-skill.ts").then(({ serveSkill }) => serveSkill(server, tools));
  written.set(tools, skill);
  return skill;
}
