#!/usr/bin/env node
// Committed so that the command is linked before anything is built; `npm ci` builds what it starts.
// Some distributions install Node.js 18.
if (Number.parseInt(process.versions.node) < 20) {
  console.error(`climax-gen needs Node.js 20 or later, and runs on Node.js ${process.versions.node}`);
  process.exit(1);
}
try {
  void require("../dist/load-bundle.cjs").loadBundle("command-line").run();
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" || !error.message.startsWith("Cannot find module '../dist/load-bundle.cjs'")) throw error;
  console.error("climax-gen is not built yet: run `npm run build` first");
  process.exitCode = 1;
}
