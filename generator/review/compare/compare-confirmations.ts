/** Compares the confirmation prompts of a tool, and the commands that run before a prompt. */
import type { CommandHandler, Resolver } from "@climax-gen/runtime/compiler";
import { resolverOrder } from "@climax-gen/runtime/compiler";
import { isDeepStrictEqual } from "node:util";
import { shellWords } from "../../text/shell-word.ts";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import { findDifference, quoteLong } from "./finding.ts";

type Confirmation = Pick<CommandHandler, "confirm_message" | "resolve"> | undefined;

/** Returns the changes of `confirm_message` and `resolve`. */
export function compareConfirmations(old: Confirmation, now: Confirmation, subject: Subject): readonly Finding[] {
  const values = { key: "confirm_message", old: old?.confirm_message, new: now?.confirm_message };
  return [
    ...compareResolvers(old?.resolve ?? [], now?.resolve ?? [], subject),
    ...findDifference("confirm-message-changed", subject, values),
  ];
}

function compareResolvers(old: readonly Resolver[], now: readonly Resolver[], subject: Subject): readonly Finding[] {
  const before = new Map(old.map((resolver) => [resolver.name, resolver]));
  const after = new Map(now.map((resolver) => [resolver.name, resolver]));
  return Array.from(new Set([...before.keys(), ...after.keys()])).flatMap((name): readonly Finding[] => {
    const [left, right] = [before.get(name), after.get(name)];
    const shared = { subject, keys: ["resolve", name], old: left, new: right };
    if (right === undefined)
      return left === undefined
        ? []
        : [{ ...shared, code: "resolver-removed", message: `${quote(name)} ran ${quoteLong(describe(left))}` }];
    if (left === undefined) return [{ ...shared, code: "resolver-added", message: `${quote(name)} runs ${quoteLong(describe(right))}` }];
    if (isDeepStrictEqual(left, right)) return [];
    const message = `${quote(name)} ran ${quoteLong(describe(left))} and runs ${quoteLong(describe(right))}`;
    return [{ ...shared, code: "resolver-changed", message }];
  });
}

/** Returns the words of a resolver after those of the program, with its time limit if it has one. */
function describe(resolver: Resolver): string {
  const { command, timeout } = resolver;
  const line = shellWords([...command, ...resolverOrder(resolver).flat()]);
  return timeout === undefined ? line : `${line} (${timeout} s)`;
}
