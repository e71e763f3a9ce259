/** Checks `network` of an executor, which the schema accepts as any value. */
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { isListedHost, toHost } from "@climax-gen/runtime/internal/policy/network-hosts";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue, isMapping } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import type { ParsedExecutor } from "../keys/execution-schema.ts";
import type { Report } from "../reporting/report.ts";

/** Reports a network that the type of the executor does not support. */
export function checkNetwork(network: unknown, type: ParsedExecutor["type"], path: YamlPath, report: Report): void {
  if (network === undefined || network === null || network === "") return;
  if (isMapping(network)) return checkHosts(network, type, path, report);
  if (typeof network !== "string") {
    const expected = type === "docker" ? "text" : "`none`, `host` or a mapping with `hosts`";
    return report.atValue("wrong-type", path, { what: "`network`", expected, found: describeValue(network) });
  }
  const allowed = ["none", "host"];
  if (type === "docker" || allowed.includes(network)) return;
  if (network.includes(".")) {
    const problem = `the network ${quote(network)} is neither "none" nor "host"`;
    return report.atValue("network-hosts", path, { problem, fix: `for one host, use \`network: { hosts: [${quote(network)}] }\`` });
  }
  const details = { key: "network", found: quote(network), allowed: allowed.map(quote), near: nearNames(network, allowed, 1).map(quote) };
  report.atValue("unknown-value", path, details);
}

function checkHosts(network: Readonly<Record<string, unknown>>, type: ParsedExecutor["type"], path: YamlPath, report: Report): void {
  if (type === "docker") {
    const problem = "an executor of type docker cannot limit its network to hosts";
    return report.atValue("network-hosts", path, { problem, fix: "use `type: bubblewrap`, or `network: none`" });
  }
  const other = Object.keys(network).find((key) => key !== "hosts" && !key.startsWith("x-"));
  if (other !== undefined) {
    const problem = `\`network\` has no key ${quote(other)}`;
    return report.atKey("network-hosts", [...path, other], {
      problem,
      fix: "use `hosts`, a list of names and IP addresses, or remove the key",
    });
  }
  const { hosts } = network;
  if (!Array.isArray(hosts) || hosts.length === 0) {
    const problem = "`hosts` of a network must be a list of at least one host";
    const fix = "write the hosts, for example `network: { hosts: [api.example.org] }`, or use `network: none`";
    return report.atValue("network-hosts", hosts === undefined ? path : [...path, "hosts"], { problem, fix });
  }
  (hosts as readonly unknown[]).forEach((host, index) => {
    const fault = findHostFault(host);
    if (fault !== undefined) report.atValue("network-hosts", [...path, "hosts", index], fault);
  });
}

interface HostFault {
  readonly problem: string;
  readonly fix: string;
}

/** A name whose last part is not a number, and so not another notation of an IPv4 address. */
const NAME = /^(?:\*\.)?(?!(?:.*\.)?(?:\d+|0x[0-9a-f]*)$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

const EXAMPLES = "write a name such as `api.example.org`, a name such as `*.example.org` for its subdomains, or an IP address";

function findHostFault(value: unknown): HostFault | undefined {
  if (typeof value !== "string") return { problem: `a host must be text, not ${describeValue(value)}`, fix: EXAMPLES };
  const host = toHost(value);
  if (isIP(host) === 4) return undefined;
  if (isIP(host) === 6) return shortestOf(host);
  if (/^(?:.*\.)?localhost$/.test(host))
    return { problem: `${quote(value)} leads to this machine, for which no name can be listed`, fix: "write the address: `127.0.0.1`" };
  if (NAME.test(host)) return undefined;
  const problem = `${quote(value)} is not the name of a host`;
  if (host === "*") return { problem, fix: "use `network: host` for all hosts, or list the hosts" };
  const [, inner = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?([^/:@]+)(?::\d+)?(?:\/.*)?$/.exec(host) ?? [];
  if (inner !== host && NAME.test(inner)) return { problem, fix: `write only the name: \`${inner}\`` };
  const ascii = domainToASCII(host.replace(/^\*\./, ""));
  if (ascii !== "" && ascii !== host && NAME.test(ascii) && isIP(ascii) === 0)
    return { problem, fix: `write it in ASCII: \`${host.startsWith("*.") ? "*." : ""}${ascii}\`` };
  return { problem, fix: EXAMPLES };
}

/** Requires the shortest form of an IPv6 address, in which programs pass it on. */
function shortestOf(host: string): HostFault | undefined {
  const shortest = URL.canParse(`http://[${host}]`) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : "::1";
  if (isListedHost(shortest, [host])) return undefined;
  return { problem: `${quote(host)} is not the shortest form of the address`, fix: `write ${quote(shortest)}` };
}
