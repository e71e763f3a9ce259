/** Checks JMESPath expressions. Loads the library when it is called. */

/** Returns the syntax error of an expression, or undefined if it is valid. */
export async function findSelectProblem(expression: string): Promise<string | undefined> {
  const { findSyntaxProblem } = await import("./select.ts");
  return findSyntaxProblem(expression);
}
