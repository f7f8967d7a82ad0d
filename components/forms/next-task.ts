/** Resolves in a later task: the browser first paints what the payer has done. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
