/** Finds constraints that `within` alone cannot enforce, because the program reads the value as something else than a path. */
import { addressOf } from "../check/files/locations.ts";
import type { Slot } from "./command-shape.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";
import type { RemoteName } from "./programs/remote-names.ts";
import { remoteNamesOf } from "./programs/remote-names.ts";
import { listVariables, listWrittenWords, slotsOf, startedProgramOf } from "./written-words.ts";

/** Returns one hazard for each `within` whose argument accepts such a value. */
export function findWithinAlone(owner: EnabledCommand): readonly Hazard[] {
  if (!owner.policies.some(({ constraints }) => [...constraints.values()].some(({ within }) => within !== undefined))) return [];
  const { program, words } = startedProgramOf(owner);
  const fixed = new Set([...words, ...listVariables(owner)]);
  const kinds = remoteNamesOf(program).filter(
    ({ subcommands, guards = [] }) =>
      (subcommands === undefined || words.some((word) => subcommands.includes(word))) && !guards.some((guard) => fixed.has(guard)),
  );
  if (kinds.length === 0) return [];
  const slots = slotsOf(listWrittenWords(owner));
  return owner.policies.flatMap(({ policy, constraints }) =>
    [...constraints].flatMap(([arg, { within }]) => {
      const found = within === undefined ? undefined : findName(slots, arg, kinds);
      if (found === undefined) return [];
      const part = partAt(policy, addressOf(owner.tool.name, arg), ["within"]);
      return [hazardAt("within-alone", part, partsOf(owner, arg), { tool: owner.tool.name, arg, program, ...found })];
    }),
  );
}

/** Returns the first notation that an argument accepts, with the start of such a value. */
function findName(
  slots: readonly Slot[],
  arg: string,
  kinds: readonly RemoteName[],
): { readonly kind: string; readonly start: string; readonly separator: string | undefined } | undefined {
  for (const { starts, kind, options = [], separator } of kinds) {
    for (const slot of slots) {
      const isRead = slot.kind === "operand" ? separator === undefined : slot.kind === "flag" && options.includes(slot.flag);
      if (slot.name !== arg || !slot.isFree || !isRead) continue;
      const start = starts.find((one) => slot.canStartWith(one));
      if (start !== undefined) return { kind, start, separator };
    }
  }
  return undefined;
}
