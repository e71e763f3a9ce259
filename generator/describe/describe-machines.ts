/** Describes the machines on which the tools of a CLI are available. */
import type { Cli, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { joinWords } from "../text/wording.ts";

const SYSTEM_NAMES = { linux: "Linux", macos: "macOS" } as const satisfies Record<NonNullable<Cli["os"]>[number], string>;

/** Returns a phrase for `os` and one for `when_missing`, such as `only on Linux`. Empty for tools that every server has. */
export function describeMachines({ os, when_missing: mode }: Pick<Cli, "os" | "when_missing">): readonly string[] {
  return [
    ...describeSystems(os),
    ...(mode === "hide" ? ["left out if the program is missing"] : []),
    ...(mode === "fail" ? ["the server does not start if the program is missing"] : []),
  ];
}

/** Returns a phrase for the `os` of a single tool. Empty if it has none, so that its CLI decides. */
export function describeOwnSystems(tool: Tool): readonly string[] {
  return describeSystems(commandOf(tool)?.os);
}

function describeSystems(os: Cli["os"]): readonly string[] {
  return os === undefined
    ? []
    : [
        `only on ${joinWords(
          os.map((one) => SYSTEM_NAMES[one]),
          "or",
        )}`,
      ];
}
