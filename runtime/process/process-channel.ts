/** Connects a program to the server by a descriptor. */
import type { ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";
import type { ProcessRequest } from "./process-request.ts";
import { FIRST_DESCRIPTOR } from "./process-request.ts";
import { starterStdio } from "./program-starter.ts";

/** Returns the values for `stdio` of `spawn` of the descriptor after that of the starter. */
export function channelStdio({ channel }: Pick<ProcessRequest, "channel">): readonly "pipe"[] {
  return channel === undefined ? [] : ["pipe"];
}

/** Passes the server's end of the channel to the request. */
export function openChannel(child: ChildProcess, request: Pick<ProcessRequest, "channel" | "files" | "starter">): void {
  const { channel, files = [] } = request;
  const stream = child.stdio[FIRST_DESCRIPTOR + files.length + starterStdio(request).length];
  if (channel !== undefined && stream instanceof Duplex) channel(stream);
}
