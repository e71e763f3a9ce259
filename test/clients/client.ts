/** Common interface of the MCP clients of several makers. */

/** The scenarios of the matrix, in the order in which they run. */
export const SCENARIOS = [
  "list",
  "search",
  "call",
  "error",
  "structured",
  "image",
  "full size",
  "cut",
  "read on",
  "confirm",
  "progress",
  "cancel",
] as const;

export type Scenario = (typeof SCENARIOS)[number];
export type Transport = "stdio" | "HTTP";
export type Mode = "progressive" | "classic";

/** A server to connect to. */
export type Target =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: "HTTP"; readonly url: string; readonly token: string };

/** A way to use a server. */
export interface Way {
  readonly transport: Transport;
  readonly mode: Mode;
}

/** One client, or one protocol version of it. */
export interface MatrixClient {
  readonly name: string;
  /** Command that installs the client, for the message that it is missing. */
  readonly installation: string;
  /** Returns its version, or undefined if it is not installed. */
  readonly findVersion: () => string | undefined;
  /** Returns why the client cannot do this, or undefined if it can. */
  readonly findLimit: (scenario: Scenario, way: Way) => string | undefined;
  readonly connect: (target: Target) => Promise<Connection>;
  /** Ends the process that the connections of this client share, if there is one. */
  readonly stop?: () => Promise<void>;
}

export interface Connection {
  /** Protocol version that client and server have agreed on. Omitted if the client does not report it. */
  readonly protocol?: string | undefined;
  /** Names of the tools. */
  readonly list: () => Promise<readonly string[]>;
  /** Rejects if the client rejects the result, or if the call is cancelled. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<CallResult>;
  readonly close: () => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string | undefined) => void;
}

export interface CallResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  /** True if the client shows only the structured content of this result, without its text blocks. */
  readonly isDataOnly?: boolean;
  /** Prompts that the client has accepted during the call. */
  readonly questions?: readonly string[];
}

export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}
