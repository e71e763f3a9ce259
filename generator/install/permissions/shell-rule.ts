/** What a client does with the shell commands of a server's programs. */

/** The values of `--shell`. */
export const shellRules = ["deny", "ask", "leave"] as const;
/** What the client does with a shell command that starts a program of the server. `leave`: no rule is written. */
export type ShellRule = (typeof shellRules)[number];
