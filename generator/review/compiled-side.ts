/** Creates a side from a generated project, whose index in `dist/` is the one that the server reads. */
import type { PackagedServer } from "@climax-gen/runtime";
import type { Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** Creates the side of a compiled project. Its policy is embedded, so disabled tools are unknown. Parts have no location. */
export function toCompiledSide(label: string, { tools, policy }: PackagedServer): Side {
  return { label, tools: toToolMap(tools), disabled: new Set(), ...(policy && { policy }), locate: () => undefined };
}
