/** What the call of a Directive tool would read. Loaded where one is explained. */
import type { ExplainedReading, ExplainedRefusal } from "../call/explain-call.ts";
import type { Policy } from "../policy/policy.ts";
import { needsConfirmation } from "../policy/policy.ts";
import { templatePaths } from "./bundle.ts";
import type { DirectiveCall } from "./directive-refusal.ts";
import { findDirectiveRefusal } from "./directive-refusal.ts";
import { toDirectiveReply } from "./directive-reply.ts";
import { folderName, toRelativePath } from "./paths.ts";

/** By the stages that answer the call, up to the folder, which is not looked at. */
export async function explainReading(call: DirectiveCall, policies: readonly Policy[]): Promise<ExplainedReading | ExplainedRefusal> {
  const { root } = call.directive;
  const refusal = await findDirectiveRefusal(call, { directory: process.cwd(), root }, policies);
  if (refusal !== undefined) return { kind: "refused", text: refusal.reply.text, values: valuesOf(call), violations: refusal.violations };
  const below = pathsBelow(call);
  if (below === undefined) {
    const failure = { kind: "path_refused", path: pathOf(call), folder: folderName(root) } as const;
    return { kind: "refused", text: toDirectiveReply({ kind: "failed", failure }).text, violations: [] };
  }
  const folder = root.replace(/\/+$/, "");
  return {
    kind: "reading",
    values: valuesOf(call),
    paths: below.map((path) => `${folder}/${path}`),
    isConfirmed: needsConfirmation(call.tool.name, policies),
  };
}

/** As they were given: nothing is converted, and defaults are the schema's word. */
function valuesOf({ given }: DirectiveCall): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(given));
}

/** Undefined where the path leads out of the folder. */
function pathsBelow(call: DirectiveCall): readonly string[] | undefined {
  const { handler, root } = call.directive;
  if (typeof handler === "object") return templatePaths(handler.bundle);
  switch (handler) {
    case "files.list":
      return [""];
    case "file.get": {
      const relative = toRelativePath(pathOf(call), folderName(root));
      return relative === undefined ? undefined : [relative];
    }
  }
}

function pathOf({ given }: DirectiveCall): string {
  const path = Object.hasOwn(given, "path") ? given["path"] : undefined;
  return typeof path === "string" ? path : "";
}
