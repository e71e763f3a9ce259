/** Our own mistake: the caller went on in spite of errors, or two lists that belong together do not. */
export function raise(message: string): never {
  throw new Error(message);
}
