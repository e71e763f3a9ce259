/** States the extensions of the protocol that a server supports, each only to clients that declare it. */
import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { ProtocolHandler } from "./protocol-errors.ts";
import { ReadableErrorsServer } from "./protocol-errors.ts";
import { declaresExtension } from "./protocol-request.ts";
import { SKILLS_EXTENSION } from "./protocol-skills.ts";
import { withoutContent } from "./protocol-tasks.ts";

/**
 * A server of the SDK that states the capabilities of an extension only to its clients. Other clients see what they saw without it. A result
 * of `tools/call` can be a task.
 */
export class ExtensionsServer extends ReadableErrorsServer {
  protected override _wrapHandler(method: string, handler: ProtocolHandler): ProtocolHandler {
    const wrapped = super._wrapHandler(method, handler);
    if (method === "tools/call") return async (request, context) => withoutContent(await wrapped(request, context));
    if (method !== "server/discover") return wrapped;
    return async (request, context) => {
      const result = await wrapped(request, context);
      const { resources, extensions = {}, ...capabilities } = result["capabilities"] as ServerCapabilities;
      const declared = Object.entries(extensions).filter(([name]) => declaresExtension(context.mcpReq, name));
      const hasSkills = declared.some(([name]) => name === SKILLS_EXTENSION);
      return {
        ...result,
        capabilities: {
          ...capabilities,
          ...(hasSkills && { resources }),
          ...(declared.length > 0 && { extensions: Object.fromEntries(declared) }),
        },
      };
    };
  }
}
