/** A package of a generated project in one of the formats, and what its user does with it. */
import { byKey } from "../text/code-unit-order.ts";
import { shellWord } from "../text/shell-word.ts";
import type { FileContent } from "../write/manifest.ts";
import { formatManifest, MANIFEST_NAME } from "../write/manifest.ts";
import { TOKEN_VARIABLE } from "./container.ts";
import { tokenSecretName } from "./kubernetes-deployment.ts";
import { dockerImage } from "./docker-image.ts";
import { kubernetesManifests } from "./kubernetes-manifests.ts";
import { bundleName, mcpbBundle } from "./mcpb-bundle.ts";
import { toResourceName } from "./names.ts";
import { npmPackage } from "./npm-package.ts";
import type { PackageFormat } from "./package-format.ts";
import type { PackageFlags, PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { registryEntry } from "./registry-entry.ts";

/** Text of each template, by its path below `templates/`; the host reads them. */
export type PackageTemplates = ReadonlyMap<string, string>;

/** The templates of packages, by their paths. */
export const packageTemplates: readonly string[] = ["npm/README.md", "docker/Dockerfile"];

export interface PackageRequest {
  readonly project: GeneratedProject;
  readonly options: PackageOptions;
  readonly flags: PackageFlags;
  readonly templates: PackageTemplates;
}

/** Path below the package's folder → content, sorted by path, with the manifest. The same project and flags give the same bytes. */
export function makePackage(request: PackageRequest): ReadonlyMap<string, FileContent> {
  const files = new Map([...makeFiles(request)].toSorted(byKey));
  return new Map([[MANIFEST_NAME, formatManifest(files)] as const, ...files]);
}

function makeFiles({ project, options, flags, templates }: PackageRequest): ReadonlyMap<string, FileContent> {
  switch (flags.format) {
    case "npm":
      return npmPackage(project, options, readTemplate(templates, "npm/README.md"));
    case "mcpb":
      return mcpbBundle(project, options);
    case "docker":
      return dockerImage(project, options, readTemplate(templates, "docker/Dockerfile"));
    case "k8s":
      return kubernetesManifests(project, options);
    case "registry":
      return registryEntry(project, options, flags);
  }
}

function readTemplate(templates: PackageTemplates, path: string): string {
  const text = templates.get(path);
  if (text === undefined) throw new Error(`no template ${path}`);
  return text;
}

/** The one file that tells a package of the format from everything else that climax-gen writes. */
const LANDMARKS: Readonly<Record<PackageFormat, RegExp>> = {
  npm: /^dist\/server\.mjs$/,
  mcpb: /^[^/]+\.mcpb$/,
  docker: /^Dockerfile$/,
  k8s: /^kustomization\.yaml$/,
  registry: /^server\.json$/,
};

/** Whether a folder with these generated files holds a package of the format, which may be replaced. */
export function holdsFormat(paths: Iterable<string>, format: PackageFormat): boolean {
  return [...paths].some((path) => LANDMARKS[format].test(path));
}

/** What to do next, one step a line; `output` is the folder where the package is. */
export function nextSteps({ project, options, flags }: PackageRequest, output: string): readonly string[] {
  const folder = shellWord(output);
  const secret = tokenSecretName(toResourceName(project.name));
  switch (flags.format) {
    case "npm":
      return [`npm publish ${shellWord(toNpmFolder(output))}`];
    case "mcpb":
      return [`install ${folder}/${bundleName(options)} in a desktop client`];
    case "docker":
      return [`docker build -t ${options.image} ${folder}`, `${TOKEN_VARIABLE}=… docker compose -f ${folder}/compose.yaml up`];
    case "k8s":
      return [`kubectl create secret generic ${secret} --from-literal=token="$(openssl rand -hex 32)"`, `kubectl apply -k ${folder}`];
    case "registry":
      return [`cd ${folder} && mcp-publisher publish`];
  }
}

/** npm takes `out-npm` for a package of its registry, and `packages/out-npm` for a repository of GitHub. */
function toNpmFolder(path: string): string {
  return /^\.{0,2}\//.test(path) ? path : `./${path}`;
}
