/** A host or framework: how it is installed, configured and started. */
import type { HiddenCall } from "./model/script.ts";
import type { Profile } from "./scenarios.ts";

/** A session of a host. Paths are absolute. */
export interface Session {
  /** Directory in which the packages are installed. */
  readonly packages: string;
  /** Directory of the drivers of frameworks. */
  readonly drivers: string;
  /** Home directory, which is empty at the start. */
  readonly home: string;
  /** Working directory. */
  readonly work: string;
  /** Origin of the scripted model, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Command that starts the MCP server. */
  readonly server: readonly [string, ...string[]];
  readonly profile: Profile;
}

/** The start of a host. */
export interface Launch {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files to write first, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A host or framework. */
export interface Host {
  /** Name on the command line, and of its directory. */
  readonly id: string;
  readonly title: string;
  readonly kind: "host" | "framework";
  readonly registry: "npm" | "PyPI";
  /** Packages with their versions. The first one is the host. */
  readonly packages: readonly [string, ...string[]];
  readonly launch: (session: Session) => Launch;
  /** The tool with which the model runs a shell command, and the name of the client in `climax-gen install`. Omitted without rules. */
  readonly shell?: { readonly tool: string; readonly argument: string; readonly client: string };
  /** Calls a tool that the requests do not list. Defaults to its plain name. */
  readonly hiddenCall?: HiddenCall;
}

/** Returns the version of a host, from the name of its package. */
export function versionOf({ packages: [first] }: Host): string {
  return /[=@]+([^=@]+)$/.exec(first)?.[1] ?? "";
}

/** Formats data as JSON for a file. */
export function toFile(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
