import { describe, expect, it } from "vitest";
import { toSocketFilter } from "../../../runtime/executor/socket-filter.ts";

const ALLOW = "allow";
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Runs the filter as the kernel does, with the instructions of classic BPF that it uses. */
function judge(filter: Uint8Array, audit: number, call: number, ...args: readonly number[]): number | "allow" {
  const program = new DataView(filter.buffer, filter.byteOffset, filter.length);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call, true);
  data.setUint32(4, audit, true);
  args.forEach((value, index) => data.setBigUint64(16 + 8 * index, BigInt(value), true));
  let accumulator = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const constant = program.getUint32(at + 4, true);
    const jump = (isTrue: boolean): number => 8 * program.getUint8(at + (isTrue ? 2 : 3));
    switch (program.getUint16(at, true)) {
      case 0x20:
        accumulator = data.getUint32(constant, true);
        break;
      case 0x54:
        accumulator &= constant;
        break;
      case 0x15:
        at += jump(accumulator === constant);
        break;
      case 0x35:
        at += jump(accumulator >= constant);
        break;
      case 0x06:
        return constant === 0x7fff0000 ? ALLOW : constant - 0x00050000;
      default:
        throw new Error(`unknown instruction at ${at}`);
    }
  }
  throw new Error("the filter ended without a verdict");
}

const X86_64 = { arch: "x64", audit: 0xc000003e, socket: 41, socketpair: 53 };
const I386 = { arch: "x64", audit: 0x40000003, socket: 359, socketpair: 360 };
const AARCH64 = { arch: "arm64", audit: 0xc00000b7, socket: 198, socketpair: 199 };
const ARM = { arch: "arm64", audit: 0x40000028, socket: 281, socketpair: 288 };
const [UNIX, INET, INET6, NETLINK, VSOCK] = [1, 2, 10, 16, 40];
const [STREAM, DGRAM, SEQPACKET, CLOEXEC] = [1, 2, 5, 0x80000];

describe.each([X86_64, I386, AARCH64, ARM])(
  "the socket filter of $arch for the interface $audit",
  ({ arch, audit, socket, socketpair }) => {
    const filter = toSocketFilter(arch) ?? new Uint8Array();
    const of = (call: number, ...args: readonly number[]): number | "allow" => judge(filter, audit, call, ...args);

    it("rejects sockets that a network namespace does not separate", () => {
      for (const family of [UNIX, VSOCK, 2 ** 32 + UNIX]) expect(of(socket, family, STREAM)).toBe(EAFNOSUPPORT);
      for (const family of [INET, INET6, NETLINK]) expect(of(socket, family, STREAM)).toBe(ALLOW);
    });

    it("rejects a pair that could be connected to another address", () => {
      for (const type of [DGRAM, DGRAM | CLOEXEC, 3]) expect(of(socketpair, UNIX, type)).toBe(EAFNOSUPPORT);
      for (const type of [STREAM, STREAM | CLOEXEC, SEQPACKET]) expect(of(socketpair, UNIX, type)).toBe(ALLOW);
    });

    it("rejects io_uring, which creates sockets without the filter, and allows other calls", () => {
      expect(of(425, 1)).toBe(ENOSYS);
      for (const call of [0, 1, 59, 200, 424, 426]) expect(of(call)).toBe(ALLOW);
    });
  },
);

describe("a socket filter", () => {
  it("rejects calls of interfaces whose arguments it cannot read", () => {
    const x64 = toSocketFilter("x64") ?? new Uint8Array();
    expect(judge(x64, X86_64.audit, 0x40000000 + X86_64.socket, INET)).toBe(ENOSYS);
    expect(judge(x64, I386.audit, 102, 1)).toBe(ENOSYS);
    expect(judge(x64, AARCH64.audit, 0)).toBe(ENOSYS);
  });

  it("is undefined for other architectures", () => {
    expect(toSocketFilter("riscv64")).toBeUndefined();
  });
});
