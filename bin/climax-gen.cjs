#!/usr/bin/env node
// Committed so that the command is linked before anything is built; `npm ci` builds what it starts.
try {
  require("../dist/cli.cjs");
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" || !error.message.startsWith("Cannot find module '../dist/cli.cjs'")) throw error;
  console.error("climax-gen is not built yet: run `npm run build` first");
  process.exitCode = 1;
}
