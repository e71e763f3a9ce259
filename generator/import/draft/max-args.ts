/** Default number of options per tool that become arguments. */
export const DEFAULT_MAX_ARGS = 8;
