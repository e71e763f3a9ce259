#!/usr/bin/env node
// Committed so that the command is linked before anything is built; `npm ci` builds what it starts.
try {
  await import("../dist/cli.mjs");
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND" || !String(error.url ?? error.message).includes("dist/cli.mjs")) throw error;
  console.error("climax-gen is not built yet: run `npm run build` first");
  process.exitCode = 1;
}
