/** Logs the errors that the SDK reports about messages and connections. Contains no code of the SDK. */
import type { CallLog } from "../tool/tool-call.ts";

/** Maximum length of an error message, in UTF-16 units. The message can quote a header or the name of a method. */
const MAX_LENGTH = 300;

/**
 * Returns the function that logs an error. Leaves out the JSON of a client's message, which the SDK quotes, because it can contain any
 * data.
 */
export function createProtocolErrorLog(log: Pick<CallLog, "warn">): (error: Error) => void {
  return ({ message }) => {
    const text = message.replace(/\{[^]*/, "{…}");
    log.warn("protocol error", { message: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text });
  };
}
