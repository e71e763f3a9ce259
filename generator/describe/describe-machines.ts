/** Describes the machines on which the tools of a CLI are available. */
import type { Cli } from "@climax-gen/runtime/internal/tool/tool";
import { joinWords } from "../text/wording.ts";

const SYSTEM_NAMES = { linux: "Linux", macos: "macOS" } as const satisfies Record<NonNullable<Cli["os"]>[number], string>;

/** Returns a phrase for `os` and one for `when_missing`, such as `only on Linux`. Empty for tools that every server has. */
export function describeMachines({ os, when_missing: mode }: Pick<Cli, "os" | "when_missing">): readonly string[] {
  const systems = (os ?? []).map((one) => SYSTEM_NAMES[one]);
  return [
    ...(os === undefined ? [] : [`only on ${joinWords(systems, "or")}`]),
    ...(mode === "hide" ? ["left out if the program is missing"] : []),
    ...(mode === "fail" ? ["the server does not start if the program is missing"] : []),
  ];
}
