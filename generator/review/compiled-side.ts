/** A side that is a generated project: the index of its `dist/`, which the server itself reads. */
import type { PackagedServer } from "@climax-gen/runtime";
import type { Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** Its policies are embedded: what they disable is nowhere. No part of it has a place. */
export function toCompiledSide(label: string, { tools, policies }: PackagedServer): Side {
  return { label, tools: toToolMap(tools), disabled: new Set(), policies, locate: () => undefined };
}
