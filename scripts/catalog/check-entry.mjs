/** Checks one entry of the catalog. A check returns its result: "ok", a fault, or the reason that it was skipped. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listConfigs } from "./configs.mjs";
import { readJson, root, runCommandWith } from "./run-command.mjs";

/** Minimum fraction of golden queries whose tool is first, and among the first five. */
const MIN_FIRST = 0.9;
const MIN_AMONG_FIVE = 1;
/** Maximum tokens of a tool on average, and of a search. */
const MAX_TOOL_TOKENS = 250;
const MAX_SEARCH_TOKENS = 1500;

const OK = { kind: "ok" };
const skipped = (reason) => ({ kind: "skipped", reason });
const failed = (...faults) => ({ kind: "failed", faults });
const NOT_INSTALLED = skipped("the program is not installed");
const OTHER_VERSION = skipped("`program_version` of the config excludes the installed version");

/** Returns the summary of an entry that `climax-gen catalog` prints, and the result of each check, by name. */
export function checkEntry(name) {
  const summary = readJson("catalog", name);
  const configs = listConfigs([name]);
  const { diagnostics } = readJson("validate", ...configs, "--lint");
  const missing = diagnostics.filter(({ code }) => code === "command-not-found");
  const others = diagnostics.filter(({ code, severity }) => code !== "command-not-found" && severity !== "note");
  const isInstalled = missing.length === 0;
  return {
    summary,
    checks: {
      validate: toResult(others.filter(({ code }) => !code.startsWith("lint-"))),
      lint: toResult(others.filter(({ code }) => code.startsWith("lint-"))),
      policy: checkPolicy(name, configs, summary),
      ...(isInstalled ? checkProgram(name) : { verify: NOT_INSTALLED, try: NOT_INSTALLED }),
      golden: checkGolden(summary),
      tokens: checkTokens(summary),
    },
  };
}

const describe = ({ path, line, code, message }) => `${path}:${line}: ${code}: ${message}`;

function toResult(diagnostics) {
  return diagnostics.length === 0 ? OK : failed(...diagnostics.map(describe));
}

function checkPolicy(name, configs, { tools }) {
  const policy = `catalog/${name}/policies/read-only.yaml`;
  if (!existsSync(join(root, policy))) return skipped("there is no read-only policy");
  const { diagnostics } = readJson("validate", ...configs, "--policy", policy);
  // If every command of a program runs code, its read-only policy enables nothing.
  const expected = tools.some(({ risk }) => risk === "read") ? ["command-not-found"] : ["command-not-found", "policy-leaves-nothing"];
  const faults = diagnostics.filter(({ code, severity }) => severity !== "note" && !expected.includes(code));
  if (faults.length > 0) return failed(...faults.map(describe));
  const enabled = new Set(readJson("list", ...configs, "--policy", policy).map((tool) => tool.name));
  const writing = tools.filter(({ name: tool, risk }) => enabled.has(tool) && risk !== "read").map((tool) => tool.name);
  return writing.length === 0 ? OK : failed(`enables tools that do not only read: ${writing.join(", ")}`);
}

/** Returns the results of the checks that start the program, which is found on `PATH`. */
function checkProgram(name) {
  const path = process.env["PATH"] ?? "";
  const verified = verify(listConfigs([name]), path);
  // The other faults follow from this one: another program can have the name, such as yq of PyPI.
  const version = verified.faults?.find((fault) => fault.includes("error[verify-version]"));
  if (version !== undefined) return { verify: failed(version), try: OTHER_VERSION };
  return { verify: verified, try: tryEntry(name, path, [["--check", `catalog/${name}/facts.json`], ["--hostile"]]) };
}

/**
 * Returns the results of the checks for another version of the program, on a `PATH`. What its examples do can differ from the recorded facts:
 * this is no fault, and `differences` has what differs.
 */
export function checkVersion(name, path) {
  const compared = tryEntry(name, path, [["--check", `catalog/${name}/facts.json`]]);
  const lines = (compared.faults ?? []).flatMap((line) => /error\[try-changed\]: (.*)$/.exec(line)?.[1] ?? []);
  return { checks: { verify: verify(listConfigs([name]), path), try: tryEntry(name, path, [["--hostile"]]) }, differences: lines };
}

function verify(configs, path) {
  const { status, stdout, stderr } = runCommandWith(path, "verify", ...configs, "--strict");
  return status === 0 ? OK : failed(...`${stdout}${stderr}`.trim().split("\n"));
}

/** Runs the examples with each of the options, such as those that compare with the recorded facts, or that add files that name programs. */
function tryEntry(name, path, options) {
  const folder = `catalog/${name}`;
  const absent = ["project", "facts.json"].find((file) => !existsSync(join(root, folder, file)));
  if (absent !== undefined) return skipped(`there is no ${absent}`);
  const faults = options.flatMap((words) => {
    const args = ["try", ...listConfigs([name]), "--project", `${folder}/project`, "--strict", ...words];
    const { status, stdout, stderr } = runCommandWith(path, ...args);
    return status === 0 ? [] : `${stdout}${stderr}`.trim().split("\n");
  });
  return faults.length === 0 ? OK : failed(...faults);
}

function checkGolden({ golden }) {
  if (golden === undefined) return skipped("there are no golden queries");
  const { first, amongFive, misses } = golden;
  return first >= MIN_FIRST && amongFive >= MIN_AMONG_FIVE ? OK : failed(`R@1 ${first.toFixed(2)}, R@5 ${amongFive.toFixed(2)}`, ...misses);
}

function checkTokens({ tools, searchTokens }) {
  const mean = tools.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, tools.length);
  const faults = [
    ...(mean > MAX_TOOL_TOKENS ? [`${Math.round(mean)} tokens a tool on average, more than ${MAX_TOOL_TOKENS}`] : []),
    ...(searchTokens !== undefined && searchTokens.median > MAX_SEARCH_TOKENS
      ? [`${searchTokens.median} tokens a search, more than ${MAX_SEARCH_TOKENS}`]
      : []),
  ];
  return faults.length === 0 ? OK : failed(...faults);
}
