/** Waits for work with a time limit. */

/** Resolves when the work is done, the time has elapsed, or `cut` is aborted. */
export async function waitAtMost(milliseconds: number, work: Promise<void>, cut?: AbortSignal): Promise<void> {
  const { promise, resolve } = openEnd();
  const timer = setTimeout(resolve, milliseconds);
  cut?.addEventListener("abort", resolve);
  if (cut?.aborted === true) resolve();
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    cut?.removeEventListener("abort", resolve);
  }
}

/** Returns a promise and the function that resolves it. */
function openEnd(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((end) => (resolve = end));
  return { promise, resolve };
}
