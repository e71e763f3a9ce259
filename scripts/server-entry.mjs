#!/usr/bin/env node
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { serveCompiled } = createRequire(import.meta.url)("./runtime.cjs");
serveCompiled(fileURLToPath(new URL("./index/", import.meta.url)));
