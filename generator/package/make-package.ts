/** Creates a package of a generated project in one of the formats, and lists the next steps. */
import { byKey } from "../text/code-unit-order.ts";
import { shellPath, shellWord } from "../text/shell-word.ts";
import type { Templates } from "../emit/fill-template.ts";
import type { FileContent } from "../write/manifest.ts";
import { formatManifest, MANIFEST_NAME } from "../write/manifest.ts";
import { TOKEN_VARIABLE } from "./container.ts";
import { tokenSecretName } from "./kubernetes-deployment.ts";
import { dockerImage } from "./docker-image.ts";
import { kubernetesManifests } from "./kubernetes-manifests.ts";
import { claudePlugin } from "./claude-plugin.ts";
import { geminiExtension } from "./gemini-extension.ts";
import { GUARD_BIN, guardPackage } from "./guard.ts";
import { bundleName, mcpbBundle } from "./mcpb-bundle.ts";
import { toResourceName } from "./names.ts";
import { npmPackage } from "./npm-package.ts";
import type { PackageFormat } from "./package-format.ts";
import type { PackageFlags, PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { registryEntry } from "./registry-entry.ts";
import { skillFolder } from "./skill-folder.ts";

/** Paths of the package templates. */
export const packageTemplates: readonly string[] = ["npm/README.md", "docker/Dockerfile"];

/** The project to package, and the options. */
export interface PackageRequest {
  readonly project: GeneratedProject;
  readonly options: PackageOptions;
  readonly flags: PackageFlags;
  readonly templates: Templates;
  /** The code of a guard, by path below its `dist/`. Omitted for other formats. */
  readonly guardCode?: ReadonlyMap<string, Uint8Array>;
  /** The index of all tools that the configs declare, by file name, with which a guard names those that a policy disables. */
  readonly declared?: ReadonlyMap<string, FileContent>;
}

/** Returns the package: content by path, sorted, with the manifest. The same project and flags give the same bytes. */
export function makePackage(request: PackageRequest): ReadonlyMap<string, FileContent> {
  const files = new Map([...makeFiles(request)].toSorted(byKey));
  return new Map([[MANIFEST_NAME, formatManifest(files)] as const, ...files]);
}

function makeFiles({
  project,
  options,
  flags,
  templates,
  guardCode = new Map(),
  declared,
}: PackageRequest): ReadonlyMap<string, FileContent> {
  switch (flags.format) {
    case "npm":
      return npmPackage(project, options, templates);
    case "mcpb":
      return mcpbBundle(project, options);
    case "docker":
      return dockerImage(project, options, templates);
    case "k8s":
      return kubernetesManifests(project, options);
    case "registry":
      return registryEntry(project, options, flags);
    case "skill":
      return skillFolder(project, options, flags);
    case "claude-plugin":
      return claudePlugin(project, options, flags);
    case "gemini-extension":
      return geminiExtension(project, options);
    case "guard":
      return guardPackage(project, options, { code: guardCode, ...(declared && { declared }) });
  }
}

/** The file that identifies a package of each format. */
const LANDMARKS: Readonly<Record<PackageFormat, RegExp>> = {
  npm: /^package\.json$/,
  mcpb: /^[^/]+\.mcpb$/,
  docker: /^Dockerfile$/,
  k8s: /^kustomization\.yaml$/,
  registry: /^server\.json$/,
  skill: /^[^/]+\/SKILL\.md$/,
  "claude-plugin": /^\.claude-plugin\/plugin\.json$/,
  "gemini-extension": /^gemini-extension\.json$/,
  guard: /^dist\/guard\.cjs$/,
};

/** Reports whether a directory with these generated files contains a package of the format, which can be replaced. */
export function holdsFormat(paths: Iterable<string>, format: PackageFormat): boolean {
  return [...paths].some((path) => LANDMARKS[format].test(path));
}

/** Returns the next steps, one per line. `output` is the directory of the package. */
export function nextSteps({ project, options, flags }: PackageRequest, output: string): readonly string[] {
  const folder = shellPath(output);
  const secret = tokenSecretName(toResourceName(project.name));
  switch (flags.format) {
    case "npm":
      return [`npm publish ${shellWord(toFolder(output))}`];
    case "mcpb":
      return [`install ${folder}/${bundleName(options)} in a desktop client`];
    case "docker":
      return [`docker build -t ${options.image} ${folder}`, `${TOKEN_VARIABLE}=… docker compose -f ${folder}/compose.yaml up`];
    case "k8s":
      return [`kubectl create secret generic ${secret} --from-literal=token="$(openssl rand -hex 32)"`, `kubectl apply -k ${folder}`];
    case "registry":
      return [`cd ${folder} && mcp-publisher publish`];
    case "skill":
      return [`cp -R ${folder}/${project.skill.name} ~/.claude/skills/`];
    case "claude-plugin":
      return [
        `claude plugin marketplace add ${shellWord(toFolder(output))}`,
        `claude plugin install ${project.skill.name}@${project.skill.name}`,
      ];
    case "gemini-extension":
      return [`gemini extensions install ${folder}`];
    case "guard":
      return [`cd ${folder} && export PATH="$PWD/${GUARD_BIN}:$PATH"`];
  }
}

/**
 * Makes a path unambiguous for npm and Claude Code: npm reads `out-npm` as a registry package, and both read `packages/out-npm` as a GitHub
 * repository.
 */
function toFolder(path: string): string {
  return /^\.{0,2}\//.test(path) ? path : `./${path}`;
}
