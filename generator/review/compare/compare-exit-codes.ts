/** Compares the exit codes of a tool: which of them are successes, under which condition, and what they mean. */
import type { ResultRules } from "@climax-gen/runtime/internal/call/exit-code";
import { conditionalExitCodes, conditionalMeaning, successExitCodes } from "@climax-gen/runtime/internal/call/exit-code";
import type { ExitMeaning } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { Finding, Subject } from "../change.ts";
import { findDifference, findEffects } from "./finding.ts";

/** Returns all changes of `success_exit_codes` and `exit_codes`. */
export function compareExitCodes(before: ResultRules, after: ResultRules, subject: Subject): readonly Finding[] {
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

/** Compares the texts of the meanings. Conditions are compared separately. */
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
