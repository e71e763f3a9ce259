/** Compares how the values of an argument become words, variables and files. */
import type { ToolArg } from "@climax-gen/runtime/compiler";
import { canStandAlone, isNegatable, writtenFlagOf } from "@climax-gen/runtime/compiler";
import type { Finding, Subject } from "../change.ts";
import { findDifference } from "./finding.ts";
import { modeOf } from "./pairing.ts";

/** Returns all changes of the words of an argument. All are breaking: existing calls run another command line. */
export function compareValueWords(old: ToolArg, now: ToolArg, subject: Subject): readonly Finding[] {
  const [isVariable, hasFlags] = (["env", "flag"] as const).map((mode) => modeOf(old) === mode && modeOf(now) === mode);
  return [
    ...findDifference("repeat-changed", subject, { key: "repeat", old: old.repeat ?? false, new: now.repeat ?? false }),
    ...(hasFlags === true
      ? findDifference("flag-changed", subject, { key: "flag", old: writtenFlagOf(old), new: writtenFlagOf(now) })
      : []),
    ...(isVariable === true ? findDifference("variable-changed", subject, { key: "env", old: old.env, new: now.env }) : []),
    ...findDifference("file-changed", subject, { key: "file", old: showFile(old), new: showFile(now) }),
    ...findDifference("join-changed", subject, { key: "join", old: old.join, new: now.join }),
    ...findDifference("template-changed", subject, { key: "value", old: old.value, new: now.value }),
    ...findDifference("negatable-changed", subject, { key: "negatable", old: isNegatable(old), new: isNegatable(now) }),
    ...findDifference("optional-value-changed", subject, { key: "optional_value", old: canStandAlone(old), new: canStandAlone(now) }),
  ];
}

function showFile({ file }: ToolArg): unknown {
  return file !== undefined && Object.keys(file).length === 0 ? true : file;
}
