/** Creates a side from a generated project, by the index in `dist/` that the server reads. */
import type { PackagedServer } from "@climax-gen/runtime/compiler";
import type { Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** Returns the side of a compiled server. It does not contain the tools that its embedded policies disable. Its parts have no locations. */
export function toCompiledSide(label: string, { tools, policies, isAuto }: PackagedServer): Side {
  return { label, tools: toToolMap(tools), disabled: new Set(), policies, ...(isAuto && { isAuto }), locate: () => undefined };
}
