// An extension that calls the terminal tool of the agent with each command of a file, and records what happens, one JSON object a line.
"use strict";
const { appendFileSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

const TOOL = "run_in_terminal";
const LIMIT_MS = 30_000;

const record = (line) => appendFileSync(join(process.env.CLIMAX_PROBE, "probe.ndjson"), `${JSON.stringify(line)}\n`);

async function findTool() {
  for (let second = 0; second < 120; second += 1) {
    if (vscode.lm.tools.some(({ name }) => name === TOOL)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`there is no tool ${TOOL}`);
}

async function run(command) {
  const source = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => source.cancel(), LIMIT_MS);
  const input = { command, explanation: "probe", goal: "probe", isBackground: false, mode: "sync", timeout: LIMIT_MS / 2 };
  try {
    await vscode.lm.invokeTool(TOOL, { input, toolInvocationToken: undefined }, source.token);
    record({ ran: command });
  } catch (error) {
    record({ stopped: command, error: String(error) });
  } finally {
    clearTimeout(timer);
  }
}

exports.activate = async () => {
  record({ version: vscode.version });
  try {
    await findTool();
    for (const command of JSON.parse(readFileSync(join(process.env.CLIMAX_PROBE, "commands.json"), "utf8"))) await run(command);
    record({ done: true });
  } catch (error) {
    record({ done: true, error: String(error) });
  }
};
