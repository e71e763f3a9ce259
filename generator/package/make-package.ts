/** Creates a package of a generated project in one of the formats, and lists the next steps. */
import { byKey } from "@climax-gen/runtime/internal/text/code-unit-order";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { shellPath } from "../text/shell-word.ts";
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
  const files = new Map([...FORMATS[request.flags.format].make(request)].toSorted(byKey));
  return new Map([[MANIFEST_NAME, formatManifest(files)] as const, ...files]);
}

/** A format of packages. */
interface Format {
  readonly make: (request: PackageRequest) => ReadonlyMap<string, FileContent>;
  /** The file that identifies a package of the format. */
  readonly landmark: RegExp;
  /** Returns the next steps. `output` is the directory of the package, and `folder` the same for a shell. */
  readonly steps: (request: PackageRequest, output: string, folder: string) => readonly string[];
}

const FORMATS: Readonly<Record<PackageFormat, Format>> = {
  npm: {
    make: ({ project, options, templates }) => npmPackage(project, options, templates),
    landmark: /^package\.json$/,
    steps: (_request, output) => [`npm publish ${shellWord(toFolder(output))}`],
  },
  mcpb: {
    make: ({ project, options }) => mcpbBundle(project, options),
    landmark: /^[^/]+\.mcpb$/,
    steps: ({ options }, _output, folder) => [`install ${folder}/${bundleName(options)} in a desktop client`],
  },
  docker: {
    make: ({ project, options, templates }) => dockerImage(project, options, templates),
    landmark: /^Dockerfile$/,
    steps: ({ options }, _output, folder) => [
      `docker build -t ${options.image} ${folder}`,
      `${TOKEN_VARIABLE}=… docker compose -f ${folder}/compose.yaml up`,
    ],
  },
  k8s: {
    make: ({ project, options }) => kubernetesManifests(project, options),
    landmark: /^kustomization\.yaml$/,
    steps: ({ project }, _output, folder) => [
      `kubectl create secret generic ${tokenSecretName(toResourceName(project.name))} --from-literal=token="$(openssl rand -hex 32)"`,
      `kubectl apply -k ${folder}`,
    ],
  },
  registry: {
    make: ({ project, options, flags }) => registryEntry(project, options, flags),
    landmark: /^server\.json$/,
    steps: (_request, _output, folder) => [`cd ${folder} && mcp-publisher publish`],
  },
  skill: {
    make: ({ project, options, flags }) => skillFolder(project, options, flags),
    landmark: /^[^/]+\/SKILL\.md$/,
    steps: ({ project }, _output, folder) => [`cp -R ${folder}/${project.skill.name} ~/.claude/skills/`],
  },
  "claude-plugin": {
    make: ({ project, options, flags }) => claudePlugin(project, options, flags),
    landmark: /^\.claude-plugin\/plugin\.json$/,
    steps: ({ project: { skill } }, output) => [
      `claude plugin marketplace add ${shellWord(toFolder(output))}`,
      `claude plugin install ${skill.name}@${skill.name}`,
    ],
  },
  "gemini-extension": {
    make: ({ project, options }) => geminiExtension(project, options),
    landmark: /^gemini-extension\.json$/,
    steps: (_request, _output, folder) => [`gemini extensions install ${folder}`],
  },
  guard: {
    make: ({ project, options, guardCode: code = new Map(), declared }) =>
      guardPackage(project, options, { code, ...(declared && { declared }) }),
    landmark: /^dist\/guard\.cjs$/,
    steps: (_request, _output, folder) => [`cd ${folder} && export PATH="$PWD/${GUARD_BIN}:$PATH"`],
  },
};

/** Reports whether a directory with these generated files contains a package of the format, which can be replaced. */
export function holdsFormat(paths: Iterable<string>, format: PackageFormat): boolean {
  return [...paths].some((path) => FORMATS[format].landmark.test(path));
}

/** Returns the next steps, one per line. `output` is the directory of the package. */
export function nextSteps(request: PackageRequest, output: string): readonly string[] {
  return FORMATS[request.flags.format].steps(request, output, shellPath(output));
}

/**
 * Makes a path unambiguous for npm and Claude Code: npm reads `out-npm` as a registry package, and both read `packages/out-npm` as a GitHub
 * repository.
 */
function toFolder(path: string): string {
  return /^\.{0,2}\//.test(path) ? path : `./${path}`;
}
