/** Calls a tool that requires confirmation, and returns the text of the confirmation prompt. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Project } from "../e2e/project.ts";

/** The user declines, so nothing runs but the commands of the message. Programs are first searched in `bin` of the project's directory. */
export async function readConfirmationPrompt({ folder, server }: Project, tool_name: string, args: unknown): Promise<string> {
  let prompt = "";
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", ({ params: { message } }) => {
    prompt = message;
    return { action: "decline" };
  });
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: "pipe" }));
  await client.callTool({ name: "climax_call", arguments: { tool_name, args } });
  await client.close();
  return `${prompt}\n`;
}
