#!/usr/bin/env node
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const load = createRequire(import.meta.url);
const { serveCompiled } = load("./runtime.cjs");
serveCompiled(fileURLToPath(new URL("./index/", import.meta.url)), (path) => load("./policy-loader.cjs").loadPolicy(path));
