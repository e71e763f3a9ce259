/** A side that is YAML: its model under its policies, and the place of every part. */
import type { CheckedPolicy } from "../check/policy/check-policy.ts";
import type { CheckedConfig } from "../check/cli/config.ts";
import type { SourceText } from "../diagnostics/diagnostic.ts";
import { findLineStarts, positionAt } from "../text/lines.ts";
import type { LineStarts } from "../text/lines.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import type { PartName, Side, SideLocation } from "./side.ts";
import { toToolMap } from "./side.ts";

/** The side of configs without an error. */
export function toYamlSide(label: string, configs: readonly CheckedConfig[], policies: readonly CheckedPolicy[]): Side {
  const { clis, policies: kept } = resolveModel(configs, { policies: policies.map(({ spec }) => spec) });
  const tools = toToolMap(listTools(clis));
  const defined = configs.flatMap(({ config }) => config.tools.map(({ name }) => name));
  return {
    label,
    tools,
    disabled: new Set(defined.filter((name) => !tools.has(name))),
    policies: kept,
    locate: createLocator(
      configs,
      policies.map(({ document }) => document),
    ),
  };
}

function createLocator(configs: readonly CheckedConfig[], policies: readonly LoadedDocument[]): Side["locate"] {
  const lines = new Map<SourceText, LineStarts>();
  const owners = new Map(configs.flatMap((owner) => owner.config.tools.map(({ name }, index) => [name, { owner, index }] as const)));

  const toLocation = ({ source, locate }: LoadedDocument, path: YamlPath): SideLocation | undefined => {
    const found = locate(path);
    if (found === undefined) return undefined;
    const starts = lines.get(source) ?? findLineStarts(source.text);
    lines.set(source, starts);
    return { path: source.path, ...positionAt(starts, (found.key ?? found.value).start) };
  };

  return ({ tool, arg, member, keys, isPolicy }) => {
    if (isPolicy) {
      const places = policies.map((policy) => toLocation(policy, [...policyPath(tool, arg), ...keys]));
      return places.find((place) => place !== undefined);
    }
    if (tool !== undefined) {
      const found = owners.get(tool);
      return found && toLocation(found.owner.document, [...toolPath(found.owner, found.index, arg), ...keys]);
    }
    const found = member === undefined ? undefined : owners.get(member);
    return found && toLocation(found.owner.document, keys);
  };
}

function policyPath(tool: PartName["tool"], arg: PartName["arg"]): YamlPath {
  return tool === undefined ? [] : ["tools", tool, ...(arg === undefined ? [] : ["args", arg])];
}

/** Returns the path of a tool or argument. Arguments of a Directive tool are properties of its schema; those of a command are a list. */
function toolPath({ config, definition }: CheckedConfig, index: number, arg: PartName["arg"]): YamlPath {
  if (arg === undefined) return ["tools", index];
  if (definition !== undefined) return ["tools", index, "inputSchema", "properties", arg];
  return ["tools", index, "args", config.tools[index]?.args.findIndex(({ name }) => name === arg) ?? -1];
}
