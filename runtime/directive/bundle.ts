/** Builds the bundle that a template tool returns: primer, procedure, context and template. */
import type { DirectiveFailure } from "./failure.ts";
import type { ReadOnlyFolder } from "./read-only-folder.ts";

/** A text file of a Directive definition. */
export interface TextFile {
  /** The path as listed. */
  readonly path: string;
  readonly content: string;
}

/** The result of a tool with a `bundle` handler. */
export interface Bundle {
  /** One line that states the steps before writing code. */
  readonly primer: string;
  readonly agentOperatingProcedure: TextFile;
  readonly agentContext: TextFile;
  readonly template: TextFile;
  /** The three files, in this order. */
  readonly resources: readonly { readonly path: string }[];
}

/** Reads a file. `path` is relative to the directory of the definition. */
export type FileReader = (path: string) => Promise<TextFile | DirectiveFailure>;

/** The directory that a bundle is read from. */
export interface BundleSource {
  readonly files: ReadOnlyFolder;
  readonly read: FileReader;
  /** Converts a relative path to the listed path. */
  readonly toListed: (path: string) => string;
}

/** Locations of these files: below `reference/` in the newer layout, at the top of the directory in the older one. */
const LAYOUTS = ["reference/", ""] as const;

/**
 * Reads the bundle of one template. Each file is read from the newer layout, or from the older one if it is missing there. A file that is
 * missing in both layouts is reported with its path in the layout that the directory uses.
 */
export async function readBundle(template: string, source: BundleSource): Promise<Bundle | DirectiveFailure> {
  const agentOperatingProcedure = await readEither("agent_operating_procedure.md", source);
  if ("kind" in agentOperatingProcedure) return toRequired(agentOperatingProcedure);
  const agentContext = await readEither("agent_context.md", source);
  if ("kind" in agentContext) return toRequired(agentContext);
  const found = await readEither(`${TEMPLATES}${template}`, source);
  if ("kind" in found) return found.kind === "file_missing" ? await toMissingTemplate(found.path, source) : found;
  return {
    primer: findPrimer(agentOperatingProcedure.content),
    agentOperatingProcedure,
    agentContext,
    template: found,
    resources: [agentOperatingProcedure, agentContext, found].map(({ path }) => ({ path })),
  };
}

const TEMPLATES = "templates/";

/** Returns the possible paths of a template below the directory, in the order in which they are tried. */
export function templatePaths(template: string): readonly [newer: string, older: string] {
  return inLayouts(`${TEMPLATES}${template}`);
}

function inLayouts(name: string): readonly [newer: string, older: string] {
  const [newer, older] = LAYOUTS;
  return [`${newer}${name}`, `${older}${name}`];
}

async function readEither(name: string, source: BundleSource): Promise<TextFile | DirectiveFailure> {
  const [newer, older] = inLayouts(name);
  const first = await source.read(newer);
  if (!("kind" in first) || first.kind !== "file_missing") return first;
  const second = await source.read(older);
  if (!("kind" in second) || second.kind !== "file_missing") return second;
  return { ...second, path: source.toListed((await usesNewerLayout(source)) ? newer : older) };
}

async function usesNewerLayout({ files }: BundleSource): Promise<boolean> {
  const isPart = (path: string): boolean => /^reference\/(agent_operating_procedure\.md$|agent_context\.md$|templates\/)/.test(path);
  return (await files.list()).some(isPart);
}

function toRequired(failure: DirectiveFailure): DirectiveFailure {
  return failure.kind === "file_missing" ? { kind: "required_missing", path: failure.path } : failure;
}

async function toMissingTemplate(path: string, { files, toListed }: BundleSource): Promise<DirectiveFailure> {
  const folders = LAYOUTS.map((prefix) => `${prefix}${TEMPLATES}`);
  const templates = (await files.list()).filter((file) => folders.some((folder) => file.startsWith(folder)));
  return { kind: "template_missing", path, templates: templates.map(toListed) };
}

const PRIMER_SIGNS = ["Do not write code", "Do not start coding"];
const DEFAULT_PRIMER = "Do not write code before TDR approval. Follow Spec → Impact → TDR → TDD.";

function findPrimer(procedure: string): string {
  const line = procedure.split(/\r\n|[\r\n]/).find((one) => PRIMER_SIGNS.some((sign) => one.includes(sign)));
  return line?.replaceAll("**", "").trim() ?? DEFAULT_PRIMER;
}
