/** A failure of a function tool. Its message is the reply that the caller reads. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
