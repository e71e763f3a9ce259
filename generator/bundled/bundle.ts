/** Creates the `dist/` of a generated project: prebuilt code, and the compiled tool index. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { discoveryOf } from "@climax-gen/runtime/internal/tool/discovery-options";
import { compileIndex } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import { acceptsCodeCache, makeServerCache } from "./code-cache.ts";
import type { ServerModel } from "../resolve/model.ts";
import { toCliTools } from "../resolve/model.ts";

/** The server's code. The file next to it is the code cache that V8 created at build time. */
const SERVER_CODE = "@climax-gen/runtime/bundle/runtime.cjs";
const CODE_CACHE = "runtime.cache";

/**
 * Location by file name of prebuilt code and its licenses: the server in the runtime package, and the loader of `--policy` in this package.
 */
const CODE_FILES = [
  ["server.mjs", "@climax-gen/runtime/bundle/server.mjs"],
  ["cli.mjs", "@climax-gen/runtime/bundle/cli.mjs"],
  ["runtime.cjs", SERVER_CODE],
  ["patterns.cjs", "@climax-gen/runtime/bundle/patterns.cjs"],
  ["http.cjs", "@climax-gen/runtime/bundle/http.cjs"],
  ["oauth.cjs", "@climax-gen/runtime/bundle/oauth.cjs"],
  ["telemetry.cjs", "@climax-gen/runtime/bundle/telemetry.cjs"],
  ["select.cjs", "@climax-gen/runtime/bundle/select.cjs"],
  ["media-type.cjs", "@climax-gen/runtime/bundle/media-type.cjs"],
  ["runtime/index.mjs", "@climax-gen/runtime/bundle/runtime/index.mjs"],
  ["runtime/server.mjs", "@climax-gen/runtime/bundle/runtime/server.mjs"],
  ["runtime/client.mjs", "@climax-gen/runtime/bundle/runtime/client.mjs"],
  ["licenses.txt", "@climax-gen/runtime/bundle/licenses.txt"],
  ["policy-loader.cjs", "@climax-gen/runtime/bundle/policy-loader.cjs"],
] as const;

/**
 * Returns content by path below `dist/`. The code is bundled once, when the runtime is built, and copied here. The code cache is created
 * again only if this version of Node.js rejects the prebuilt one.
 */
export async function bundleServer(model: ServerModel): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const index = bundleIndex(model);
  const { resolve } = createRequire(import.meta.url);
  const code = await Promise.all(CODE_FILES.map(async ([name, module]) => [name, await readFile(resolve(module))] as const));
  return new Map([
    ...code,
    [CODE_CACHE, await readCodeCache(resolve(SERVER_CODE))],
    ...Array.from(index, ([name, content]) => [`index/${name}`, content] as const),
  ]);
}

/** Returns the compiled index of a server, by file name. */
export function bundleIndex(model: ServerModel): ReadonlyMap<string, string | Uint8Array> {
  return compileIndex({
    name: model.name,
    version: model.version,
    classic: model.classic,
    isAuto: model.listTokens !== undefined,
    ...discoveryOf(model),
    clis: toCliTools(model.clis),
    policies: model.policies,
    disabled: model.disabled,
  });
}

async function readCodeCache(file: string): Promise<Buffer> {
  const code = await readFile(file, "latin1");
  const built = await readFile(join(dirname(file), CODE_CACHE));
  return acceptsCodeCache(code, built) ? built : await makeServerCache(file, code);
}
