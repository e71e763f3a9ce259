/** The treatment of the shell commands of a server's programs by a client. */

/** The values of `--shell`. */
export const shellRules = ["deny", "ask", "leave"] as const;
/** The treatment of a shell command that starts a program of the server. `leave`: no rule is written. */
export type ShellRule = (typeof shellRules)[number];
