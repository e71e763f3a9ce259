/**
 * Validates strings against `format`. In JSON Schema, validating formats is optional. The formats in this file are validated, because the
 * schema's author expects it; all others are ignored.
 */
import { valueOr } from "../text/value-or.ts";

interface Format {
  /** Name of the format in messages, after "be". */
  readonly noun: string;
  readonly accepts: (text: string) => boolean;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const DURATION = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const URI_CHARACTERS = /^([A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** The pattern is unambiguous, so that matching takes linear time. With `/` in the inner class, it would take exponential time. */
const JSON_POINTER = /^(\/([^~/]|~[01])*)*$/;

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["date", { noun: "a date (2026-01-31)", accepts: isDate }],
  ["time", { noun: "a time with its offset (12:30:00Z)", accepts: (text) => TIME.test(text) }],
  ["date-time", { noun: "a date and time with its offset (2026-01-31T12:30:00Z)", accepts: isDateTime }],
  ["duration", { noun: "a duration (P3DT4H)", accepts: (text) => DURATION.test(text) }],
  ["email", { noun: "an e-mail address", accepts: isEmail }],
  ["hostname", { noun: "a host name", accepts: isHostname }],
  ["ipv4", { noun: "an IPv4 address", accepts: (text) => IPV4.test(text) }],
  ["ipv6", { noun: "an IPv6 address", accepts: isIpv6 }],
  ["uri", { noun: "a URI with its scheme (https://…)", accepts: isUri }],
  ["uri-reference", { noun: "a URI or a relative reference", accepts: (text) => URI_CHARACTERS.test(text) }],
  ["uuid", { noun: "a UUID", accepts: (text) => UUID.test(text) }],
  ["json-pointer", { noun: "a JSON Pointer (/a/0)", accepts: (text) => JSON_POINTER.test(text) }],
  ["regex", { noun: "a regular expression", accepts: isRegex }],
]);

/** Returns the expected format if the string does not match, or `undefined` if it matches or the format is ignored. */
export function findFormatProblem(format: string, text: string): string | undefined {
  const known = FORMATS.get(format);
  return known === undefined || known.accepts(text) ? undefined : known.noun;
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

function isDateTime(text: string): boolean {
  return /^.{10}[t ]/i.test(text) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11));
}

function isEmail(text: string): boolean {
  const [local = "", domain, ...others] = text.split("@");
  const isLocal = /^[^\s<>(),;:\\"]{1,64}$/.test(local) && !/^\.|\.\.|\.$/.test(local);
  return isLocal && domain !== undefined && others.length === 0 && isHostname(domain);
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

/** Matches at most eight groups, `::` at most once for groups of zeros, and an IPv4 address for the last two. */
function isIpv6(text: string): boolean {
  const v4 = text.slice(text.lastIndexOf(":") + 1);
  const isMixed = v4.includes(".");
  if (isMixed && !IPV4.test(v4)) return false;
  const halves = (isMixed ? `${text.slice(0, -v4.length)}0:0` : text).split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8;
}

function isUri(text: string): boolean {
  return SCHEME.test(text) && URI_CHARACTERS.test(text) && URL.canParse(text);
}

function isRegex(text: string): boolean {
  // The string is not a valid regular expression.
  return valueOr(false, () => new RegExp(text, "u") instanceof RegExp);
}
