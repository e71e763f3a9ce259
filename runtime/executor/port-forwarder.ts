/**
 * The forwarder of a sandbox whose network has only some hosts. It runs with the server's Node.js inside the sandbox, whose network
 * namespace stays empty: it accepts connections on a port of the sandbox's loopback, passes them to the server over a descriptor, and runs
 * the command.
 */
import { isListedHost } from "../policy/network-hosts.ts";
import type { Environment } from "../tool/environment-variables.ts";

/** Port of the forwarder, in the network namespace of the sandbox. */
const PORT = 3128;

const PROXY = `http://127.0.0.1:${PORT}`;

/** Hosts that programs reach without the proxy: the loopback of the sandbox. */
const LOOPBACK = ["localhost", "127.0.0.1", "::1"] as const;

/**
 * Returns the variables by which programs find the proxy. Node.js reads them with `NODE_USE_ENV_PROXY`. A listed loopback address is that of
 * the machine, so programs reach it by the proxy.
 */
export function proxyVariables(hosts: readonly string[]): Environment {
  const direct = LOOPBACK.filter((host) => !isListedHost(host, hosts)).join(",");
  return {
    HTTP_PROXY: PROXY,
    HTTPS_PROXY: PROXY,
    ALL_PROXY: PROXY,
    NO_PROXY: direct,
    http_proxy: PROXY,
    https_proxy: PROXY,
    all_proxy: PROXY,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: "1",
  };
}

/**
 * The forwarder, in CommonJS. A shell runs the command, because Node.js reports no real-time signal as the reason of an exit. The exit code
 * is 128 and the number of the signal if one killed the command, as that of bwrap.
 */
export const FORWARDER = `"use strict";
const [, port, channel, ...command] = process.argv;
const { Socket, createServer } = require("node:net");
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const session = require("node:http2").connect("http://proxy", { createConnection: () => new Socket({ fd: Number(channel) }) });
session.on("error", () => {});
const fail = (error) => {
  process.stderr.write("the forwarder of the sandbox has failed: " + error.message + "\\n");
  process.exit(125);
};
const forward = (client) => {
  if (session.destroyed || session.closed) return client.destroy();
  const stream = session.request({ ":method": "CONNECT", ":authority": "proxy" });
  client.on("error", () => stream.destroy());
  stream.on("error", () => client.destroy());
  client.pipe(stream).pipe(client);
};
createServer({ allowHalfOpen: true }, forward)
  .on("error", fail)
  .listen(Number(port), "127.0.0.1", () => {
    spawn("/bin/sh", ["-c", '(exec "$@"); exit $?', "sh", ...command], { stdio: "inherit" })
      .on("error", fail)
      .on("exit", (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]));
  });
`;

/** The descriptors of the forwarder. */
export interface ForwarderDescriptors {
  /** The descriptor of the file with `FORWARDER`. */
  readonly script: number;
  /** The descriptor of the connection to the server; see `ProcessRequest.channel`. */
  readonly channel: number;
}

/** Returns the words that run a command by the forwarder. The script is not on the command line, to keep it short. */
export function forwarderWords(node: string, { script, channel }: ForwarderDescriptors): readonly string[] {
  return [node, "-e", `eval(require("node:fs").readFileSync(${script},"utf8"))`, "--", String(PORT), String(channel)];
}
