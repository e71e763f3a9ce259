/** Finds tools of `risk: read` that write or execute, and computes the risk that the server assumes for them. */
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";
import { writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { placeholdersOf } from "@climax-gen/runtime/internal/tool/template";
import type { CheckedFile } from "../check/files/checked-file.ts";
import { addressOf, locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import type { EnabledCommand, EnabledTool, Hazard } from "./hazard.ts";
import { constraintsOf, hazardAt, partAt, partsOf, policyPartsOf } from "./hazard.ts";
import type { WritingProgram } from "./programs/writing-commands.ts";
import { writingUsesOf } from "./programs/writing-commands.ts";
import { listWrittenWords, slotsOf, startedProgramOf } from "./written-words.ts";
import { withRelated } from "../diagnostics/diagnose.ts";

/** A reason not to trust the risk of a tool, and the risk to assume. */
interface Doubt {
  readonly why: string;
  readonly risk: Risk;
}

/**
 * Returns the hazard of a tool of `risk: read`, at most one.
 * @param executed names of the tools that execute text of the caller, without an acknowledgement
 */
export function findLowRisk(owner: EnabledCommand, executed: ReadonlySet<string>): readonly Hazard[] {
  if (owner.tool.risk !== "read") return [];
  const { file, tool } = owner;
  const doubt: Doubt | undefined = executed.has(tool.name)
    ? { why: "callers can run a program with it", risk: "destructive" }
    : tool.runs_code === true
      ? { why: "it declares `runs_code: true`, and code can have any effect", risk: "write" }
      : findWriting(owner);
  if (doubt === undefined) return [];
  const hazard = hazardAt("risk-too-low", partAt(file, addressOf(tool.name), ["risk"]), partsOf(owner), { tool: tool.name, ...doubt });
  return [{ ...hazard, assumed: { tool: tool.name, risk: doubt.risk } }];
}

function findWriting(owner: EnabledCommand): Doubt | undefined {
  const { program, words } = startedProgramOf(owner);
  const constant = (owner.tool.order ?? []).flatMap((item) => (typeof item === "string" ? [] : item));
  const fixed = [...words, ...constant.filter((word) => placeholdersOf(word).length === 0)];
  const found = writingUsesOf(program)
    .filter(({ harmless }) => !fixed.some((word) => harmless?.has(word) === true))
    .map((writing) => findUse(owner, fixed, { program, writing }))
    .find((why) => why !== undefined);
  const why = found ?? findStarted(fixed);
  return why === undefined ? undefined : { why, risk: "write" };
}

function findUse(owner: EnabledCommand, fixed: readonly string[], named: NamedProgram): string | undefined {
  if (named.writing.always === true) return `\`${named.program}\` writes`;
  return findSubcommand(owner, fixed, named) ?? findOption(owner, fixed, named) ?? findOutput(owner, fixed, named);
}

/** Finds a writing program that an option such as `find -exec` or `fd -x` starts. */
function findStarted(fixed: readonly string[]): string | undefined {
  const started = fixed.flatMap((word, index) => (STARTING.test(word) ? (fixed[index + 1] ?? []) : []));
  const found = started.find((word) => writingUsesOf(word).some(({ always }) => always === true));
  return found && `\`${found}\` writes`;
}

const STARTING = /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/;

interface NamedProgram {
  readonly program: string;
  readonly writing: WritingProgram;
}

function findSubcommand(owner: EnabledCommand, fixed: readonly string[], { program, writing }: NamedProgram): string | undefined {
  const { subcommands, readings, queries, hasSubcommands = false } = writing;
  if (subcommands === undefined) return undefined;
  // Options of the program precede the subcommand, and those of the subcommand have values that are equal to other subcommands.
  const plain = fixed.filter((word) => /^[a-z][a-z:-]*$/i.test(word)).slice(0, 2);
  const hasOperands = fixed.filter((word) => !word.startsWith("-")).length > plain.length || hasOperand(owner);
  const isQuery = queries?.has(plain.join(" ")) === true && !hasOperands;
  const isReading = isQuery || readings?.has(plain.join(" ")) === true;
  const found = isReading ? undefined : plain.find((word) => subcommands.has(word));
  if (found !== undefined) return `\`${program} ${found}\` writes`;
  const isOpen = hasSubcommands && plain.length === 0;
  const slot = isOpen ? slotsOf(listWrittenWords(owner)).find(({ kind, isFree }) => kind === "operand" && isFree) : undefined;
  return slot && `callers choose the subcommand of \`${program}\``;
}

function hasOperand(owner: EnabledCommand): boolean {
  return slotsOf(listWrittenWords(owner)).some(({ kind }) => kind === "operand");
}

/** Reports whether the fixed words set the method of a request, and only to `GET`. */
function isGet(fixed: readonly string[], methods: ReadonlySet<string>): boolean {
  const found = fixed.flatMap((word, index) => {
    const [option = "", value = fixed[index + 1]] = word.split("=");
    return methods.has(option) ? [value] : [];
  });
  return found.length > 0 && found.every((method) => method === "GET");
}

function findOption(owner: EnabledCommand, fixed: readonly string[], { program, writing }: NamedProgram): string | undefined {
  const { methods } = writing;
  const options = methods !== undefined && isGet(fixed, methods) ? methods : writing.options;
  if (options === undefined) return undefined;
  const flags = owner.tool.args.flatMap((arg) => {
    const isForbidden = constraintsOf(owner, arg.name).some(({ forbid, equals }) => forbid === true || equals === false);
    const written = writtenFlagOf(arg);
    const mapped = Object.values(arg.enum_words ?? {}).flat();
    return isForbidden ? [] : [...(written === undefined ? [] : [written]), ...mapped, ...(arg.value ?? [])];
  });
  // Output to nowhere, or to standard output, writes no file.
  const constant = (options === methods ? [] : fixed).filter(
    (word, index) => !NOWHERE.test(word) && !NOWHERE.test(`=${fixed[index + 1] ?? ""}`),
  );
  const found = [...constant, ...flags].map((word) => word.replace(/=.*$/s, "")).find((word) => options.has(word));
  return found === undefined ? undefined : `\`${program} ${found}\` writes`;
}

const NOWHERE = /=(?:\/dev\/null|-)$/;

function findOutput(owner: EnabledCommand, fixed: readonly string[], { program, writing: { output } }: NamedProgram): string | undefined {
  if (output === undefined) return undefined;
  const before = fixed.filter((word) => !word.startsWith("-")).length;
  const operands = slotsOf(listWrittenWords(owner)).filter(({ kind }) => kind === "operand");
  const found = operands.find(({ isFree, isList }, index) => isFree && (before + index >= output || isList));
  return found && `${JSON.stringify(found.name)} can be the output file of \`${program}\``;
}

/** Returns the risks that the server assumes for tools whose declared risk is not trusted, by the name of the tool. */
export function assumedRisks(hazards: readonly Hazard[]): ReadonlyMap<string, Risk> {
  return new Map(hazards.flatMap(({ assumed }) => (assumed === undefined ? [] : [[assumed.tool, assumed.risk] as const])));
}

/** Returns the configs with these risks, which annotations, `climax_read`, OAuth scopes and `approval` of the server then use. */
export function withRisks(configs: readonly CheckedFile[], risks: ReadonlyMap<string, Risk>): readonly CheckedFile[] {
  if (risks.size === 0) return configs;
  return configs.map((file) => {
    if (file.kind !== "cli" || !file.tools.some(({ name }) => risks.has(name))) return file;
    const tools = file.tools.map((tool) => {
      const risk = risks.get(tool.name);
      return risk === undefined ? tool : { ...tool, risk };
    });
    return { ...file, tools };
  });
}

/**
 * Returns the hazard of a tool if every policy has `default: enabled`. A policy that lists its enabled tools allows the tool explicitly.
 */
export function findUnconfirmedTools(owner: EnabledTool): readonly Hazard[] {
  if (owner.kind !== "cli") return [];
  const { file, tool, policies } = owner;
  const policy = policies.at(-1)?.policy;
  const isDecided = policies.some(({ policy: { spec }, rules }) => spec.default !== "enabled" || rules.confirm === true);
  if (policy === undefined || isDecided) return [];
  if (tool.risk !== "write" && tool.risk !== "destructive") return [];
  const hazard = hazardAt("unconfirmed-tool", partAt(policy, WHOLE_FILE, ["default"]), policyPartsOf(owner), {
    tool: tool.name,
    risk: tool.risk,
  });
  const risk = locateClosest(file, addressOf(tool.name), ["risk"]);
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "its risk is written here", risk) }];
}
