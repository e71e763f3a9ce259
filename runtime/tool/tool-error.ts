/** A failure of a function tool that its caller should read: the message is the reply. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
