/** Compares two versions of a tool. */
import type { Resolver, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";
import { resolverOrder } from "@climax-gen/runtime/internal/command-line/resolver-line";
import { systemsOf } from "@climax-gen/runtime/internal/tool/systems";
import { timeoutSeconds } from "@climax-gen/runtime/internal/tool/timeout";
import { commandOf, readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { isDeepStrictEqual } from "node:util";
import { FACT_KEYS, type FactKey } from "../../describe/describe-facts.ts";
import { shellWords } from "../../text/shell-word.ts";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { compareArgs } from "./compare-args.ts";
import { compareSurroundings, compareSystems, findProgramChange, hasSameCommand } from "./compare-clis.ts";
import { compareCombinations } from "./compare-combinations.ts";
import { compareDirectives } from "./compare-directives.ts";
import { findDifference, findEffects, findRename, findSwitch, quoteLong } from "./finding.ts";
import type { ResultRules } from "@climax-gen/runtime/internal/call/exit-code";
import { conditionalExitCodes, conditionalMeaning, successExitCodes } from "@climax-gen/runtime/internal/call/exit-code";
import type { ExitMeaning } from "@climax-gen/runtime/internal/tool/tool-spec";

/** The keys of a tool, and of its handler, whose values are compared without interpretation. */
const KEYS: readonly (readonly [key: string, code: ChangeCode])[] = [
  ["title", "title-changed"],
  ["keywords", "search-words-changed"],
  ["weak_keywords", "search-words-changed"],
  ["examples", "examples-changed"],
  ["output", "output-changed"],
  ["stderr", "stderr-changed"],
  ["reply_prefix", "reply-prefix-changed"],
  ["confirm_message", "confirm-message-changed"],
];

/** Returns all changes of a tool except those of its CLI, its policy, and its description, which a policy can replace. */
export function compareTools(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [commandOf(old), commandOf(now)];
  const valuesOf = (tool: Tool): ReadonlyMap<string, unknown> => new Map(Object.entries({ ...tool, ...commandOf(tool) }));
  const [left, right] = [valuesOf(old), valuesOf(now)];
  const timeout = { key: "timeout_is_success", old: before?.timeout_is_success, new: after?.timeout_is_success };
  return [
    ...findRename("tool-renamed", subject, old.name, now.name),
    ...compareCommands(old, now, subject),
    ...compareTimeouts(timeoutSeconds(old), timeoutSeconds(now), subject),
    ...compareExitCodes(before ?? {}, after ?? {}, subject),
    ...findSwitch(["timeout-succeeds", "timeout-fails"], subject, timeout),
    ...compareRisks(old.risk, now.risk, subject),
    ...(before?.os === undefined && after?.os === undefined ? [] : compareSystems(systemsOf(old), systemsOf(now), subject)),
    ...FACT_KEYS.flatMap((key) => compareFact(key, old, now, subject)),
    ...compareResolvers(before?.resolve ?? [], after?.resolve ?? [], subject),
    ...(readingOf(old) || readingOf(now) ? compareDirectives(old, now, subject) : compareArgs(old, now, subject)),
    ...compareCombinations(old, now, subject),
    ...KEYS.flatMap(([key, code]) => findDifference(code, subject, { key, old: left.get(key), new: right.get(key) })),
  ];
}

/**
 * Compares the words, variables and directory that the tool itself sets, not those of its CLI. Ignores changes that do not affect calls.
 */
function compareCommands(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [commandOf(old)?.changes ?? {}, commandOf(now)?.changes ?? {}];
  const programs = { key: "program", old: before.command?.join(" "), new: after.command?.join(" ") };
  const words: readonly Finding[] = hasSameCommand([old, now])
    ? []
    : [
        ...findDifference("command-changed", subject, programs),
        ...(before.command === undefined && after.command === undefined
          ? []
          : findProgramChange(commandOf(old)?.program.command, commandOf(now)?.program.command, subject)),
        ...findDifference("command-changed", subject, { key: "command", old: ownWords(old), new: ownWords(now) }),
      ];
  return [...words, ...compareSurroundings(before, after, { subject, pairs: [[old, now]] })];
}

/** Returns the words of the tool after those of the program. Empty for a Directive tool. */
function ownWords(tool: Tool): string {
  return shellWords(commandOf(tool)?.command ?? []);
}

function compareTimeouts(old: number, now: number, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const code = now < old ? "timeout-lowered" : "timeout-raised";
  return [{ code, subject, keys: ["timeout"], message: `the timeout was ${old} s and is ${now} s`, old, new: now }];
}

/** Risks in ascending order. Without a risk, clients treat a tool as dangerous (defaults of MCP's annotations). */
const RISKS: readonly (Risk | undefined)[] = ["read", "write", undefined, "destructive"];

function compareRisks(old: Risk | undefined, now: Risk | undefined, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const code = RISKS.indexOf(now) > RISKS.indexOf(old) ? "risk-raised" : "risk-lowered";
  return [{ code, subject, keys: ["risk"], message: `the risk was ${old ?? "absent"} and is ${now ?? "absent"}`, old, new: now }];
}

function compareFact(key: FactKey, { [key]: old }: Tool, { [key]: now }: Tool, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const direction = now === true || old === false ? "raised" : "lowered";
  const code: ChangeCode = `${key === "runs_code" ? "runs-code" : key}-${direction}`;
  const said = (value: boolean | undefined): string => (value === undefined ? "absent" : String(value));
  return [{ code, subject, keys: [key], message: `\`${key}\` was ${said(old)} and is ${said(now)}`, old, new: now }];
}

/** Compares the commands that run before a confirmation. */
function compareResolvers(old: readonly Resolver[], now: readonly Resolver[], subject: Subject): readonly Finding[] {
  const before = new Map(old.map((resolver) => [resolver.name, resolver]));
  const after = new Map(now.map((resolver) => [resolver.name, resolver]));
  return Array.from(new Set([...before.keys(), ...after.keys()])).flatMap((name): readonly Finding[] => {
    const [left, right] = [before.get(name), after.get(name)];
    const [ran, runs] = [left, right].map((resolver) => resolver && quoteLong(describeResolver(resolver)));
    return findEffects({ subject, keys: ["resolve", name], old: left, new: right }, [
      ["resolver-removed", runs === undefined && `${quote(name)} ran ${ran}`],
      ["resolver-added", ran === undefined && `${quote(name)} runs ${runs}`],
      ["resolver-changed", Boolean(left && right) && !isDeepStrictEqual(left, right) && `${quote(name)} ran ${ran} and runs ${runs}`],
    ]);
  });
}

/** Returns the words of a resolver after those of the program, with its time limit if it has one. */
function describeResolver(resolver: Resolver): string {
  const { command, timeout } = resolver;
  const line = shellWords([...command, ...resolverOrder(resolver).flat()]);
  return timeout === undefined ? line : `${line} (${timeout} s)`;
}

/** Returns all changes of `success_exit_codes` and `exit_codes`. */
function compareExitCodes(before: ResultRules, after: ResultRules, subject: Subject): readonly Finding[] {
  const [old, now] = [successExitCodes(before), successExitCodes(after)];
  const [oldEither, nowEither] = [conditionalExitCodes(before), conditionalExitCodes(after)];
  const failed = [...old, ...oldEither].filter((code) => !now.includes(code) && !nowEither.includes(code));
  const doubted = old.filter((code) => nowEither.includes(code));
  const succeeds = now.filter((code) => !old.includes(code));
  const hopeful = nowEither.filter((code) => !old.includes(code) && !oldEither.includes(code));
  return [
    ...findEffects({ subject, keys: ["success_exit_codes"], old, new: now }, [
      ["exit-codes-narrowed", failed.length > 0 && `exit code ${failed.join(", ")} is a failure`],
      ["exit-codes-widened", succeeds.length > 0 && `exit code ${succeeds.join(", ")} is a success`],
    ]),
    ...findEffects({ subject, keys: ["exit_codes"], old: before.exit_codes, new: after.exit_codes }, [
      ["exit-codes-narrowed", doubted.length > 0 && `exit code ${doubted.join(", ")} is a failure if \`error_if\` holds`],
      ["exit-codes-widened", hopeful.length > 0 && `exit code ${hopeful.join(", ")} is a success unless \`error_if\` holds`],
    ]),
    ...oldEither.filter((code) => nowEither.includes(code)).flatMap((code) => compareConditions([before, after], code, subject)),
    ...compareMeanings(before.exit_codes, after.exit_codes, subject),
  ];
}

function compareConditions([before, after]: readonly [ResultRules, ResultRules], code: number, subject: Subject): readonly Finding[] {
  const [old, now] = [conditionalMeaning(before, code)?.error_if, conditionalMeaning(after, code)?.error_if];
  return findDifference("exit-condition-changed", subject, { key: "error_if", old, new: now }).map((finding) => ({
    ...finding,
    keys: ["exit_codes", String(code), "error_if"],
    message: `${finding.message} for exit code ${code}`,
  }));
}

type Meanings = ResultRules["exit_codes"];

/** Compares the meanings as strings. Conditions are compared separately. */
function compareMeanings(old: Meanings, now: Meanings, subject: Subject): readonly Finding[] {
  const values = { key: "exit_codes", old: textsOf(old), new: textsOf(now), shown: [old, now] as const };
  return findDifference("exit-meanings-changed", subject, values);
}

function textsOf(meanings: Meanings): unknown {
  return meanings && Object.entries(meanings).map(([code, meaning]) => [code, toTexts(meaning)]);
}

function toTexts(meaning: ExitMeaning): unknown {
  if (typeof meaning !== "object" || !("error_if" in meaning)) return meaning;
  const { text, error } = meaning;
  return { text, error };
}
