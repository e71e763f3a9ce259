/** Finds resolvers that run the command of a tool that modifies data. A resolver runs before the user confirms the call. */
import { placeholdersOf } from "@climax-gen/runtime/internal/tool/template";
import type { CheckedFile, CliFile } from "../check/files/checked-file.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import type { EnabledTool, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";
import { wordsOf } from "./written-words.ts";

/** A tool that modifies data. */
interface RiskyTool {
  readonly file: CliFile;
  readonly name: string;
  readonly risk: "write" | "destructive";
  /** Words of the command before arguments. */
  readonly words: readonly string[];
  /** True if the tool's command adds words to the program. Otherwise, only an equal command counts as the tool's. */
  readonly hasOwnWords: boolean;
}

/** Returns the hazards of these tools. Commands of disabled tools are compared too, because a resolver can still run them. */
export function findResolverRisks(tools: readonly EnabledTool[], files: readonly CheckedFile[]): readonly Hazard[] {
  if (!tools.some((owner) => owner.kind === "cli" && owner.tool.resolve !== undefined)) return [];
  const risky = files.flatMap((file) => (file.kind === "cli" ? listRiskyTools(file) : []));
  return tools.flatMap((owner) => {
    if (owner.kind !== "cli") return [];
    const { file, tool } = owner;
    return (tool.resolve ?? []).flatMap((resolver) => {
      const constant = (resolver.words ?? []).filter((word) => placeholdersOf(word).length === 0);
      const words = [...wordsOf(tool.program ?? file.command), ...wordsOf(resolver.command), ...constant];
      const found = risky
        .filter((candidate) => isCommandOf(words, candidate))
        .toSorted((left, right) => right.words.length - left.words.length)[0];
      if (found === undefined) return [];
      const enclosing = partAt(file, addressOf(tool.name), ["resolve", resolver.name]);
      const part = { ...enclosing, path: [...enclosing.path, "command"] };
      const details = { name: resolver.name, tool: tool.name, other: found.name, risk: found.risk };
      const hazard = hazardAt("resolver-risk", part, [...partsOf(owner), enclosing], details);
      const risk = locateClosest(found.file, addressOf(found.name), ["risk"]);
      return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "its risk is written here", risk) }];
    });
  });
}

function listRiskyTools(file: CliFile): readonly RiskyTool[] {
  return file.tools.flatMap(({ name, risk, command, program }) => {
    if (risk !== "write" && risk !== "destructive") return [];
    const words = [...wordsOf(program ?? file.command), ...wordsOf(command)];
    return [{ file, name, risk, words, hasOwnWords: command.trim() !== "" }];
  });
}

function isCommandOf(words: readonly string[], tool: RiskyTool): boolean {
  const isStart = tool.words.every((word, index) => words[index] === word);
  return isStart && (tool.hasOwnWords || tool.words.length === words.length);
}
