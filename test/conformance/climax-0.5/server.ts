/** Runs a server for one case: its config and policy, the program `show`, and a user who answers as the case defines. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkInputs } from "../../../generator/check-inputs.ts";
import { resolveModel } from "../../../generator/resolve/resolve-model.ts";
import { combineExecution } from "../../../runtime/executor/this-machine.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import type { Tool } from "../../../runtime/tool/tool.ts";
import { indexModel } from "../configs.ts";

export interface Case {
  readonly id: string;
  readonly config_yaml: string | readonly string[] | null;
  readonly policy_yaml: string | null;
  readonly request: Request;
  /** The installed dialog programs, and their exit status for the user's answer: 0 approves. */
  readonly dialog?: { readonly programs: readonly string[]; readonly exit: number };
  readonly env?: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

interface Request {
  readonly method?: string;
  readonly name?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly cli?: readonly string[];
}

export interface Expected {
  readonly text?: string;
  readonly dialogs?: readonly (readonly string[])[];
  readonly programs_run?: readonly unknown[];
  readonly response?: Readonly<Record<string, unknown>>;
  readonly exit?: number;
}

/** The result of a call, in the form of `expected`. */
export interface Answer {
  readonly text: string;
  readonly questions: readonly string[];
  readonly programs_run: readonly unknown[];
}

/** Acts like the program of the cases, which was measured in Python. */
const SHOW = `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const argv = process.argv.slice(2);
const { SHOW_LOG, SHOW_CWD, X } = process.env;
const stdin = readFileSync(0, "utf8");
const entry = { argv, ...(stdin && { stdin }), ...(X && { X }), ...(SHOW_CWD && { cwd: process.cwd() }) };
appendFileSync(SHOW_LOG, JSON.stringify(entry) + "\\n");
const write = (output, errors, code) => { process.stdout.write(output); process.stderr.write(errors); process.exitCode = code; };
switch (argv[0]) {
  case "fail": write("partial\\n", "boom\\n", 3); break;
  case "warn": write("fine\\n", "careful\\n", 0); break;
  case "onlyerr": write("", "careful\\n", 0); break;
  case "empty": break;
  case "name": write("  web-1 \\n", "", 0); break;
  case "sleep": setTimeout(() => {}, 120_000); break;
  default: write("ran " + argv.join("|") + "\\n", "", 0);
}
`;

export interface CaseServer {
  /** Returns the codes of the errors that the files of the case have. */
  readonly check: (given: Case) => Promise<readonly string[]>;
  /** Calls a tool. Returns the codes of errors if the files have any. */
  readonly call: (given: Case) => Promise<Answer | readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Creates the folder of the program. */
export function createCaseServer(): CaseServer {
  const folder = mkdtempSync(join(tmpdir(), "climax-cases-"));
  const program = join(folder, "show");
  writeFileSync(program, SHOW);
  chmodSync(program, 0o755);
  const runner = createProcessRunner();

  const load = async ({ config_yaml, policy_yaml }: Case) => {
    const texts = typeof config_yaml === "string" ? [config_yaml] : (config_yaml ?? []);
    const files = texts.map((text, place) => ({ path: `config-${place}.yaml`, bytes: Buffer.from(text) }));
    const policies = policy_yaml === null ? [] : [{ path: "policy.yaml", bytes: Buffer.from(policy_yaml) }];
    const checked = await checkInputs(files, { policies });
    return { ...checked, errors: checked.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code) };
  };

  return {
    check: async (given) => (await load(given)).errors,
    async call(given) {
      const { configs, policies: checked, errors } = await load(given);
      if (errors.length > 0) return errors;
      const log = join(folder, "calls.jsonl");
      writeFileSync(log, "");
      const env = { PATH: folder, HOME: folder, SHOW_LOG: log, ...given.env };
      const specs = checked.map(({ spec }) => spec);
      const index = indexModel(resolveModel(configs, { classic: false, policies: specs }));
      const asking = askByDefault(given, index.listed());
      const policies = [...specs, ...asking].map(toPolicy);
      const combined = combineExecution({ embedded: policies }, env);
      if (combined.kind === "refused") return [combined.problem];
      const questions: string[] = [];
      const { request, dialog } = given;
      const reply = await createRequestHandler(index.narrow(policies), false).callListedTool(request.name ?? "", request.arguments ?? {}, {
        env,
        policies,
        execution: combined.execution,
        run: runner.run,
        limiter: createLimiter(),
        ...(dialog && {
          confirm: async ({ writeQuestion }) => {
            questions.push(await writeQuestion());
            return { kind: dialog.exit === 0 ? "accepted" : "user_declined" };
          },
        }),
      });
      const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
      return { text: reply.text, questions, programs_run: lines.map((line) => JSON.parse(line) as unknown) };
    },
    async close() {
      await runner.terminateAll();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Without `approval`, CLImax 0.5 asks before every tool with the risk `write` or `destructive`. Here no call is confirmed by default, so a
 * policy with `confirm` says the same.
 */
function askByDefault({ policy_yaml }: Case, tools: readonly Tool[]): readonly AnyPolicySpec[] {
  if (/^approval: .*(?:global|global_level):/m.test(policy_yaml ?? "")) return [];
  const risky = tools.filter(({ risk }) => risk === "write" || risk === "destructive");
  return [{ default: "enabled", tools: Object.fromEntries(risky.map(({ name }) => [name, { confirm: true }])) }];
}
