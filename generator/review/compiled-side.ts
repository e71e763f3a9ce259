/** Creates a side from a generated project, whose index in `dist/` is the one that the server reads. */
import type { PackagedServer } from "@climax-gen/runtime/compiler";
import type { Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** Its policies are embedded: it does not contain disabled tools. Its parts have no locations. */
export function toCompiledSide(label: string, { tools, policies }: PackagedServer): Side {
  return { label, tools: toToolMap(tools), disabled: new Set(), policies, locate: () => undefined };
}
