/**
 * Assembles the seccomp filter of a sandbox without network, in classic BPF (seccomp(2)). A network namespace does not isolate UNIX sockets
 * that have a path, or sockets to the host of a virtual machine (AF_VSOCK). The filter therefore prevents the program from creating them.
 * No namespace isolates the kernel's keyrings (keyrings(7)), which hold Kerberos tickets, for example, so their system calls fail too.
 */

/** System call numbers of one interface, from the kernel's tables. `audit` is its AUDIT_ARCH. */
interface CallInterface {
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
  /** Number of `add_key`. `request_key` and `keyctl` follow it. */
  readonly addKey: number;
  /** Number of `socketcall` on 32-bit x86. A filter cannot read its arguments. */
  readonly socketcall?: number;
  /** First system call number of x32, which has the AUDIT_ARCH of x86-64. */
  readonly x32?: number;
}

const X86_64: CallInterface = { audit: 0xc000003e, socket: 41, socketpair: 53, addKey: 248, x32: 0x40000000 };
const I386: CallInterface = { audit: 0x40000003, socket: 359, socketpair: 360, addKey: 286, socketcall: 102 };
const AARCH64: CallInterface = { audit: 0xc00000b7, socket: 198, socketpair: 199, addKey: 217 };
const ARM: CallInterface = { audit: 0x40000028, socket: 281, socketpair: 288, addKey: 309, socketcall: 102 };

/** The interfaces of a kernel, by `process.arch`. */
const INTERFACES: ReadonlyMap<string, readonly CallInterface[]> = new Map([
  ["x64", [X86_64, I386]],
  ["arm64", [AARCH64, ARM]],
]);

/** Number of `io_uring_setup`, equal on all architectures. Sockets created through io_uring bypass seccomp filters. */
const IO_URING_SETUP = 425;

/** AF_INET, AF_INET6 and AF_NETLINK: the families that a network namespace isolates and ordinary programs use. */
const FAMILIES = [2, 10, 16];

/** SOCK_STREAM and SOCK_SEQPACKET. A pair of SOCK_DGRAM could be connected to another address. */
const PAIR_TYPES = [1, 5];
/** The part of a socket's type that is not a flag such as SOCK_CLOEXEC. */
const TYPE_MASK = 0xf;

/** Offsets in `struct seccomp_data`; the lower half of an argument comes first. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** `struct sock_filter`: code, jump if true, jump if false, constant. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, constant: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const and = (mask: number): Instruction => [0x54, 0, 0, mask];
const end = (verdict: number): Instruction => [0x06, 0, 0, verdict];
/** Runs `body` if the loaded value is `value`. `body` must end with a return. */
const when = (value: number, body: readonly Instruction[]): readonly Instruction[] => [[0x15, 0, body.length, value], ...body];
const whenAtLeast = (value: number, body: readonly Instruction[]): readonly Instruction[] => [[0x35, 0, body.length, value], ...body];

const ALLOW = end(0x7fff0000);
const fail = (errno: number): Instruction => end(0x00050000 | errno);
/** ENOSYS: programs use their fallback for kernels without the system call. */
const NO_SUCH_CALL = fail(38);
/** EAFNOSUPPORT. */
const NO_SUCH_FAMILY = fail(97);

/**
 * Returns the filter for a `process.arch` in the format of `bwrap --seccomp`, or undefined for an unsupported architecture. System calls
 * of unknown interfaces fail with ENOSYS.
 */
export function toSocketFilter(arch: string): Uint8Array | undefined {
  const interfaces = INTERFACES.get(arch);
  if (interfaces === undefined) return undefined;
  const filters = interfaces.flatMap((one) => when(one.audit, filterCalls(one)));
  return encode([load(ARCHITECTURE), ...filters, NO_SUCH_CALL]);
}

function filterCalls({ socket, socketpair, addKey, socketcall, x32 }: CallInterface): readonly Instruction[] {
  return [
    load(NUMBER),
    ...(x32 === undefined ? [] : whenAtLeast(x32, [NO_SUCH_CALL])),
    ...(socketcall === undefined ? [] : when(socketcall, [NO_SUCH_CALL])),
    ...[IO_URING_SETUP, addKey, addKey + 1, addKey + 2].flatMap((call) => when(call, [NO_SUCH_CALL])),
    ...when(socket, [load(argument(0)), ...allowOnly(FAMILIES)]),
    ...when(socketpair, [load(argument(1)), and(TYPE_MASK), ...allowOnly(PAIR_TYPES)]),
    ALLOW,
  ];
}

function allowOnly(values: readonly number[]): readonly Instruction[] {
  return [...values.flatMap((value) => when(value, [ALLOW])), NO_SUCH_FAMILY];
}

/** Encodes a program. All supported architectures are little-endian under Linux. */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(([code, jumpTrue, jumpFalse, constant], index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, jumpTrue);
    bytes.setUint8(index * 8 + 3, jumpFalse);
    bytes.setUint32(index * 8 + 4, constant, true);
  });
  return new Uint8Array(bytes.buffer);
}
