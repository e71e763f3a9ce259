/** Decides what the first reply of a running command shows, and whether its end is a whole reply. */
import type { FollowedCommand } from "./call-context.ts";
import type { OutputCapture, OutputPart } from "./capture-output.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { outputKindOf } from "../tool/output-kind.ts";

/**
 * Returns the parts of a command that its first reply and later ones show: its streams if they are part of every reply as text.
 */
export function toFollowedCommand(handler: CommandHandler, capture: OutputCapture): FollowedCommand {
  const parts = shownParts(handler);
  return {
    follow(used, onText) {
      const { stdout, stderr, notes } = capture.follow(parts, used, onText);
      return { text: [stdout, stderr].filter((text) => text !== "").join(stdout.endsWith("\n") ? "" : "\n"), notes };
    },
    pendingLines: () => capture.pendingLines(parts),
    needsStructured: handler.output?.schema !== undefined,
    prefix: handler.reply_prefix ?? "",
  };
}

/** Reports whether the end of a command is its whole reply, because the text of its streams does not add up to it. */
export function repliesWhole(handler: CommandHandler, { stdout, stderr }: Pick<OutputCapture, "stdout" | "stderr">): boolean {
  const hasAll = shownParts(handler).length === 2 && handler.output?.file === undefined;
  return !hasAll || stdout.isBinary() || stderr.isBinary();
}

/** Returns the streams whose text every reply shows. */
function shownParts({ output, stderr = "always" }: CommandHandler): readonly OutputPart[] {
  return [...(outputKindOf(output) === "text" ? (["stdout"] as const) : []), ...(stderr === "always" ? (["stderr"] as const) : [])];
}
