/** Finds free text of the caller next to other text in one word, where it can change the meaning of the rest. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isInFile } from "@climax-gen/runtime/internal/argument/form";
import { readTemplate } from "@climax-gen/runtime/internal/tool/template";
import { addressOf } from "../check/files/locations.ts";
import type { EnabledCommand, Hazard, HazardPart } from "./hazard.ts";
import { constraintsOf, hazardAt, namesValues, partAt, partsOf } from "./hazard.ts";

/**
 * Finds the hazards of `value` templates and constant words, at most one per word. An argument that a constant word reports is not reported
 * again for its `value`, which is a part of that word.
 */
export function findMixedWords(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const ofWords = (tool.order ?? []).flatMap((item, index) => {
    if (typeof item === "string") return [];
    const address = { kind: "item", tool: tool.name, item: index } as const;
    const enclosing = partAt(file, address);
    return item.flatMap((template, word) =>
      findInWord(owner, { template, argOf: (name) => name, part: partAt(file, address, ["words", word]), enclosing }),
    );
  });
  const reported = new Set(ofWords.map(({ arg }) => arg));
  const ofArgs = tool.args.flatMap(({ name, value = [] }) =>
    reported.has(name)
      ? []
      : value.flatMap((template) =>
          findInWord(owner, { template, argOf: () => name, part: partAt(file, addressOf(tool.name, name), ["value"]) }),
        ),
  );
  return [...ofArgs, ...ofWords].map(({ hazard }) => hazard);
}

/** A hazard, and the argument whose values cause it. */
interface FoundWord {
  readonly arg: string;
  readonly hazard: Hazard;
}

interface MixedWord {
  readonly template: string;
  /** Returns the name of the argument of a placeholder. */
  readonly argOf: (placeholder: string) => string;
  readonly part: HazardPart;
  /** The item of `args`. Only set for a constant word. */
  readonly enclosing?: HazardPart;
}

/**
 * Templates that are not hazards: the flag of the value, as in `--name={}`, a path that cannot be read as something else, as in `./{}`, and a
 * map entry with `{key}` and a separator before the value.
 */
const OWN_FLAG = /^(?:--?[\w-]+=|\.\/)\{\w*\}$/;
const MAP_ENTRY = /^(?:[^{}]*)\{key\}[^{}]+\{value\}$/;

function findInWord(owner: EnabledCommand, { template, argOf, part, enclosing }: MixedWord): readonly FoundWord[] {
  const { parts } = readTemplate(template);
  if (parts.length < 2 || OWN_FLAG.test(template) || MAP_ENTRY.test(template)) return [];
  const names = parts.flatMap((piece) => (piece.kind === "placeholder" ? [{ name: argOf(piece.name), placeholder: piece.name }] : []));
  const free = names.find(({ name, placeholder }) => {
    const arg = owner.tool.args.find((candidate) => candidate.name === name);
    return arg !== undefined && isFreeIn(arg, placeholder, owner);
  });
  if (free === undefined) return [];
  const parentParts = [...partsOf(owner, free.name), ...(enclosing ? [enclosing] : [])];
  const hazard = hazardAt("mixed-text", part, parentParts, { tool: owner.tool.name, arg: free.name, word: template });
  return [{ arg: free.name, hazard }];
}

/** Reports whether a caller can pass any text. Returns false for the path of a temporary file, which the server chooses. */
function isFreeIn(arg: ToolArg, placeholder: string, owner: EnabledCommand): boolean {
  if (isInFile(arg) || (arg.type !== "string" && arg.type !== "map") || arg.enum !== undefined) return false;
  if (arg.type === "map" && placeholder === "key") return arg.keys === undefined;
  if (arg.pattern !== undefined) return false;
  return constraintsOf(owner, arg.name).every((constraint) => constraint.pattern === undefined && !namesValues(constraint));
}
