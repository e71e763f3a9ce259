/** Thrown by `createServer` if its options are invalid. */
export class ServerSetupError extends Error {
  override readonly name = "ServerSetupError";
  /** One sentence for each problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the server cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}
