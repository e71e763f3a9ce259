/** Checks the source of a secret variable, in `env` of a config and in `env.secrets` of a policy. */
import type { SecretSource } from "@climax-gen/runtime/internal/tool/secret-source";
import { isOfCaller, isOwnHeader, isSecretSource } from "@climax-gen/runtime/internal/tool/secret-source";
import { isUnsafeVariable } from "@climax-gen/runtime/internal/tool/unsafe-variables";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue, isMapping, type YamlValue } from "../../load/values.ts";
import { joinWords, quote } from "../../text/wording.ts";
import type { Report } from "./report.ts";

const KINDS = ["file", "command", "header", "claim"] as const;
const TIMES = ["timeout", "cache"] as const;

/** Maximum time of a command, in seconds. A longer one would exceed the time that clients wait for a reply. */
const MAX_SECONDS = 300;

/** Maximum time for which a value is used again, in seconds: one day. */
const MAX_CACHE_SECONDS = 86_400;

/** Reports the faults of the source of a variable. */
export function checkSecret(name: string, value: YamlValue, path: YamlPath, report: Report): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) report.atKey("variable-name", path, { name });
  const problem = findProblem(value);
  if (problem !== undefined) {
    report.atValue("secret-source", path, { name, problem });
    return;
  }
  if (isSecretSource(value) && isOfCaller(value) && isUnsafeVariable(name)) report.atKey("unsafe-variable", path, { name });
}

/** Returns a phrase about the fault of a source: `has the unknown key "path"`. */
function findProblem(value: YamlValue): string | undefined {
  if (!isMapping(value)) return `is ${describeValue(value)}`;
  const keys = Object.keys(value);
  const unknown = keys.find((key) => ![...KINDS, ...TIMES].includes(key as (typeof KINDS)[number]));
  if (unknown !== undefined) return `has the unknown key ${quote(unknown)}`;
  const kinds = KINDS.filter((kind) => keys.includes(kind));
  if (kinds.length !== 1) return kinds.length === 0 ? "has none of these keys" : `has ${joinWords([...kinds], "and")}, but one value`;
  const time = TIMES.find((key) => keys.includes(key));
  if (time !== undefined && kinds[0] !== "command") return `has \`${time}\`, which is for \`command\``;
  if (!isSecretSource(value)) return "has a value of a wrong type";
  return findValueProblem(value);
}

function findValueProblem(source: SecretSource): string | undefined {
  if ("header" in source) {
    if (source.header !== source.header.toLowerCase()) return `has a header that is not in lower case`;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(source.header)) return "has no valid name of a header";
    return isOwnHeader(source.header) ? `reads ${quote(source.header)}, which is for the server itself` : undefined;
  }
  if (!("command" in source)) return undefined;
  const { command, timeout = 1, cache = 0 } = source;
  if (command[0]?.trim() === "") return "has a command without a program";
  if (timeout <= 0 || timeout > MAX_SECONDS) return `has a \`timeout\` that is not above 0 and up to ${MAX_SECONDS}`;
  return cache > MAX_CACHE_SECONDS ? `has a \`cache\` above ${MAX_CACHE_SECONDS}, one day` : undefined;
}
