/** A failure of a function tool. The caller receives its message as the reply. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
