#!/usr/bin/env node
// Committed so that the command is linked before anything is built; `npm ci` builds what it starts.
try {
  void require("../dist/load-bundle.cjs").loadBundle("command-line").run();
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" || !error.message.startsWith("Cannot find module '../dist/load-bundle.cjs'")) throw error;
  console.error("climax-gen is not built yet: run `npm run build` first");
  process.exitCode = 1;
}
