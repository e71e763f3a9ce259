/** The parameter `call` of function tools. */

/** The call that a function tool answers. */
export interface ToolCall {
  /** Aborted if the caller cancels the call or its timeout expires. The reply has then been sent, and the result of `run` is ignored. */
  readonly signal: AbortSignal;
  readonly caller: CallerInfo;
  /** Reports progress if the client requested it. Updates whose `done` does not increase are dropped. Never throws. */
  readonly progress: (update: ProgressUpdate) => void;
  /** Writes to the server's log. The name of the tool is added to the fields. */
  readonly log: CallLog;
}

/** The sender of a call. */
export interface CallerInfo {
  /** Name and version that the client sent. Not verified. `null` if the client sent neither. */
  readonly client: { readonly name: string; readonly version: string } | null;
  /** The authenticated sender: `subject` of `authInfo`, or else its `clientId`. Omitted without authentication. */
  readonly subject?: string;
  /** Scopes of the sender. Omitted without authentication. */
  readonly scopes?: readonly string[];
  /** `extra` of `authInfo`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The progress of a call. */
export interface ProgressUpdate {
  /** Work done so far, in any unit. */
  readonly done: number;
  /** All work, in the same unit. Omitted if unknown. */
  readonly total?: number;
  /** Text for the user. */
  readonly message?: string;
}

/** A log. Fields are written as JSON, so that a value cannot forge a line. */
export interface CallLog {
  readonly debug: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly info: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
}
