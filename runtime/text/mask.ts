/** Replacement for a secret value, in replies, logs and prompts. */
export const MASK = "***";
