/**
 * Checks an entry with the oldest and the newest version of its program that `program_version` allows. Installs them with npm, pip or Go into
 * temporary directories.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { checkVersion } from "./check-entry.mjs";
import { listConfigs } from "./configs.mjs";
import { root } from "./run-command.mjs";

/** Packages of programs whose entry names the one of Debian, which has only one version. */
const OTHER_PACKAGES = { node: { npm: "node" }, pip: { pip: "pip" } };
/** The Go packages of programs that are not at the root of their module. */
const GO_COMMANDS = { "helm.sh/helm/v3": "helm.sh/helm/v3/cmd/helm" };

/** How each kind of package lists its versions, and is installed: returns the directory of the programs. */
const INSTALLERS = {
  npm: {
    list: (name) => [JSON.parse(run("npm", "view", name, "versions", "--json"))].flat(),
    install: (name, version, folder) => {
      run("npm", "install", "--prefix", folder, "--silent", "--no-audit", "--no-fund", `${name}@${version}`);
      return join(folder, "node_modules/.bin");
    },
  },
  pip: {
    list: (name) => /Available versions: (.*)/.exec(run("pip", "index", "versions", name))?.[1].split(", ") ?? [],
    install: (name, version, folder) => {
      // pip installs packages of the user only in an environment that sees them.
      run("python3", "-m", "venv", ...(name === "pip" ? ["--system-site-packages"] : []), folder);
      run(join(folder, "bin/python"), "-m", "pip", "install", "--quiet", `${name}==${version}`);
      return join(folder, "bin");
    },
  },
  go: {
    list: (name) => (JSON.parse(run("go", "list", "-m", "-versions", "-json", name)).Versions ?? []).map((version) => version.slice(1)),
    install: (name, version, folder) => {
      run("env", `GOBIN=${join(folder, "bin")}`, "go", "install", `${GO_COMMANDS[name] ?? name}@v${version}`);
      return join(folder, "bin");
    },
  },
};

/** Returns the package of an entry that can be installed in several versions, and the versions of its config. Undefined if there is none. */
export function findPackage(entry) {
  const configs = listConfigs([entry]).map((path) => parse(readFileSync(join(root, path), "utf8"), { merge: true }));
  const packages = OTHER_PACKAGES[entry] ?? configs.find((config) => config["x-catalog"] !== undefined)?.["x-catalog"].package ?? {};
  const kind = Object.keys(INSTALLERS).find((one) => typeof packages[one] === "string");
  const wanted = configs.find((config) => config.program_version !== undefined)?.program_version;
  return kind === undefined || wanted === undefined ? undefined : { kind, name: packages[kind], wanted };
}

/** Checks both versions. Returns for each the version, the results of the checks by name, and what differs from the recorded facts. */
export function checkVersions(entry, { kind, name, wanted }) {
  const installer = INSTALLERS[kind];
  return chooseVersions(installer.list(name), wanted).map((version) => {
    const folder = mkdtempSync(join(tmpdir(), "climax-versions-"));
    try {
      const programs = installer.install(name, version, folder);
      return { version, ...checkVersion(entry, [programs, process.env["PATH"]].join(delimiter)) };
    } catch (error) {
      return { version, checks: { install: { kind: "failed", faults: [String(error)] } }, differences: [] };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Returns the oldest and the newest release that meets a requirement such as `>=3 <4`. */
export function chooseVersions(versions, wanted) {
  const bounds = wanted.split(/\s+/).map((text) => ({ isMinimum: text.startsWith(">="), limit: toNumbers(text.replace(/^\D+/, "")) }));
  const fitting = versions
    .filter((version) => /^\d+(\.\d+)*$/.test(version))
    .filter((version) => bounds.every(({ isMinimum, limit }) => compare(toNumbers(version), limit) >= 0 === isMinimum))
    .toSorted((one, other) => compare(toNumbers(one), toNumbers(other)));
  return [...new Set([fitting[0], fitting.at(-1)])].filter((version) => version !== undefined);
}

const toNumbers = (text) => text.split(".").map(Number);

function compare(one, other) {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) - (other[index] ?? 0));
  return at.find((difference) => difference !== 0) ?? 0;
}

/** Runs a program, and returns its standard output. Throws with its messages if it fails. */
function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")}: ${stderr.trim().split("\n").slice(-3).join(" ")}`);
  return stdout;
}
